import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { libraryRead, needLibrary } from '../app/library.js';
import { contains, wordsOf } from '../app/likely.js';
import { number } from '../app/format.js';
import { at } from '../app/paths.js';
import { go, location, setQuery } from '../app/router.js';
import { active } from '../app/store.js';
import { Lasting } from '../parts/lasting.js';
import { Screen } from '../parts/screen.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { Detail } from './scenarios-detail.js';
import { useSteps } from './data-rows.js';
import { Matrix } from './scenarios-matrix.js';
import { Row } from './scenarios-row.js';

/** @typedef {import('../api').Scenario} Scenario */

/** The groups in their order. @type {{id: string, title: string, has: (s: Scenario) => boolean}[]} */
const groups = [
  { id: 'broken', title: 'Broken files', has: (s) => Boolean(s.error) },
  { id: 'failures', title: 'Failures by operation', has: (s) => s.group === 'failures' && !s.error },
  { id: 'codes', title: 'Outcomes by code', has: (s) => s.group === 'codes' && !s.error },
  { id: 'connection', title: 'Wire and latency', has: (s) => s.group === 'connection' && !s.error },
  { id: 'answers', title: 'Other answers', has: (s) => s.group === 'answers' && !s.error },
  { id: 'own', title: 'Yours', has: (s) => s.group === 'own' && !s.error },
];

/** Scenarios is the library, with the reading of one. @param {{code: string, name?: string}} props */
export default function Scenarios({ code, name }) {
  useEffect(needLibrary, []);
  const query = location.value.query;
  const q = query.get('q') ?? '',
    group = query.get('group') ?? '';
  const { data: known, error, reload } = libraryRead();
  const rows = useMemo(() => selected(known ?? [], q), [known, q]);
  const wanted = groups.find((g) => g.id === group);
  const shown =
    group === 'active'
      ? rows.filter((s) => active.value.some((a) => a.name === s.name))
      : wanted
        ? rows.filter(wanted.has)
        : rows;
  const keys = useList(code, name, Boolean(known));
  const own = known?.filter((s) => s.group === 'own').length ?? 0;
  const actions = html`<a class="button primary" href=${at(code, 'scenarios', 'new')}>New scenario</a>`;
  return html`<${Screen} name="scenarios" title=${name ?? 'Scenarios'} heading="Scenarios" actions=${actions}>
    <div class=${'split ' + (name ? 'scenarios-chosen' : '')}>
      <div class="scenarios-side stack">
        <${Find} q=${q} />
        ${error ? html`<${Failure} error=${error} retry=${reload} />` : !known && html`<${Skeleton} rows=${12} />`}
        ${
          known &&
          html`<${Groups} rows=${rows} group=${group} own=${own} /><${Lasting} label="Switched on" />
        <div class="scenarios-list" ...${keys}>
          ${groups.map(
            (g) => html`<${Group} key=${g.id} group=${g} rows=${shown} code=${code} name=${name}
            search=${window.location.search} />`,
          )}
          ${shown.length === 0 && html`<${None} q=${q} group=${group} code=${code} />`}
        </div>`
        }
      </div>
      <div class="scenarios-detail">
        ${name ? html`<${Detail} key=${name} code=${code} name=${name} />` : html`<${Matrix} code=${code} />`}</div>
    </div>
  <//>`;
}

const pause = 60; // ms after the last key, so that a key does not wait for the list

/** Find is the field of the search. @param {{q: string}} props */
function Find({ q }) {
  const [text, setText] = useState(q);
  const written = useRef(q);
  // At once, otherwise what the next timer writes looks like somebody else's.
  useLayoutEffect(() => {
    if (q !== written.current) setText((written.current = q)); // somebody else changed the address
  }, [q]);
  useEffect(() => {
    if (text === written.current) return;
    const waiting = setTimeout(() => setQuery({ q: (written.current = text) }), pause);
    return () => clearTimeout(waiting);
  }, [text]);
  return html`<input type="search" aria-label="Find scenarios" placeholder="Name, code, status or what it does"
    value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)} />`;
}

