import { html, useState } from '../vendor/preact.js';
import { commandOf } from '../app/api.js';
import { useData } from '../app/data.js';
import { count, number, quoted } from '../app/format.js';
import { at, ofAccount, queryText } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Commands } from '../parts/action.js';
import { Choice } from '../parts/field.js';
import { Ignored, ignoredFields } from '../parts/ignored.js';
import { Screen, Section } from '../parts/screen.js';
import { Empty, Failure, Loaded } from '../parts/states.js';
import { Records, shownOf } from './differences-records.js';

/** @typedef {import('../api').Differences} Found */
/** @typedef {{value: string, label: string}} State */

const listed = 50; // accounts to choose from, the last called ones; an address may name any
const atOnce = 100; // records
const most = 1000; // records that the sandbox shows

/** Begins the name of what an account has now. */
const present = 'account:';

/** Returns the name of a state in words. @param {string} state */
const nameOf = (state) => (state.startsWith(present) ? `${state.slice(present.length)} now` : state);

/** Differences compares the records of two snapshots or accounts. @param {{code: string}} props */
export default function Differences({ code }) {
  const { query } = location.value;
  const from = query.get('from') ?? '';
  const to = query.get('to') || present + code;
  const states = useStates(code, [from, to]);
  const chosen = from ? states.options : [{ value: '', label: 'Choose…' }, ...states.options];
  const name = (/** @type {string} */ side, /** @type {string} */ state) => setQuery({ [side]: state });
  return html`<${Screen} name="differences" title="Differences" heading="How records differ"
    lead="Two snapshots, two accounts, or one of them and now, record by record and field by field."
    actions=${html`<a href=${at(code, 'account')}>Account and snapshots</a>`}>
    ${states.error && html`<${Failure} error=${states.error} />`}
    <div class="row differences-sides">
      <${Choice} label="From" value=${from} options=${chosen}
        onChange=${(/** @type {string} */ s) => name('from', s)} />
      <${Choice} label="To" value=${to} options=${states.options}
        onChange=${(/** @type {string} */ s) => name('to', s)} />
      ${from && html`<button type="button" onClick=${() => setQuery({ from: to, to: from })}>Swap</button>`}
    </div>
    ${
      from
        ? html`<${Compared} key=${`${from} ${to}`} code=${code} from=${from} to=${to} />`
        : html`<${Unchosen}
      code=${code} />`
    }
  <//>`;
}

/** @param {{code: string}} props */
function Unchosen({ code }) {
  return html`<${Empty} title="Choose what to compare.">
    <p>A snapshot keeps the records as they are now. <a href=${`${at(code, 'account')}#snapshots`}>Take one</a> before a
      test, and compare it with what the test left.</p><//>`;
}

/**
 * Returns the states to choose from: snapshots of the account, and accounts.
 * @param {string} code @param {string[]} named states that are among them anyway
 */
function useStates(code, named) {
  const snapshots = useData(ofAccount(code, 'snapshots'), { on: ['snapshot', 'reset'] });
  const accounts = useData('/accounts', { query: { sort: '-last_call', limit: listed }, on: ['account'] });
  const codes = (accounts.data?.accounts ?? []).map((/** @type {any} */ a) => present + a.vendor_code);
  const names = (snapshots.data?.snapshots ?? []).map((/** @type {any} */ s) => s.name);
  const all = [present + code, ...names, ...codes, ...named].filter(Boolean);
  return { error: snapshots.error ?? accounts.error, options: [...new Set(all)].map(optionOf) };
}

/** @param {string} state @returns {State} */
function optionOf(state) {
  return { value: state, label: state.startsWith(present) ? nameOf(state) : `Snapshot ${state}` };
}

/** @param {{code: string, from: string, to: string}} props */
function Compared({ code, from, to }) {
  const [all, setAll] = useState(false);
  const ignored = ignoredFields();
  const noDates = location.value.query.get('dates') === 'no';
  const limit = all || noDates || ignored.length > 0 ? most : atOnce;
  const path = ofAccount(code, 'differences');
  const found = useData(path, { query: { from, to, limit } });
  const cli = ['commerce-sandbox diff', quoted(from), quoted(to), '--account', quoted(code)].join(' ');
  const names = /** @type {[string, string]} */ ([nameOf(from), nameOf(to)]);
  return html`<div class="actions">
      <label class="row"><input type="checkbox" checked=${noDates}
        onChange=${() => setQuery({ dates: noDates ? null : 'no' })} />Ignore dates</label>
      <span class="action"><button type="button" aria-busy=${found.pending ? 'true' : undefined}
        onClick=${found.reload}>Compare again</button>
        <${Commands} curl=${() => commandOf('GET', path + queryText({ from, to }))} cli=${cli} about="Compare again" />
        </span>
    </div>
    <${Ignored} />
    <${Loaded} of=${found} rows=${8}>${(/** @type {Found} */ data) => {
      const beyond = data.records.filter((r) => !r.dates_alone),
        shown = shownOf(beyond, ignored, noDates);
      const dated = noDates ? [] : shownOf(data.records, ignored, false).filter((r) => r.dates_alone);
      const hidden = beyond.length - shown.length + (noDates ? data.dates_alone : 0);
      const rest = data.total - data.records.length;
      return html`<${Section} title=${titleOf(data.total - hidden, hidden, noDates ? 0 : data.dates_alone)}>
        ${(data.notes ?? []).map((note) => html`<p key=${note} class="banner">${note}</p>`)}
        ${
          hidden > 0 &&
          html`<p class="note">
          ${count(hidden, 'more record')} ${hidden === 1 ? 'differs' : 'differ'} in ignored fields alone.</p>`
        }
        <${Records} records=${shown} states=${[from, to]} names=${names} />
        ${
          dated.length > 0 &&
          html`<${Section} title="In dates alone"><${Records} records=${dated} states=${[from, to]} names=${names}
            folded /><//>`
        }
        ${
          rest > 0 &&
          html`<p class="row soft">
          ${number(data.records.length)} of ${count(data.total, 'record')} were compared field by field.
          ${
            limit < most &&
            html`<button type="button" class="small" onClick=${() => setAll(true)}>Show up
            to ${number(most)}</button>`
          }</p>`
        }
      <//>`;
    }}<//>`;
}

/**
 * @param {number} n records that differ @param {number} hidden those that differ in ignored fields alone
 * @param {number} dated those of n that differ in dates alone
 */
function titleOf(n, hidden, dated) {
  if (n === 0) return hidden ? 'No other record differs' : 'Both have the same records';
  if (n === dated) return `${count(n, 'record')} ${n === 1 ? 'differs' : 'differ'} in dates alone`;
  const more = dated ? ` in more than dates, ${number(dated)} in dates alone` : '';
  return `${count(n - dated, 'record')} ${n - dated === 1 ? 'differs' : 'differ'}${more}`;
}
