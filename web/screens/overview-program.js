import { html, useEffect, useState } from '../vendor/preact.js';
import { post } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { remember } from '../app/preferences.js';
import { generation } from '../app/sandbox.js';
import { account } from '../app/store.js';
import { Copy } from '../parts/copy.js';
import { Choice } from '../parts/field.js';
import { language, languages, masked } from '../parts/snippets.js';

/** @type {import('../app/preferences.js').Kept<'rest' | 'soap'>} */
const protocol = remember('protocol', 'rest');

const protocols = [
  { value: 'rest', label: 'REST' },
  { value: 'soap', label: 'SOAP' },
];

/**
 * Returns a program that calls the account, in the chosen protocol and language.
 * @param {string} code
 * @returns {Promise<string>}
 */
async function program(code) {
  const signed = await post(ofAccount(code, 'sign'), {
    protocol: protocol.value,
    ...(protocol.value === 'rest' && { path: '/orders/?Limit=1' }),
  });
  return signed.snippets[language.value];
}

/**
 * Program shows how a program sends a call. What is copied is made when it is
 * copied, with the secret.
 * @param {{code: string}} props
 */
export default function Program({ code }) {
  const [shown, setShown] = useState('');
  const known = account.value !== undefined;
  useEffect(() => {
    if (known)
      program(code).then(
        (text) => setShown(masked(text)),
        () => setShown(''),
      );
  }, [code, known, protocol.value, language.value, generation.value]);
  return html`<div class="stack overview-program">
    <div class="row">
      <${Choice} label="Protocol" hidden value=${protocol.value} options=${protocols}
        onChange=${(/** @type {any} */ v) => (protocol.value = v)} />
      <${Choice} label="Language" hidden value=${language.value} options=${languages}
        onChange=${(/** @type {any} */ v) => (language.value = v)} />
      <${Copy} text=${() => program(code)} label="Copy the program" what="Copied, with the secret">Copy with the
        secret<//>
    </div>
    <pre class="codeblock" tabindex="0" aria-label="How a program calls it">${shown || ' '}</pre>
  </div>`;
}
