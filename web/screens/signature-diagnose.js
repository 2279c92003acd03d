import { html, useState } from '../vendor/preact.js';
import { useAnswer } from '../app/answer.js';
import { useData } from '../app/data.js';
import { at, segment } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Choice, Field, TextField } from '../parts/field.js';
import { Failure, Empty, Skeleton } from '../parts/states.js';
import { Signed } from '../parts/signed.js';

/** @typedef {'header' | 'envelope' | 'fields'} Form */
/** @typedef {Record<string, string>} Values what was typed, by the name of the request's field */

const forms = [
  { value: 'header', label: 'A header' },
  { value: 'envelope', label: 'A SOAP login' },
  { value: 'fields', label: 'Four fields' },
];

/** @type {Record<Form, string[]>} */
const fieldsOf = { header: ['header'], envelope: ['envelope'], fields: ['code', 'date', 'hash', 'algorithm'] };

/** Diagnose says why a signature is wrong: one that is pasted, or that of a call. @param {{code: string}} props */
export function Diagnose({ code }) {
  const call = location.value.query.get('call') ?? '';
  const entry = useData(call ? `/requests/${segment(call)}` : null);
  const [typed, setTyped] = useState(/** @type {Values} */ ({}));
  const recorded = signatureOf(entry.data);
  const form = /** @type {Form} */ (
    location.value.query.get('form') || (call && recorded.envelope ? 'envelope' : 'header')
  );
  const changed = Object.keys(typed).some((name) => name !== 'secret');
  const values = changed ? typed : { ...recorded, ...typed };
  const given = Object.fromEntries(
    fieldsOf[form].map((name) => [name, values[name] ?? '']).filter(([, v]) => v.trim()),
  );
  const none = call && entry.data && !recorded.header && !recorded.envelope;
  const one =
    call && !changed
      ? entry.data && !none
        ? { call }
        : null
      : Object.keys(given).some((n) => n !== 'algorithm')
        ? given
        : null;
  const secret = typed.secret ? { secret: typed.secret } : {};
  const { data, error, fresh } = useAnswer('POST', '/signature', one && { ...one, ...secret }, {
    wait: changed ? 300 : 0,
  });
  const type = (/** @type {string} */ name) => (/** @type {string} */ text) => setTyped({ ...values, [name]: text });
  const area = (/** @type {string} */ name) => (/** @type {any} */ e) => type(name)(e.target.value);
  const agent = entry.data?.request.header?.find(
    (/** @type {any} */ f) => f.name.toLowerCase() === 'user-agent',
  )?.value;
  // A call and what is wrong with it come at once, so that nothing moves.
  if (call && !changed && !entry.error && !none && !data && !error) return html`<${Skeleton} rows=${10} />`;
  return html`<div class=${'columns signature-columns ' + (call && !changed ? 'signature-called' : '')}>
    <form class="stack" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
      ${
        call &&
        html`<p>
        ${changed ? 'Changed from' : 'The signature of'} call <a href=${at(code, 'calls', call)}>${call}</a>, ${
          changed ? 'verified as of now' : 'verified as of the moment of the call'
        }.</p>`
      }
      ${entry.error && html`<${Failure} error=${entry.error} />`}
      <${Choice} label="What you have" value=${form} options=${forms}
        onChange=${(/** @type {string} */ v) => setQuery({ form: v === 'header' ? null : v })} />
      ${
        form === 'header' &&
        html`<${Field} label="Credential header"
        note="With or without its name, or the whole curl command that has it">
        ${(/** @type {any} */ a) => html`<textarea ...${a} rows="6" spellcheck="false" value=${values.header ?? ''}
          onInput=${area('header')}
          placeholder=${'X-Service-Authentication: code="DEMO" date="2026-11-21 20:53:01" hash="…"'}></textarea>`}<//>`
      }
      ${
        form === 'envelope' &&
        html`<${Field} label="Envelope of the login" note="The XML that your client sent">
        ${(/** @type {any} */ a) => html`<textarea ...${a} rows="12" spellcheck="false" value=${values.envelope ?? ''}
          onInput=${area('envelope')}></textarea>`}<//>`
      }
      ${form === 'fields' && html`<${Fields} values=${values} type=${type} />`}
      <${TextField} label="Secret" note="Leave it empty for the secret of the account that the code names"
        type="password" value=${typed.secret ?? ''}
        onInput=${(/** @type {string} */ secret) => setTyped({ ...typed, secret })} />
    </form>
    <div class=${'stack ' + (fresh ? '' : 'signature-old')}>
      ${error && html`<${Failure} error=${error} />`}
      ${one && data && html`<${Signed} key=${call + (agent ?? '')} level=${2} diagnosis=${data} userAgent=${agent} />`}
      ${
        !one &&
        (none
          ? html`<${Empty} title=${`${call} has no signature.`}>
        <p>It came without a credential header, or the journal keeps it no longer.</p><//>`
          : !entry.pending &&
            !entry.error &&
            html`<${Empty} title="No signature yet.">
            <p>Paste one, or open a refused call and follow <em>Signature bench</em>. You see the string that is signed,
              what your client signed instead, and a program that does it right.</p><//>`)
      }
    </div>
  </div>`;
}

/** @param {{values: Values, type: (name: string) => (text: string) => void}} props */
function Fields({ values, type }) {
  const text = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ example) =>
    html`<${TextField} label=${label} class="mono" value=${values[name] ?? ''} onInput=${type(name)}
      placeholder=${example} />`;
  return html`${text('code', 'Vendor code', 'DEMO')}${text('date', 'Date', '2026-11-21 20:53:01')}
    ${text('hash', 'Hash', '64 hex digits')}${text('algorithm', 'Algorithm', 'sha256, when your client names one')}`;
}

/** Returns the signature of a recorded call. @param {import('../api').Entry | undefined} entry @returns {Values} */
function signatureOf(entry) {
  if (!entry) return {};
  const header = entry.request.header?.find((f) => /hash\s*=/.test(f.value) && /code\s*=/.test(f.value));
  if (header) return { header: header.value };
  return typeof entry.request.body === 'string' && /merchantCode|login/i.test(entry.request.body)
    ? { envelope: entry.request.body }
    : {};
}
