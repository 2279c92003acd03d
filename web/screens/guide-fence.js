import { html } from '../vendor/preact.js';
import { Copy } from '../parts/copy.js';
import { Yaml } from '../parts/yaml.js';
import { command, steps, yours } from './guide-yours.js';

/**
 * Fence is code or a console, with a button that copies what a reader would type.
 * @param {{text: string, language: string}} props
 */
export function Fence({ text, language }) {
  if (language === 'console') return html`<${Console} text=${text} />`;
  const shown = language === 'sh' || language === 'php' ? command(text) : yours(text);
  return html`<figure class="fence">
    ${
      language === 'yaml'
        ? html`<${Yaml} text=${shown} label=${shown.split('\n')[0]} />`
        : html`<pre class="codeblock"
      tabindex="0">${shown}</pre>`
    }
    <${Copy} text=${shown} label="Copy the code" what="Code copied" />
  </figure>`;
}

/** @param {{text: string}} props */
function Console({ text }) {
  const all = steps(text);
  const commands = all.filter((s) => s.command).map((s) => s.text);
  return html`<figure class="fence">
    <pre class="codeblock" tabindex="0">
      ${all.map(
        (s, i) => html`${i > 0 && '\n'}
        ${
          s.command
            ? html`<span class="prompt">$ </span>
          <b>${s.text}</b>`
            : html`<span class="soft">${s.text}</span>`
        }`,
      )}</pre>
    <${Copy} text=${commands.join('\n')} label=${commands.length > 1 ? 'Copy the commands' : 'Copy the command'}
      what=${commands.length > 1 ? 'Commands copied' : 'Command copied'} />
  </figure>`;
}
