import { html, useState } from '../vendor/preact.js';
import { useAnswer } from '../app/answer.js';
import { dateTime } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Copy } from '../parts/copy.js';
import { Choice, TextField } from '../parts/field.js';
import { Section } from '../parts/screen.js';
import { Snippets } from '../parts/snippets.js';
import { Failure, Skeleton } from '../parts/states.js';

const algorithms = [
  { value: '', label: 'what the account accepts' },
  { value: 'sha256', label: 'sha256' },
  { value: 'sha3-256', label: 'sha3-256' },
  { value: 'md5', label: 'md5' },
];
const protocols = [
  { value: 'rest', label: 'REST' },
  { value: 'soap', label: 'SOAP' },
];

/** Make makes a credential header or a login from its parts. @param {{code: string}} props */
export function Make({ code }) {
  const query = location.value.query;
  const [secret, setSecret] = useState('');
  const protocol = query.get('protocol') === 'soap' ? 'soap' : 'rest';
  const date = query.get('date') ?? '';
  // A date is asked about once it is whole, because each of its characters would be an error.
  const whole = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date);
  const body = {
    protocol,
    code: query.get('code') || undefined,
    at: whole ? date : undefined,
    algorithm: query.get('algorithm') || undefined,
    secret: secret || undefined,
  };
  const {
    data: signed,
    error,
    fresh,
  } = useAnswer('POST', ofAccount(code, 'sign'), body, { on: ['clock', 'question', 'reset', 'account'] });
  const set = (/** @type {string} */ name) => (/** @type {string} */ text) => setQuery({ [name]: text });
  return html`<div class="columns signature-columns">
    <form class="stack" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
      <${Choice} label="Protocol" value=${protocol} options=${protocols}
        onChange=${(/** @type {string} */ v) => setQuery({ protocol: v === 'rest' ? null : v })} />
      <${TextField} label="Vendor code" class="mono" value=${query.get('code') ?? ''} placeholder=${code}
        onInput=${set('code')} />
      <${TextField} label="Secret" note="It stays in this page and is not part of the address" type="password"
        value=${secret} placeholder=${`the secret of ${code}`} onInput=${setSecret} />
      <${TextField} label="Date" note="In GMT" class="mono" value=${date}
        fault=${date && !whole ? 'Write it as 2026-11-21 20:53:01.' : undefined}
        placeholder=${dateOf(signed?.signed) || 'now'} onInput=${set('date')} />
      <${Choice} label="Algorithm" value=${query.get('algorithm') ?? ''} options=${algorithms}
        onChange=${(/** @type {string} */ v) => setQuery({ algorithm: v })} />
    </form>
    <div class=${'stack ' + (fresh ? '' : 'signature-old')}>
      ${error && html`<${Failure} error=${error} />`}
      ${signed ? !error && html`<${Made} signed=${signed} />` : !error && html`<${Skeleton} rows=${8} />`}
    </div>
  </div>`;
}

/** @param {string | undefined} signed */
const dateOf = (signed) => signed?.match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)?.[0];

/** Made shows what was signed and how. @param {{signed: import('../api').SignedCall}} props */
function Made({ signed }) {
  const what = signed.header ? `${signed.header.name}: ${signed.header.value}` : (signed.envelope ?? '');
  return html`
    <div class=${'banner ' + (signed.accepted ? 'ok' : 'warn')} role="status"><p>${
      signed.accepted
        ? html`<strong>The sandbox accepts it.</strong> ${
            signed.expires ? `Until ${dateTime(signed.expires)} UTC.` : ''
          }`
        : html`<strong>The sandbox does not accept it now.</strong> ${signed.message}`
    }</p></div>
    <${Section} title=${signed.header ? 'Header' : 'Envelope of the login'}
      actions=${html`<${Copy} text=${what} label="Copy it" />`}>
      <pre class="codeblock" tabindex="0" role="region" aria-label=${signed.header ? 'Header' : 'Envelope'}>
        ${what}</pre>
    <//>
    <${Section} title="How it is made">
      <dl class="facts">
        ${signed.steps.map((s) => html`<dt key=${s.key}>${s.key}</dt><dd><code>${s.value}</code></dd>`)}</dl>
    <//>
    <${Section} title="The same in a program"><${Snippets} snippets=${signed.snippets} /><//>`;
}
