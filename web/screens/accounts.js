import { html, useRef, useState } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { count, number } from '../app/format.js';
import { at, ui } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { code as present } from '../app/store.js';
import { QueryBox } from '../parts/query-box.js';
import { Screen } from '../parts/screen.js';
import { Chip, Status, Time } from '../parts/signs.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { NewAccount } from './accounts-new.js';
import { toggled, terms } from './data-terms.js';
import { useRows } from './data-rows.js';

/** @typedef {import('../api').AccountState} State */

const atOnce = 100; // accounts
const filters = [
  ['With refused calls', 'refused:>0'],
  ['With a scenario', 'scenario:*'],
  ['Clock not real', '-clock:real'],
  ['Called within 5 minutes', 'called:>-5m'],
  ['Never called', '-called:*'],
];
const sorts = [
  ['-last_call', 'Last call first'],
  ['code', 'By code'],
  ['-calls', 'Most calls first'],
  ['-refused', 'Most refused first'],
];

/** Accounts are all accounts of the sandbox. */
export default function Accounts() {
  const { query } = location.value;
  const [opening, setOpening] = useState(false);
  const q = query.get('q') ?? '',
    sort = query.get('sort') || '-last_call',
    limit = Math.max(atOnce, Number(query.get('limit')) || 0);
  const accounts = useData('/accounts', {
    query: { q, sort, limit },
    on: ['account', 'call', 'scenario', 'clock', 'reset', 'cleared'],
    all: true,
  });
  const last = useRef(/** @type {any} */ (undefined));
  if (accounts.data) last.current = accounts.data;
  const wrong = accounts.error?.status === 400 ? accounts.error : undefined;
  const data = accounts.data ?? (wrong ? last.current : undefined);
  const chosen = terms(q);
  return html`<${Screen} name="accounts-screen" title="Accounts"
    actions=${html`<a href=${ui('runs')}>Runs</a>
    <button type="button" class="primary" onClick=${() => setOpening(true)}>Open an account</button>`}
    lead=${
      'A vendor code is an account of its own: data, settings, scenarios, clock and calls. ' +
      'The first signed call with a new code opens one.'
    }>
    <div class="stack">
      <${QueryBox} kind="accounts" value=${q} label="Filter accounts" placeholder="Filter accounts, such as scenario:*"
        error=${wrong} onChange=${(/** @type {string} */ now) => setQuery({ q: now })} />
      <div class="row" role="group" aria-label="Usual filters">${filters.map(
        ([label, term]) => html`<button key=${term} type="button" class="chip" title=${term}
          aria-pressed=${chosen.includes(term) ? 'true' : 'false'}
        onClick=${() =>
          setQuery({
            q: toggled(
              q,
              term,
              filters.map(([, t]) => t),
            ),
          })}>${label}</button>`,
      )}
        <label class="row accounts-sort"><span class="offscreen">Order</span>
          <select value=${sort}
            onChange=${(/** @type {any} */ e) =>
              setQuery({ sort: e.target.value === '-last_call' ? null : e.target.value })}>
          ${sorts.map(([id, label]) => html`<option key=${id} value=${id} selected=${id === sort}>${label}</option>`)}
          </select></label></div>
      ${accounts.error && !wrong && html`<${Failure} error=${accounts.error} retry=${accounts.reload} />`}
      ${
        !data
          ? !accounts.error && html`<${Skeleton} rows=${6} />`
          : data.accounts.length === 0
            ? html`<${Empty} title=${html`No account matches <code>${q}</code>.`}>
            <button type="button" onClick=${() => setQuery({ q: null })}>Clear the filter</button><//>`
            : html`<${Table} accounts=${data.accounts} />
          <p class="row soft">
            <span role="status">${data.total > data.accounts.length ? `${number(data.accounts.length)} of ` : ''}
              ${count(data.total, 'account')}</span>
            ${
              data.total > data.accounts.length &&
              html`<button type="button" class="small"
              onClick=${() => setQuery({ limit: limit + atOnce })}>Show more</button>`
            }</p>`
      }
    </div>
    ${opening && html`<${NewAccount} onClose=${() => setOpening(false)} />`}
  <//>`;
}

/** @param {{accounts: State[]}} props */
function Table({ accounts }) {
  const keys = useRows(accounts.length > 0);
  return html`<div class="scroll"><table class="accounts-table folds" ...${keys}>
    <caption class="offscreen">Accounts</caption>
    <thead>
      <tr>${['Account', 'World', 'Calls', 'Refused', 'Last call', 'Not as usual', 'Records'].map(
        (h, i) => html`<th key=${h} scope="col" class=${i === 2 || i === 3 ? 'end' : ''}>${h}</th>`,
      )}</tr></thead>
    <tbody>${accounts.map(
      (a) => html`<tr key=${a.vendor_code}>
      <th scope="row"><a class="mono" data-row=${a.vendor_code} href=${at(a.vendor_code)}>${a.vendor_code}</a>
        ${a.vendor_code === present.value && html` <span class="note">shown</span>`}
        ${a.label && html`<br /><span class="soft">${a.label}</span>`}
        ${
          a.run &&
          html` <button type="button" class="chip" title=${`run:${a.run}`}
          onClick=${() => setQuery({ q: `run:${a.run}` })}>run ${a.run}</button>`
        }</th>
      <td>${a.world}</td>
      <td class="end" data-label="Calls">${number(a.calls)}</td>
      <td class="end" data-label="Refused">${number(a.refused)}</td>
      <td>${
        a.last_call
          ? html`<a class="accounts-last" href=${at(a.vendor_code, 'calls', a.last_call.id)}>
          <${Time} iso=${a.last_call.wall_time} full /> <${Status} status=${a.last_call.status} code=${a.last_call.code}
            cause=${a.last_call.cause} /></a>`
          : html`<span class="soft">none</span>`
      }</td>
      <td>
        <span class="row">${a.scenarios.map((name) => html`<${Chip} key=${name} kind="bent">${name}<//>`)}
          ${a.clock.mode !== 'real' && html`<${Chip} kind="time">clock ${a.clock.mode}<//>`}</span></td>
      <td><${CompareRecords} of=${a.vendor_code} /></td>
    </tr>`,
    )}</tbody>
  </table></div>`;
}

/**
 * CompareRecords leads from an account to how its records differ from those of the account that is shown.
 * @param {{of: string}} props
 */
function CompareRecords({ of }) {
  const shown = present.value;
  if (!shown || of === shown) return null;
  return html`<a href=${at(shown, 'differences', { from: `account:${of}` })}
    aria-label=${`Compare ${of} with ${shown}`}>Compare</a>`;
}
