import { html, useEffect, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { post } from '../app/api.js';
import { at, ofAccount } from '../app/paths.js';
import { remember } from '../app/preferences.js';
import { go } from '../app/router.js';
import { generation } from '../app/sandbox.js';
import { account } from '../app/store.js';
import { Copy } from '../parts/copy.js';
import { Choice } from '../parts/field.js';
import { Section } from '../parts/screen.js';
import { language, languages, masked } from '../parts/snippets.js';

/** @type {import('../vendor/preact.js').Signal<'rest' | 'soap'>} */
const protocol = remember('protocol', 'rest');

const protocols = [{ value: 'rest', label: 'REST' }, { value: 'soap', label: 'SOAP' }];

/**
 * Returns a program that calls the account, in the chosen protocol and language.
 * @param {string} code
 * @returns {Promise<string>}
 */
async function program(code) {
  const signed = await post(ofAccount(code, 'sign'), { protocol: protocol.value, ...(protocol.value === 'rest' && { path: '/orders/?Limit=1' }) });
  return signed.snippets[language.value];
}

/**
 * FirstCall sends a call, and shows how a program sends it. What is copied is
 * made when it is copied, with the secret.
 * @param {{code: string}} props
 */
export function FirstCall({ code }) {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState('');
  const known = account.value !== undefined;
  useEffect(() => {
    if (known) program(code).then((text) => setShown(masked(text)), () => setShown(''));
  }, [code, known, protocol.value, language.value, generation.value]);
  const press = async () => {
    setBusy(true);
    const id = await act({ does: () => import('../app/send.js').then(({ send }) => send(code, { method: 'GET', path: '/orders/' })) });
    setBusy(false);
    if (id) go(at(code, 'calls', id));
  };
  return html`<${Section} title="Call it">
    <div class="actions"><button type="button" class="primary overview-first" aria-busy=${busy ? 'true' : undefined} onClick=${press}>Send a first call</button><span class="note">GET /orders/, signed, from this page</span></div>
    <div class="row">
      <${Choice} label="Protocol" hidden value=${protocol.value} options=${protocols} onChange=${(/** @type {any} */ v) => (protocol.value = v)} />
      <${Choice} label="Language" hidden value=${language.value} options=${languages} onChange=${(/** @type {any} */ v) => (language.value = v)} />
      <${Copy} text=${() => program(code)} label="Copy the program" what="Copied, with the secret">Copy with the secret<//>
    </div>
    <pre class="codeblock" tabindex="0" aria-label="How a program calls it">${shown || ' '}</pre>
  <//>`;
}
