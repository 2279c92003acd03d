import { html, useState } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { callsIn, count } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { setQuery } from '../app/router.js';
import { Popover } from '../parts/popover.js';
import { QueryBox } from '../parts/query-box.js';
import { Lazy } from '../parts/states.js';
import { Switch } from '../parts/switch.js';
import { Tabs } from '../parts/tabs.js';
import { terms, toggled } from './data-terms.js';

/** @typedef {import('./calls-feed.js').State} State */

// What a press opens is read when it is first opened.
const assertURL = import.meta.resolve('./calls-assert.js');
const saveURL = import.meta.resolve('./calls-save.js');
const clearURL = import.meta.resolve('./calls-clear.js');

/** The chips beside the filter. */
const chips = [
  { label: 'Refused', term: '-status:2xx' },
  { label: 'Arranged', term: 'cause:scenario' },
  { label: 'Changed something', term: 'changed:*' },
  { label: 'SOAP', term: 'protocol:soap' },
];

/**
 * CallsHead is the heading with what can be done with the list, and its tabs.
 * @param {{code: string, without: boolean, open: boolean, heading: any, state: State, paused: boolean,
 *   onPause: (paused: boolean) => void, waiting: number, q: string}} props
 */
export function CallsHead({ code, without, open, heading, state, paused, onPause, waiting, q }) {
  const [clearing, setClearing] = useState(false);
  const mine = useData(ofAccount(code, 'requests'), {
    query: { limit: 1, view: 'line' },
    on: ['call', 'cleared', 'reset'],
  });
  const none = useData(ofAccount('none', 'requests'), { query: { limit: 1, view: 'line' }, on: ['call', 'cleared'] });
  const whole = (without ? none : mine).data?.total ?? state.total;
  const list = { code, q, total: state.total, without };
  return html`<div class="screen-head">
      ${open ? html`<h2>Calls</h2>` : html`<h1 ref=${heading} tabindex="-1">Calls</h1>`}
      <div class="actions">
        <button type="button" class="small" aria-pressed=${paused ? 'true' : 'false'} title="Pause the list (p)"
          onClick=${() => onPause(!paused)}>
          ${paused ? `Paused${waiting ? `, ${count(waiting, 'call')} waiting` : ''}` : 'Pause'}</button>
        ${
          without
            ? html`<button type="button" class="small" aria-disabled="true"
              title="verify looks at the calls of an account">Copy as assertion</button>`
            : html`<${Popover} class="small" label="Copy as assertion" name="Copy as assertion">
              ${() => html`<${Lazy} url=${assertURL} props=${list} />`}<//>`
        }
        ${!without && html`<a class="button small" href=${at(code, 'drawn', { q })}>Draw</a>`}
        <${Popover} class="small" label="Save…" name="Save the calls">
          ${() => html`<${Lazy} url=${saveURL} props=${list} />`}<//>
        <button type="button" class="small" aria-disabled=${whole === 0 ? 'true' : undefined}
          onClick=${() => whole > 0 && setClearing(true)}>Clear…</button>
      </div>
    </div>
    <${Tabs} label="Whose calls" current=${without ? 'none' : 'mine'} items=${[
      { id: 'mine', label: code, href: at(code, 'calls', { q }), count: mine.data && callsIn(mine.data) },
      {
        id: 'none',
        label: 'Without an account',
        href: at(code, 'calls', { q, account: 'none' }),
        count: none.data && callsIn(none.data),
      },
    ]} />
    ${
      clearing && html`<${Lazy} url=${clearURL} props=${{ code, without, whole, close: () => setClearing(false) }} />`
    }`;
}

/** CallsTools are the filter, its chips and the grouping. @param {{q: string, grouped: boolean, state: State}} props */
export function CallsTools({ q, grouped, state }) {
  const fault = state.error?.status === 400 && q ? state.error : undefined;
  return html`<div class="calls-tools">
    <${QueryBox} kind="calls" value=${q} facets=${state.facets} error=${fault}
      onChange=${(/** @type {string} */ text) => setQuery({ q: text })}
      placeholder="Filter, such as status:4xx operation:search-orders" label="Filter calls" />
    <div class="row">
      ${chips.map(
        ({ label, term }) => html`<button key=${term} type="button" class="chip"
        aria-pressed=${terms(q).includes(term) ? 'true' : 'false'} title=${term}
        onClick=${() => setQuery({ q: toggled(q, term, []) })}>${label}</button>`,
      )}
      <${Switch} checked=${grouped} label="By cause" name="Group by cause"
        onChange=${(/** @type {boolean} */ on) => setQuery({ group: on ? 'cause' : null })} />
    </div>
  </div>`;
}
