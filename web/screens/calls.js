import { html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { useModule } from '../app/load.js';
import { count, number } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { location } from '../app/router.js';
import { about, generation } from '../app/sandbox.js';
import { Screen, useHeading } from '../parts/screen.js';
import { Failure, Lazy, Skeleton } from '../parts/states.js';
import { VirtualRows } from '../parts/rows.js';
import { Feed } from './calls-feed.js';
import { folded } from './calls-fold.js';
import { CallRow, GroupRow } from './calls-row.js';
import { CallsHead, CallsTools } from './calls-tools.js';
import { useSummary } from './calls-summary.js';
import { UnderWay } from './calls-under-way.js';

const call = import.meta.resolve('./call.js');
const noCalls = import.meta.resolve('./calls-none.js');

/**
 * Calls lists the calls of an account as they come, and shows one beside them.
 * @param {{code: string, id?: string}} props
 */
export default function Calls({ code, id }) {
  const query = location.value.query;
  const without = query.get('account') === 'none' || (id?.startsWith('none-') ?? false);
  const q = query.get('q') ?? '',
    grouped = query.get('group') === 'cause';
  const heading = useHeading(id ? undefined : 'Calls');
  const summary = useSummary();
  const feed = useFeed(code, without, q, summary.add);
  const { state, fresh } = { state: feed.state.value, fresh: feed.latest };

  const [paused, setPaused] = useState(false);
  const [reading, setReading] = useState(false); // a person reads, points at or focuses a row
  const hold = paused || reading;
  // the newest row when rows began to be held, known before a new one comes
  const [from, setFrom] = useState(/** @type {string | undefined} */ (undefined));
  useLayoutEffect(() => setFrom(hold ? (feed.state.peek().rows[0]?.id ?? '') : undefined), [hold, feed]);
  const waiting =
    from === undefined
      ? 0
      : from === ''
        ? state.rows.length
        : Math.max(
            0,
            state.rows.findIndex((row) => row.id === from),
          );
  const rows = waiting ? state.rows.slice(waiting) : state.rows;

  const [unfolded, setUnfolded] = useState(/** @type {Set<string>} */ (new Set()));
  const listed = useMemo(() => (grouped ? folded(rows, unfolded) : rows), [rows, grouped, unfolded]);
  useEffect(() => {
    if (grouped && state.read) feed.all();
  }, [grouped, state.read, feed]);

  const list = useRef(/** @type {import('../parts/rows.js').Rows | null} */ (null));
  const left = useRef(''); // the call that was open last, to whose row Escape returns
  useEffect(() => {
    if (id) {
      left.current = id;
      list.current?.show(id);
    } else if (left.current && list.current?.focus(left.current)) left.current = '';
  }, [id, state.read]);
  const newest = (/** @type {boolean} */ byKey) => {
    setFrom(paused ? undefined : state.rows[0]?.id);
    setPaused(false);
    list.current?.top();
    if (byKey) list.current?.focus();
  };
  useKeys({ p: () => setPaused(!paused), n: () => newest(true) }, { p: 'Pause the list', n: 'Newest call' });

  const place = rows.findIndex((row) => row.id === id);
  const near = (/** @type {number} */ by) => (place < 0 ? undefined : rows[place + by]?.id);
  const name = without ? 'the calls without an account' : `the calls of ${code}`;
  const href = (/** @type {string} */ call) =>
    at(code, 'calls', call, {
      q,
      account: without && !call.startsWith('none-') ? 'none' : null,
      group: grouped ? 'cause' : null,
    });
  const row = useCallback(
    (/** @type {any} */ of, /** @type {any} */ link, /** @type {boolean} */ near, /** @type {any} */ above) =>
      of.calls
        ? html`<${GroupRow} group=${of} link=${link} open=${unfolded.has(of.key)}
          onToggle=${() => setUnfolded(toggled(unfolded, of.key))} />`
        : html`<${CallRow} call=${of} link=${link} near=${near} href=${href(of.id)} inGroup=${grouped}
          above=${above?.calls ? undefined : above} code=${code} />`,
    [code, q, without, grouped, unfolded],
  );
  const back = at(code, 'calls', { q, account: without ? 'none' : null, group: grouped ? 'cause' : null });
  return html`<div class=${`screen calls ${id ? 'split' : ''}`}>
    <section class="calls-pane" aria-label="List of calls">
      <${CallsHead} code=${code} without=${without} open=${id !== undefined} heading=${heading} state=${state}
        paused=${paused} onPause=${setPaused} waiting=${waiting} q=${q} />
      <${CallsTools} q=${q} grouped=${grouped} state=${state} />
      <${UnderWay} code=${code} without=${without} />
      <div class="calls-list">
        ${
          waiting > 0 &&
          html`<button type="button" class="calls-new"
          onClick=${(/** @type {MouseEvent} */ e) => newest(e.detail === 0)}>
          ${count(waiting, 'new call')} <kbd>n</kbd></button>`
        }
        ${
          state.error &&
          (state.error.status !== 400 || !q) &&
          html`<${Failure} error=${state.error}
          retry=${() => feed.turn(() => feed.fresh())} />`
        }
        ${!state.read && html`<${Skeleton} rows=${10} />`}
        ${
          state.read &&
          !state.error &&
          rows.length === 0 &&
          html`<${Lazy} url=${noCalls} props=${{ code, without, q, waiting }} />`
        }
        <${VirtualRows} rows=${listed} keyOf=${keyOf} label=${name[0].toUpperCase() + name.slice(1)} height=${height}
          total=${grouped ? listed.length : Math.max(state.total - waiting, rows.length)} current=${id} handle=${list}
          fresh=${fresh}
          onHold=${setReading} onEnd=${() => feed.older()}>
          ${row}
        <//>
      </div>
      <${Kept} state=${state} shown=${rows.length} grouped=${grouped} />
      <p class="offscreen" role="status">${summary.text}</p>
    </section>
    ${
      id &&
      html`<${One} key=${id} code=${code} id=${id} older=${near(1)} newer=${near(-1)} href=${href} back=${back} />`
    }
  </div>`;
}

/** One is a call beside the list. @param {{id: string, [prop: string]: any}} props those of call.js */
function One(props) {
  const { data: module, error, reload } = useModule(call);
  if (module) return html`<${module.default} ...${props} />`;
  return html`<${Screen} title=${props.id} name="call">
    ${error ? html`<${Failure} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${8} />`}<//>`;
}

/**
 * @param {string} code @param {boolean} without @param {string} q
 * @param {(rows: import('../api').EntryLine[]) => void} arrived
 */
function useFeed(code, without, q, arrived) {
  const round = generation.value;
  const feed = useMemo(
    () => new Feed(ofAccount(without ? 'none' : code, 'requests'), without ? 'none' : code, q, arrived),
    [code, without, q],
  );
  const before = useRef(/** @type {Feed | null} */ (null));
  if (before.current && before.current !== feed)
    feed.state.value = {
      ...feed.state.peek(),
      ...(before.current.path === feed.path && before.current.state.peek()),
      error: undefined,
    };
  before.current = feed;
  useEffect(() => feed.start(), [feed, round]);
  return feed;
}

/** @param {any} row */
const keyOf = (row) => row.key ?? row.id;

/** Returns the height of a row: two lines where the list is narrow. Both are in rem. @param {number} width */
function height(width) {
  if (width > 0 && width < 45) return 3.25;
  return matchMedia('(pointer: coarse)').matches ? 2.75 : 2;
}

/** @param {Set<string>} set @param {string} key */
function toggled(set, key) {
  const copy = new Set(set);
  if (!copy.delete(key)) copy.add(key);
  return copy;
}

/**
 * Kept says how many calls there are, and that others were dropped.
 * @param {{state: import('./calls-feed.js').State, shown: number, grouped: boolean}} props
 */
function Kept({ state, shown, grouped }) {
  const limits = about.value?.limits;
  if (!state.read || (shown === 0 && !state.dropped)) return null;
  return html`<p class="note calls-kept">${grouped && shown < state.total ? `${number(shown)} of ` : ''}
    ${count(state.total, 'call')}
    ${state.fast ? '. More than 50 a second arrive, so the list changes once a second' : ''}.
    ${
      state.dropped > 0 &&
      html` ${count(state.dropped, 'older call')} ${state.dropped === 1 ? 'was' : 'were'} dropped
      (the journal
        keeps ${number(limits?.journal_entries ?? 0)} or ${Math.round(
          (limits?.journal_account_bytes ?? 0) / 1048576,
        )} MiB). <code>--journal</code> raises it.`
    }</p>`;
}
