import { html } from '../vendor/preact.js';
import { at } from '../app/paths.js';
import { setQuery } from '../app/router.js';
import { Icon } from '../parts/icon.js';
import { leave, useRows } from './data-rows.js';

/**
 * RecordTable has one record a row.
 * @param {{code: string, of: import('./data-kinds.js').Kind, rows: any[], sort: string}} props
 */
export function RecordTable({ code, of, rows, sort }) {
  const keys = useRows(rows.length > 0);
  const named = of.id === 'campaigns';
  return html`<div class="scroll data-scroll"><table class="data-table" ...${keys}>
    <caption class="offscreen">${of.label}</caption>
    <thead><tr><${Head} label=${of.name} by=${of.sort} sort=${sort} keep />
      ${of.columns.map(
        (column) => html`<${Head} key=${column.label} label=${column.label} by=${column.sort}
        sort=${sort} end=${column.end} keep=${column.keep} />`,
      )}</tr></thead>
    <tbody>${rows.map((row) => {
      const key = of.key(row);
      return html`<tr key=${key}>
      <td class="data-keep">
        <a class=${named ? 'cut data-name' : 'mono cut'} data-row=${key} title=${named ? row.name : key}
          href=${at(code, 'data', of.id, key)}
          onClick=${() => leave(key)}>${named ? row.name || 'without a name' : key}</a>
          <span class="data-second note cut">${of.second(row)}</span></td>
        ${of.columns.map(
          (column) => html`<td key=${column.label} class=${classes(column)}>
          ${column.cell(row, code)}</td>`,
        )}</tr>`;
    })}</tbody>
  </table></div>`;
}

/** @param {{end?: boolean, keep?: boolean}} column */
function classes({ end, keep }) {
  return [end && 'end', keep && 'data-keep'].filter(Boolean).join(' ');
}

/**
 * Head is the head of a column; a press sorts by it, upwards, downwards, not at all.
 * @param {{label: string, by?: string, sort: string, end?: boolean, keep?: boolean}} props
 */
function Head({ label, by, sort, end, keep }) {
  if (!by) return html`<th scope="col" class=${classes({ end, keep })}>${label}</th>`;
  const up = sort === by,
    down = sort === `-${by}`;
  const next = up ? `-${by}` : down ? null : by;
  return html`<th scope="col" class=${classes({ end, keep })}
    aria-sort=${up ? 'ascending' : down ? 'descending' : undefined}>
    <button type="button" class=${'data-head ' + (up ? 'up' : down ? 'down' : '')}
      onClick=${() => setQuery({ sort: next, offset: null })}>${label}
      ${(up || down) && html`<${Icon} name="down" />`}</button></th>`;
}
