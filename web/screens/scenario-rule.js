import { html } from '../vendor/preact.js';
import { Choice, TextField } from '../parts/field.js';
import { Chip } from '../parts/signs.js';
import { ConditionOf } from './scenario-condition.js';
import { Effect } from './scenario-effect.js';
import { effects, withEffect, withList, withValue } from './scenario-held.js';

/**
 * @typedef {object} RuleProps
 * @property {number} n of the rule, from 0
 * @property {number} of how many rules there are
 * @property {import('./scenario-held.js').Values} rule
 * @property {string} code
 * @property {string} text of the scenario
 * @property {import('../api').Operation[]} operations
 * @property {(path: import('./scenario-held.js').Path, value: string) => void} write
 * @property {(text: string) => void} onChange
 */

const every = { value: '*', label: 'every operation' };
const kinds = [
  { value: 'fail', label: 'fails with a code' },
  { value: 'answer', label: 'is answered otherwise' },
  { value: 'change', label: 'changes the answer' },
  { value: 'cut', label: 'cuts the connection' },
  { value: '', label: 'only waits' },
];

/** The fields that say in which calls a rule acts, and how long. */
const bounds = [
  ['times', 'How often it acts', '', 'number', 1],
  ['skip', 'Calls that pass before', '', 'number', 0],
  ['every', 'Every nth call only', '', 'number', 1],
  ['chance', 'Share of the calls', 'Such as 20%', 'text', 0],
];

/** Rule is one rule of a scenario. @param {RuleProps} props */
export function Rule(props) {
  const { n, of, rule, code, text, operations, write, onChange } = props;
  const on = rule.on ?? [];
  const left = [every, ...operations.map((o) => ({ value: o.id, label: o.id }))].filter((o) => !on.includes(o.value));
  const effect = Object.keys(effects).find((name) => name in rule) ?? '';
  const set = (/** @type {string[]} */ list) => onChange(withList(text, ['rules', n, 'on'], list));
  const add = (/** @type {string} */ id) =>
    id && set(id === '*' ? ['*'] : [...on.filter((/** @type {string} */ o) => o !== '*'), id]);
  const input = (
    /** @type {any[]} */ [name, label, note, type, min],
  ) => html`<${TextField} key=${name} label=${label} note=${note} type=${type} min=${min} value=${rule[name] ?? ''}
    onInput=${(/** @type {string} */ to) => write(['rules', n, name], to)} />`;
  return html`<fieldset class="panel stack"><legend>Rule ${n + 1}</legend>
    <div class="row">${on.map(
      (/** @type {string} */ id) => html`<${Chip} key=${id} closeLabel=${`Take ${id} out of rule ${n + 1}`}
        onClose=${on.length > 1 ? () => set(on.filter((/** @type {string} */ o) => o !== id)) : undefined}>
        ${id === '*' ? every.label : id}<//>`,
    )}
      <${Choice} hidden label=${`Operation of rule ${n + 1}`} value=""
        options=${[{ value: '', label: on.length ? 'Another operation…' : 'Operation…' }, ...left]} onChange=${add} />
        </div>
    <${TextField} label="When" note=${`A condition such as query.Limit == "500"; empty for every call`} class="mono"
      value=${rule.when ?? ''} onInput=${(/** @type {string} */ when) => write(['rules', n, 'when'], when)} />
    <${ConditionOf} code=${code} operation=${on.length === 1 && operations.some((o) => o.id === on[0]) ? on[0] : ''}
      onTake=${(/** @type {string} */ when) => write(['rules', n, 'when'], when)} />
    <${Choice} label="The call" value=${effect} options=${kinds}
      onChange=${(/** @type {string} */ kind) => onChange(started(text, n, kind, rule))} />
    <${Effect} ...${props} effect=${effect} />
    <div class="scenario-bounds">${input(['delay', 'Delay', 'Such as 300ms or 2s', 'text'])}${bounds.map(input)}</div>
    ${
      of > 1 &&
      html`<div class="actions">
      <button type="button" class="small" onClick=${() => onChange(withValue(text, ['rules', n], ''))}>Remove
        rule ${n + 1}</button></div>`
    }
  </fieldset>`;
}

/**
 * Returns the text with another effect; a rule without one waits.
 * @param {string} text
 * @param {number} n
 * @param {string} kind
 * @param {any} rule
 */
function started(text, n, kind, rule) {
  const other = withEffect(text, n, kind);
  return kind === '' && !rule.delay ? withValue(other, ['rules', n, 'delay'], '300ms') : other;
}
