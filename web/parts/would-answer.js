import { html } from '../vendor/preact.js';
import { OperationName } from './signs.js';
import { Section } from './screen.js';

/**
 * WouldAnswer says what a scenario does, operations with the same effect together.
 * @param {{code: string, effects: import('../api').Effect[]}} props
 */
export function WouldAnswer({ code, effects }) {
  /** @type {Map<string, {what: string, when: string, operations: string[]}>} */
  const rows = new Map();
  for (const e of effects) {
    const what = e.text,
      when = e.when ?? '',
      key = `${what}\n${when}`;
    const row = rows.get(key) ?? { what, when, operations: [] };
    if (!row.operations.includes(e.operation)) row.operations.push(e.operation);
    rows.set(key, row);
  }
  if (rows.size === 0)
    return html`<${Section} title="Would answer"><p class="soft">Nothing yet: the scenario affects no call.</p><//>`;
  const conditional = [...rows.values()].some((r) => r.when);
  return html`<${Section} title="Would answer"><table class="would-answer">
    <thead>
      <tr><th scope="col">What</th><th scope="col">Operation</th>${conditional && html`<th scope="col">When</th>`}</tr>
      </thead>
    <tbody>${[...rows].map(
      ([key, r]) => html`<tr key=${key}><td class="bent">${r.what}</td>
      <td><ul>${r.operations.map((id) => html`<li key=${id}><${OperationName} code=${code} id=${id} /></li>`)}</ul></td>
      ${conditional && html`<td>${r.when ? html`<code>${r.when}</code>` : 'every call'}</td>`}</tr>`,
    )}</tbody>
  </table><//>`;
}
