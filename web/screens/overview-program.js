import { html } from '../vendor/preact.js';
import { useAnswer } from '../app/answer.js';
import { post } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { remember } from '../app/preferences.js';
import { account } from '../app/store.js';
import { Copy } from '../parts/copy.js';
import { Choice } from '../parts/field.js';
import { language, languages, masked } from '../parts/snippets.js';
import { Failure } from '../parts/states.js';

/** @type {import('../app/preferences.js').Kept<'rest' | 'soap'>} */
const protocol = remember('protocol', 'rest');

const protocols = [
  { value: 'rest', label: 'REST' },
  { value: 'soap', label: 'SOAP' },
];

/** Returns what to sign. */
const call = () => (protocol.value === 'rest' ? { protocol: 'rest', path: '/orders/?Limit=1' } : { protocol: 'soap' });

/**
 * Program shows how a program sends a call. What is copied is made when it is
 * copied, with the secret.
 * @param {{code: string}} props
 */
export default function Program({ code }) {
  const path = ofAccount(code, 'sign');
  const { data, error } = useAnswer('POST', path, account.value ? call() : null, { wait: 0 });
  return html`<div class="stack overview-program">
    <div class="row">
      <${Choice} label="Protocol" hidden value=${protocol.value} options=${protocols}
        onChange=${(/** @type {any} */ v) => (protocol.value = v)} />
      <${Choice} label="Language" hidden value=${language.value} options=${languages}
        onChange=${(/** @type {any} */ v) => (language.value = v)} />
      <${Copy} text=${async () => (await post(path, call())).snippets[language.value]} label="Copy the program"
        what="Copied, with the secret">Copy with the secret<//>
    </div>
    ${error && html`<${Failure} error=${error} />`}
    <pre class="codeblock" tabindex="0" role="region" aria-label="How a program calls it">${
      data ? masked(data.snippets[language.value]) : ' '
    }</pre>
  </div>`;
}