/** @param {Scenario[]} all @param {string} q */
function selected(all, q) {
  const words = wordsOf(q);
  return all.filter((s) => contains(s, words));
}

/**
 * Moves the focus by keys, shows the chosen row, and leads back to it.
 * @param {string} code
 * @param {string | undefined} name
 * @param {boolean} ready
 */
function useList(code, name, ready) {
  const before = useRef(name);
  const { ref, onKeyDown, linkOf } = useSteps(name);
  useKeys({ Escape: () => name && go(at(code, 'scenarios') + window.location.search) }, { Escape: 'Back to the list' });
  useLayoutEffect(() => {
    if (!ready) return;
    const from = before.current;
    before.current = name;
    if (name) reveal(ref.current, linkOf(name)?.closest('li'));
    else if (from) linkOf(from)?.focus();
  }, [name, ready]);
  return { ref, onKeyDown };
}

/**
 * Scrolls a list, not the page, until a row is in sight.
 * @param {HTMLElement | null} list
 * @param {HTMLElement | null | undefined} row
 */
function reveal(list, row) {
  if (!list || !row) return;
  const above = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (above < 0 || above + row.offsetHeight > list.clientHeight) list.scrollTop += above - list.clientHeight / 3;
}

/** Groups are filters with their counts. @param {{rows: Scenario[], group: string, own: number}} props */
function Groups({ rows, group, own }) {
  const on = rows.filter((s) => active.value.some((a) => a.name === s.name)).length;
  const items = [
    { id: '', title: 'All', count: rows.length },
    { id: 'active', title: 'Active', count: on },
    ...groups
      .map((g) => ({ id: g.id, title: g.title, count: rows.filter(g.has).length }))
      .filter((g) => g.count > 0 || (g.id === 'own' && own > 0)),
  ];
  return html`<ul class="row" aria-label="Groups">${items.map(
    (g) => html`<li key=${g.id}>
    <button type="button" class=${'chip ' + (g.id === 'active' && on ? 'bent' : '')}
      aria-pressed=${g.id === group ? 'true' : 'false'}
    onClick=${() => setQuery({ group: g.id === group ? '' : g.id })}>${g.title} <span>${number(g.count)}</span></button>
    </li>`,
  )}</ul>`;
}

/** @param {{group: typeof groups[number], rows: Scenario[], code: string, name?: string, search: string}} props */
function Group({ group, rows, code, name, search }) {
  const mine = rows.filter(group.has);
  if (mine.length === 0) return null;
  const list = (/** @type {Scenario[]} */ some, operation = '') =>
    html`<ul>
      ${some.map(
        (s) => html`<${Row} key=${s.name} scenario=${s} operation=${operation}
        href=${at(code, 'scenarios', s.name) + search} chosen=${s.name === name} />`,
      )}</ul>`;
  const operations = group.id === 'failures' ? [...new Set(mine.map((s) => s.operations[0]))] : [];
  return html`<section aria-label=${group.title}><h2 class="scenarios-group">${group.title}</h2>
    ${
      operations.length
        ? operations.map(
            (id) =>
              html`<h3 key=${id} class="scenarios-operation">${id}</h3>${list(
                mine.filter((s) => s.operations[0] === id),
                id,
              )}`,
          )
        : list(mine)
    }</section>`;
}

/** @param {{q: string, group: string, code: string}} props */
function None({ q, group, code }) {
  const clear = html`<button type="button" onClick=${() => setQuery({ q: '', group: '' })}>Show all</button>`;
  if (group === 'active' && !q)
    return html`<${Empty} title="No scenario is active."><p>Switch one on here, or press <kbd>b</kbd> on any page.</p>
      ${clear}<//>`;
  if (group === 'own' && !q)
    return html`<${Empty} title="You have no scenario of your own.">
      <p><a href=${at(code, 'scenarios', 'new')}>Write one</a>, or start the sandbox
        with <code>--scenarios FOLDER</code>.</p>${clear}<//>`;
  return html`<${Empty} title=${html`No scenario matches <code>${q}</code>${group ? ' in this group' : ''}.`}>
    ${clear}<//>`;
}
