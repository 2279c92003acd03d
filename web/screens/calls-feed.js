// The calls of a list, kept true: what events report is read with the query of
// the list, because only the sandbox evaluates queries.
import { signal } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { on } from '../app/events.js';
import { retry } from '../app/reader.js';
import { sum } from './calls-facets.js';

/** @typedef {import('../api').EntryLine} Line */
/** @typedef {import('./calls-facets.js').Facets} Facets */
/**
 * @typedef {{rows: Line[], total: number, dropped: number, facets: Facets,
 *   error?: import('../app/api.js').Refused, read: boolean, fast: boolean}} State
 */

/** How many rows a list keeps. */
const kept = 5000;

const page = 100; // rows of a reading
const wholePage = 1000; // rows of a reading when all are wanted
const fastFrom = 50; // calls a second from which a list reads once a second
const slowPause = 1000; // ms
const facets = 'cause,operation,code,status,scenario,protocol';

/** Feed reads the calls of an account, or those without one, that a query selects. */
export class Feed {
  /** @type {import('../vendor/preact.js').Signal<State>} */
  state = signal({ rows: [], total: 0, dropped: 0, facets: {}, error: undefined, read: false, fast: false });
  /** The ids of the rows that came last. @type {Set<string>} */
  latest = new Set();

  /**
   * @param {string} path of the control interface
   * @param {string} account vendor code, or none
   * @param {string} q
   * @param {(rows: Line[]) => void} arrived is called with the calls that came since the list was read
   */
  constructor(path, account, q, arrived) {
    this.path = path;
    this.account = account;
    this.q = q;
    this.arrived = arrived;
    this.under = new AbortController();
    this.busy = Promise.resolve();
    this.began = 0;
    /** When the last calls were reported. @type {number[]} */
    this.seen = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
  }

  /** Begins to read, and returns the end of it. */
  start() {
    this.under = new AbortController();
    const mine = (/** @type {any} */ event) => (event.account || 'none') === this.account;
    const ends = [
      on(['call'], (event) => mine(event) && this.report()),
      on(['cleared', 'reset'], (event) => mine(event) && this.turn(() => this.fresh())),
    ];
    this.turn(() => this.fresh());
    return () => {
      for (const end of ends) end();
      clearTimeout(this.waiting);
      this.waiting = undefined;
      this.under.abort();
    };
  }

  /** Notes that a call came, and reads it soon: at once, or once a second when there are many. */
  report() {
    this.seen.push(Date.now());
    this.seen = this.seen.slice(-fastFrom);
    this.soon(this.many() ? Math.max(0, this.began + slowPause - Date.now()) : 0);
  }

  /** Reports whether more calls come than a person can read. */
  many() {
    return this.seen.length === fastFrom && Date.now() - this.seen[0] < 1000;
  }

  /** @param {number} wait ms */
  soon(wait) {
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      this.turn(() => this.news());
    }, wait);
  }

  /** Does one reading after the other. @param {() => Promise<void>} read */
  turn(read) {
    const { signal } = this.under;
    this.busy = this.busy
      .then(() => (signal.aborted ? undefined : read()))
      .catch((/** @type {any} */ error) => {
        if (signal.aborted) return;
        this.state.value = { ...this.state.peek(), error, read: true };
        if (error.passing) this.soon(retry);
      });
    return this.busy;
  }

  /** @param {import('../app/api.js').Query} query @returns {Promise<import('../api').EntryLines>} */
  ask(query) {
    return get(this.path, { q: this.q, view: 'line', ...query }, { signal: this.under.signal });
  }

  /** Reads the list from its beginning. */
  async fresh() {
    this.began = Date.now();
    const answer = await this.ask({ limit: page, facets });
    this.latest = new Set();
    this.state.value = {
      rows: answer.requests,
      total: answer.total,
      dropped: answer.dropped,
      facets: answer.facets ?? {},
      error: undefined,
      read: true,
      fast: false,
    };
  }

  /** Reads what came since. */
  async news() {
    const old = this.state.peek();
    if (old.rows.length === 0 || old.error) return this.fresh();
    this.began = Date.now();
    const answer = await this.ask({ after: old.rows[0].id, limit: wholePage, facets });
    if (answer.total > answer.requests.length) return this.fresh();
    const fast = this.many(),
      came = answer.requests;
    this.latest = new Set(fast ? [] : came.map((row) => row.id));
    const rows = came.length ? [...came, ...old.rows].slice(0, kept) : old.rows;
    this.state.value = {
      rows,
      total: old.total + came.length,
      dropped: answer.dropped,
      facets: sum(old.facets, answer.facets ?? {}),
      error: undefined,
      read: true,
      fast,
    };
    if (came.length) this.arrived(came);
    if (fast) this.soon(slowPause);
    else if (old.fast || answer.dropped !== old.dropped) await this.recount();
  }

  /** Counts again, because the journal drops old calls while new ones come. */
  async recount() {
    const answer = await this.ask({ limit: 1, facets });
    this.state.value = {
      ...this.state.peek(),
      total: answer.total,
      dropped: answer.dropped,
      facets: answer.facets ?? {},
    };
  }

  /** Reads older calls. @param {boolean} [whole] many of them */
  older(whole) {
    return this.turn(async () => {
      const state = this.state.peek(),
        last = state.rows.at(-1);
      if (!last || state.rows.length >= Math.min(kept, state.total)) return;
      const answer = await this.ask({
        before: last.id,
        limit: Math.min(whole ? wholePage : 2 * page, kept - state.rows.length),
      });
      const now = this.state.peek();
      const rows = [...now.rows, ...answer.requests];
      // An empty page ends the list: older calls were dropped meanwhile.
      this.state.value = {
        ...now,
        rows,
        total: answer.requests.length ? Math.max(now.total, rows.length) : rows.length,
      };
    });
  }

  /** Reads all calls that the list can keep. */
  async all() {
    for (let before = -1; before !== this.state.peek().rows.length && !this.under.signal.aborted; ) {
      before = this.state.peek().rows.length;
      await this.older(true);
    }
  }
}
