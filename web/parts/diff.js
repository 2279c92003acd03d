import { html, useState } from '../vendor/preact.js';
import { count } from '../app/format.js';

/** @typedef {{path: string, change: string, a: string | null, b: string | null}} Row */

const most = 200; // rows
const first = 12; // rows that are shown without a press

/**
 * Diff shows what differs between two JSON values, field by field. undefined
 * stands for a value that was not there, or is no more.
 * @param {{before: any, after: any, label: string, names?: [string, string]}} props
 */
export function Diff({ before, after, label, names = ['Before', 'After'] }) {
  return html`<${DiffRows} rows=${differences(before, after)} label=${label} names=${names} />`;
}

/**
 * DiffRows shows differences that are known: path, and the value on either side.
 * @param {{rows: Row[], label: string, names?: [string, string], onIgnore?: (row: Row) => void}} props
 * onIgnore leaves a field out
 */
export function DiffRows({ rows, label, names = ['Before', 'After'], onIgnore }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows.slice(0, most) : rows.slice(0, first + 3 >= rows.length ? rows.length : first);
  if (rows.length === 0) return html`<p class="soft">No field differs.</p>`;
  return html`<div class="diff scroll" role="region" aria-label=${label} tabindex="0"><table>
    <thead><tr><th scope="col">Field</th><th scope="col">${names[0]}</th><th scope="col">${names[1]}</th></tr></thead>
    <tbody>${shown.map(
      (row) => html`<tr key=${row.path}>
      <th scope="row"><code>${row.path || 'whole'}</code>
        ${row.change !== 'changed' && html` <span class="note">${row.change}</span>`}
        ${
          onIgnore &&
          html` <button type="button" class="link" aria-label=${`Ignore ${row.path}`}
          onClick=${() => onIgnore(row)}>ignore</button>`
        }</th>
      <${Value} text=${row.a} kind="del" /><${Value} text=${row.b} kind="ins" /></tr>`,
    )}</tbody>
  </table></div>
  ${
    shown.length < rows.length &&
    html`<p class="note">${
      all
        ? `${count(rows.length - shown.length, 'more field')} differ.`
        : html`<button type="button" class="link" onClick=${() => setAll(true)}>Show all ${count(rows.length, 'field')}
        </button>`
    }</p>`
  }`;
}

/**
 * Returns how two answers differ, as rows: their headers, without those of the sandbox, and their bodies.
 * @param {Pick<import('../api').Comparison, 'header' | 'body'>} answers
 * @returns {Row[]}
 */
export function answerRows({ header, body }) {
  const own = header.filter((h) => !/^x-sandbox-/i.test(h.name));
  return [...own.map(({ name, a, b }) => ({ path: `header ${name}`, change: changeOf(a, b), a, b })), ...body];
}

/** Rest says what a comparison could not show. @param {{of: import('../api').Comparison}} props */
export function Rest({ of: { more, notes = [] } }) {
  return html`${more ? html`<p class="note">${more} more differences found no room.</p>` : null}
    ${notes.map((note) => html`<p key=${note} class="note">${note}</p>`)}`;
}

/** @param {string | null} a @param {string | null} b */
const changeOf = (a, b) => (a === null ? 'added' : b === null ? 'removed' : 'changed');

/** @param {{text: string | null, kind: 'del' | 'ins'}} props */
function Value({ text, kind }) {
  if (text === null) return html`<td class="soft">absent</td>`;
  return html`<td><${kind}><code>${text}</code><//></td>`;
}

/**
 * Returns the fields in which two JSON values differ, in the order of their first appearance.
 * @param {any} before
 * @param {any} after
 * @returns {Row[]}
 */
export function differences(before, after) {
  const [a, b] = [leaves(before), leaves(after)];
  /** @type {Row[]} */
  const rows = [];
  for (const path of new Set([...a.keys(), ...b.keys()])) {
    const was = a.get(path) ?? null,
      is = b.get(path) ?? null;
    if (was === is) continue;
    rows.push({ path, change: changeOf(was, is), a: was, b: is });
  }
  return rows;
}

/**
 * Returns the values of a JSON value that have no parts, as JSON, by path.
 * @param {any} value
 * @param {string} [path]
 * @param {Map<string, string>} [all]
 */
function leaves(value, path = '', all = new Map()) {
  if (value === undefined) return all;
  if (value === null || typeof value !== 'object') return all.set(path, JSON.stringify(value));
  const parts = Object.entries(value);
  if (parts.length === 0) return all.set(path, JSON.stringify(value));
  const list = Array.isArray(value);
  for (const [name, part] of parts) leaves(part, list ? `${path}[${name}]` : path ? `${path}.${name}` : name, all);
  return all;
}
