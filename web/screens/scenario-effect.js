import { html, useState } from '../vendor/preact.js';
import { Choice, Field, TextField } from '../parts/field.js';
import { isValue, withMore } from './scenario-held.js';

/** @typedef {import('./scenario-rule.js').RuleProps} RuleProps */

const cuts = [
  { value: 'reset', label: 'a reset before the answer' },
  { value: 'empty', label: 'closed without an answer' },
  { value: 'truncate', label: 'half an answer' },
  { value: 'garbage', label: 'bytes that are no HTTP' },
  { value: 'drip', label: 'an answer in drops' },
];

/** Effect is what a rule does to a call. @param {RuleProps & {effect: string}} props */
export function Effect({ n, rule, text, operations, write, onChange, effect }) {
  const input = (/** @type {string[]} */ path, /** @type {string} */ label, type = 'text') => {
    const value = path.reduce((/** @type {any} */ whole, at) => whole?.[at], rule) ?? '';
    const typed = (/** @type {any} */ e) => write(['rules', n, ...path], e.target.value);
    return html`<${Field} key=${label} label=${label}>${(/** @type {any} */ a) =>
      type === 'area'
        ? html`<textarea ...${a} rows="3" value=${value} onInput=${typed}></textarea>`
        : html`<input ...${a} type=${type} value=${value} onInput=${typed} />`}<//>`;
  };
  if (effect === 'fail') {
    const codes = [...new Set([...codesOf(operations, rule.on ?? []), rule.fail])].map((code) => ({
      value: code,
      label: code,
    }));
    return html`<${Choice} label="Code" value=${rule.fail} options=${codes}
      onChange=${(/** @type {string} */ code) => write(['rules', n, 'fail'], code)} />
      <div class="scenario-bounds">${input(['message'], 'Message')}${input(['status'], 'Status', 'number')}</div>`;
  }
  if (effect === 'answer') {
    return html`<div class="scenario-bounds">${input(['answer', 'status'], 'Status', 'number')}
      ${input(['answer', 'error_code'], 'Error code')}
      ${input(['answer', 'message'], 'Message')}</div>${input(['answer', 'body'], 'Body', 'area')}`;
  }
  if (effect === 'cut') {
    const choose = (/** @type {string} */ how) => write(['rules', n, 'cut'], how);
    return html`<${Choice} label="How" value=${rule.cut} options=${cuts} onChange=${choose} />`;
  }
  if (effect !== 'change') return null;
  return html`${rule.change.map(
    (/** @type {any} */ edit, /** @type {number} */ i) => html`<${Edit} key=${i} n=${n} i=${i} edit=${edit}
      last=${rule.change.length === 1} write=${write} />`,
  )}
    <div class="actions"><button type="button" class="small"
      onClick=${() => onChange(withMore(text, ['rules', n, 'change'], { at: '$', set: 'null' }))}>Another value</button>
      </div>`;
}

/**
 * Edit is one value of the answer that becomes another one.
 * @param {{n: number, i: number, edit: any, last: boolean, write: RuleProps['write']}} props
 */
function Edit({ n, i, edit, last, write }) {
  const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
  const path = ['rules', n, 'change', i];
  const set = (/** @type {string} */ text) => {
    const fits = isValue(text);
    setTyped(fits ? undefined : text);
    if (fits) write([...path, 'set'], text);
  };
  return html`<div class="scenario-bounds">
    <${TextField} label=${`Value ${i + 1} at`} note="A JSONPath, or an XPath of a SOAP answer" class="mono"
      value=${edit.at} onInput=${(/** @type {string} */ to) => write([...path, 'at'], to)} />
    <${TextField} label=${`Value ${i + 1} becomes`} note="JSON, such as 12.5 or null" class="mono"
      value=${typed ?? edit.set} onInput=${set} fault=${typed === undefined ? undefined : 'It is no JSON yet.'} />
    ${
      !last &&
      html`<button type="button" class="small" aria-label=${`Remove value ${i + 1}`}
      onClick=${() => write(path, '')}>Remove</button>`
    }
  </div>`;
}

/** Returns the codes that operations document. @param {import('../api').Operation[]} operations @param {string[]} on */
function codesOf(operations, on) {
  const of = operations.filter((o) => on.includes(o.id) || on.includes('*'));
  return of.flatMap((o) => o.outcomes.flatMap((outcome) => (outcome.code ? [outcome.code] : [])));
}
