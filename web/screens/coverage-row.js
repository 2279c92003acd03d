import { html } from '../vendor/preact.js';
import { count, fullTime, number } from '../app/format.js';
import { at, ui } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { active } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Provoke } from './coverage-provoke.js';

/** @typedef {import('../api').CoverageOutcome} Outcome */

/** Returns the name of a cell in the address. @param {Outcome} o */
export const nameOf = (o) => `${o.operation}/${o.code || o.status}`;

/**
 * Row is one operation with its outcomes, and below it the one that is open.
 * @param {{code: string, operation: string, outcomes: Outcome[]}} props
 */
export function Row({ code, operation, outcomes }) {
  const wanted = location.value.query.get('cell') ?? '';
  const open = outcomes.find((o) => nameOf(o) === wanted);
  const cells = (/** @type {Outcome[]} */ some) =>
    html`<ul class="coverage-cells">
      ${some.map((o) => html`<li key=${nameOf(o)}><${Cell} outcome=${o} open=${o === open} /></li>`)}</ul>`;
  return html`<tbody>
    <tr><th scope="row"><a href=${at(code, 'operations', operation)}>${operation}</a></th>
      <td>${cells(outcomes.filter((o) => !o.code))}</td>
      <td>${cells(outcomes.filter((o) => o.code && o.documented))}</td>
      <td>${cells(outcomes.filter((o) => o.code && !o.documented))}</td></tr>
    ${
      open &&
      html`<tr>
      <td colspan="4" class="coverage-open"><${Provoke} key=${nameOf(open)} code=${code} outcome=${open} /></td></tr>`
    }
  </tbody>`;
}

/**
 * Cell is one outcome: a link to its last call, or what opens the way to one.
 * @param {{outcome: Outcome, open: boolean}} props
 */
function Cell({ outcome: o, open }) {
  const text = o.code ? `${o.status} ${o.code}` : o.status;
  const small = o.documented || !o.code ? '' : ' coverage-small';
  if (o.count > 0 && o.last) {
    const title = `${count(o.count, 'call')}, the last at ${fullTime(o.last.time)}`;
    return html`<a class=${'coverage-cell coverage-met' + small} href=${ui('c', o.last.id)} title=${title}>
      <${Icon} name="ok" /><span>${text}</span><span aria-hidden="true">×${number(o.count)}</span>
      <span class="offscreen">, ${title}</span></a>`;
  }
  if (o.count > 0)
    return html`<span class=${'coverage-cell coverage-met' + small}><${Icon} name="ok" /><span>${text}</span>
      <span>×${number(o.count)}</span></span>`;
  const armed = active.value.some((a) => a.name === o.provoke);
  return html`<button type="button" class=${'coverage-cell coverage-unmet' + small + (armed ? ' coverage-armed' : '')}
    aria-expanded=${open ? 'true' : 'false'}
    title="Never tried"
    onClick=${() => setQuery({ cell: open ? '' : nameOf(o) })}>${armed && html`<${Icon} name="bent" />`}
    <span>${text}</span><span class="offscreen">, ${armed ? 'arranged' : 'never tried'}</span></button>`;
}
