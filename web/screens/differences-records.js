import { html, useState } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { at } from '../app/paths.js';
import { DiffRows } from '../parts/diff.js';
import { fieldOf, ignore } from '../parts/ignored.js';
import { Section } from '../parts/screen.js';
import { Chip } from '../parts/signs.js';
import { kindOf, kinds } from './data-kinds.js';

/** @typedef {import('../api').ChangedRecord} Changed */
/** @typedef {{states: string[], names: [string, string]}} Sides */

const open = 20; // records of a kind whose fields are shown without a press

/** Matches a value that is a moment or a day, as JSON. */
const dated = /^"\d{4}-\d\d-\d\d[^"]*"$/;

/**
 * Returns the records that still differ when fields are left out, each with the fields that are left.
 * @param {Changed[]} records @param {string[]} ignored names of fields @param {boolean} noDates leaves moments out
 */
export function shownOf(records, ignored, noDates) {
  const isDate = (/** @type {string | null} */ value) => value === null || dated.test(value);
  const stays = (/** @type {import('../api').BodyDifference} */ f) =>
    !ignored.includes(fieldOf(f.path)) && !(noDates && isDate(f.a) && isDate(f.b));
  return records
    .map((r) => (r.change === 'changed' ? { ...r, fields: r.fields.filter(stays) } : r))
    .filter((r) => r.change !== 'changed' || r.fields.length > 0);
}

/** Records are those that differ, by their kinds. @param {Sides & {records: Changed[], folded?: boolean}} props */
export function Records({ records, states, names, folded }) {
  const found = [...new Set(records.map((r) => r.kind))];
  return found.map((kind) => {
    const own = records.filter((r) => r.kind === kind);
    const title = kinds.find((k) => k.one === kind)?.label ?? kind[0].toUpperCase() + kind.slice(1);
    return html`<${Section} key=${kind} title=${`${title}: ${summary(own, names)}`} level=${3}>
      <ul class="differences-records">${own.map(
        (record, i) =>
          html`<${RecordOf} key=${record.id} record=${record} states=${states} names=${names}
            first=${!folded && i < open} />`,
      )}</ul><//>`;
  });
}

/** @param {Changed[]} records @param {[string, string]} names */
function summary(records, names) {
  const n = (/** @type {string} */ change) => records.filter((r) => r.change === change).length;
  const parts = [
    [n('changed'), 'changed'],
    [n('removed'), `only in ${names[0]}`],
    [n('added'), `only in ${names[1]}`],
  ];
  return parts.flatMap(([many, what]) => (many ? [`${many} ${what}`] : [])).join(', ');
}

/** @param {Sides & {record: Changed, first: boolean}} props */
function RecordOf({ record: { kind, id, name, change, fields }, states, names, first }) {
  const [shown, setShown] = useState(first);
  const address = addressOf(kind, id, change, states);
  const where = change === 'removed' ? names[0] : names[1];
  return html`<li>
    <div class="row">
      ${address ? html`<a class="mono" href=${address}>${id}</a>` : html`<span class="mono">${id}</span>`}
      ${name && html`<bdi>${name}</bdi>`}
      ${change !== 'changed' && html`<${Chip}>only in ${where}<//>`}</div>
    ${
      change === 'changed' &&
      html`<details class="folded" open=${first}
        onToggle=${(/** @type {any} */ e) => setShown(e.target.open)}>
      <summary>${count(fields.length, 'field')} ${fields.length === 1 ? 'differs' : 'differ'}</summary>
      ${shown && html`<${DiffRows} rows=${fields} label=${`How ${id} differs`} names=${names} onIgnore=${ignore} />`}
      </details>`
    }
  </li>`;
}

/**
 * Returns the page of a record in an account that has it now, undefined when only snapshots have it.
 * @param {string} kind @param {string} id @param {string} change @param {string[]} states
 */
function addressOf(kind, id, change, [from, to]) {
  const of = kindOf(kind);
  const now = (/** @type {string} */ state) => (/^account:(.*)$/.exec(state) ?? [])[1];
  const owner = (change !== 'removed' && now(to)) || (change !== 'added' && now(from)) || undefined;
  return of && owner && at(owner, 'data', of.id, id);
}
