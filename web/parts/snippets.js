import { html, useState } from '../vendor/preact.js';
import { remember } from '../app/preferences.js';
import { Copy } from './copy.js';
import { Choice } from './field.js';

/**
 * The language that a person chose last.
 * @type {import('../app/preferences.js').Kept<keyof import('../api').Snippets>}
 */
export const language = remember('language', 'curl');

/** @type {{value: keyof import('../api').Snippets, label: string, agent: RegExp}[]} */
export const languages = [
  { value: 'curl', label: 'curl', agent: /curl|wget/i },
  { value: 'php', label: 'PHP', agent: /php|guzzle|symfony/i },
  { value: 'python', label: 'Python', agent: /python|requests|aiohttp|zeep|suds|httpx/i },
  { value: 'node', label: 'Node', agent: /node|axios|undici|got\b/i },
];

/** Hides the secret of a program that is shown, because screens are shared. @param {string} text */
export function masked(text) {
  return text.replace(/^(\W*(?:const )?secret\s*=\s*).*$/m, '$1…');
}

/**
 * Snippets shows a program in the language of choice, its secret hidden. What is
 * copied has the secret.
 * @param {{snippets: import('../api').Snippets, userAgent?: string}} props
 * userAgent is that of a client, whose language comes first
 */
export function Snippets({ snippets, userAgent }) {
  const guessed = userAgent && languages.find((l) => l.agent.test(userAgent))?.value;
  const [chosen, setChosen] = useState(guessed || language.value);
  const choose = (/** @type {any} */ value) => {
    setChosen(value);
    language.value = value;
  };
  return html`<div class="stack">
    <div class="row snippets"><${Choice} label="Language" value=${chosen} options=${languages} onChange=${choose} />
      <${Copy} text=${snippets[chosen]} label="Copy the program" what="Copied, with the secret">Copy with the secret<//>
      </div>
    <pre class="codeblock" tabindex="0" role="region" aria-label="A program that signs the call">
      ${masked(snippets[chosen])}</pre>
  </div>`;
}
