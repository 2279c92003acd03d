import { html, useRef } from '../vendor/preact.js';
import { brought } from '../app/brought.js';
import { useData } from '../app/data.js';
import { at, ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { account } from '../app/store.js';
import { QueryBox } from '../parts/query-box.js';
import { Screen } from '../parts/screen.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { Tabs } from '../parts/tabs.js';
import { kindOf, kinds } from './data-kinds.js';
import { Pager, pageSize } from './data-pager.js';
import { RecordTable } from './data-table.js';
import { terms, toggled } from './data-terms.js';

/** What changes the records: of calls those that changed some. */
export const touching = ['record', 'call', 'reset'];
/** @param {import('../app/events.js').StreamEvent} event */
export const touches = (event) => event.kind !== 'call' || event.changes > 0;

/** Data has the records of the account. @param {{code: string, kind?: string}} props */
export default function Data({ code, kind = 'orders' }) {
  const state = useData(ofAccount(code), { on: touching, when: touches });
  const counts = (state.data ?? account.value)?.counts?.records;
  const of = kindOf(kind);
  const add = html`<label class="data-file"><span class="button">Bring in…</span>
    <input type="file" class="offscreen" aria-label="Bring in… a file"
      onChange=${(/** @type {any} */ e) => (brought.value = e.target.files[0])} /></label>
    <a class="button" href=${at(code, 'data', 'add')}>Add a record</a>`;
  const screen = (/** @type {any} */ content) =>
    html`<${Screen} name="data" title=${of ? of.label : 'Data'} heading="Data" actions=${add}>${content}<//>`;
  if (!counts && !state.error) return screen(html`<${Skeleton} />`); // counts may take the tabs another line
  return screen(html`<${Tabs} label="Kinds of records" current=${kind}
      items=${kinds.map((k) => ({ id: k.id, label: k.label, href: at(code, 'data', k.id), count: counts?.[k.id] }))} />
    ${
      of && of.id === kind
        ? html`<${List} key=${kind} code=${code} of=${of} all=${counts?.[kind]} />`
        : html`<${Empty} title=${`No kind of records is called ${kind}.`}>
        <p><a href=${at(code, 'data', 'orders')}>Orders</a></p><//>`
    }`);
}

/** List is the list of one kind. @param {{code: string, of: import('./data-kinds.js').Kind, all?: number}} props */
function List({ code, of, all }) {
  const { query } = location.value;
  const q = query.get('q') ?? '',
    sort = query.get('sort') ?? '',
    offset = Math.max(0, Math.floor(Number(query.get('offset'))) || 0);
  const answer = useData(ofAccount(code, of.id), {
    query: { view: 'line', q, sort, limit: pageSize, offset: offset || null },
    on: [...touching, 'clock'],
    when: touches,
  });
  // A query that is half written shows the rows of the last whole one.
  const last = useRef(/** @type {any} */ (undefined));
  if (answer.data) last.current = answer.data;
  const wrong = answer.error?.status === 400 ? answer.error : undefined;
  const data = answer.data ?? (wrong ? last.current : undefined);
  const possible = of.filters.map(([, term]) => term);
  const present = terms(q);
  const rows = data?.[of.id];
  return html`<div class="stack">
    <${QueryBox} kind=${of.id} value=${q} label=${`Filter ${of.id}`}
      placeholder=${`Filter ${of.id}, such as ${of.filters[0][1]}`} error=${wrong}
      onChange=${(/** @type {string} */ now) => setQuery({ q: now, offset: null })} />
    <div class="row" role="group" aria-label="Usual filters">${of.filters.map(
      ([label, term]) => html`<button key=${term} type="button" class="chip" title=${term}
      aria-pressed=${present.includes(term) ? 'true' : 'false'}
      onClick=${() => setQuery({ q: toggled(q, term, possible), offset: null })}>${label}</button>`,
    )}</div>
    ${answer.error && !wrong && html`<${Failure} error=${answer.error} retry=${answer.reload} />`}
    ${
      !rows
        ? !answer.error && html`<${Skeleton} rows=${10} />`
        : rows.length > 0
          ? html`<${RecordTable} code=${code} of=${of} rows=${rows} sort=${sort} />
          <${Pager} total=${data.total} offset=${offset} shown=${rows.length} one=${of.one} />`
          : html`<${Nothing} code=${code} of=${of} q=${q} total=${data.total} all=${all} />`
    }
  </div>`;
}

/** @param {{code: string, of: import('./data-kinds.js').Kind, q: string, total: number, all?: number}} props */
function Nothing({ code, of, q, total, all }) {
  if (total > 0)
    return html`<${Empty} title="The list ends before this page.">
      <button type="button" onClick=${() => setQuery({ offset: null })}>First page</button><//>`;
  if (q) {
    return html`<${Empty} title=${html`No ${of.one} matches <code>${q}</code>.`}>
      ${all !== undefined && html`<p>${all === 1 ? `1 ${of.one} is` : `${all} ${of.id} are`} in the account.</p>`}
      <button type="button" onClick=${() => setQuery({ q: null, offset: null })}>Clear the filter</button><//>`;
  }
  return html`<${Empty} title=${`The account has no ${of.id}.`}>
    <p><a href=${at(code, 'data', 'add')}>Add a record</a>, or take the
      account <a href=${at(code, 'account') + '#go-back'}>back to its world</a>.</p><//>`;
}
