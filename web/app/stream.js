// The one stream of a tab. It is read with fetch, because an EventSource cannot
// send a token.
import { effect } from '../vendor/preact.js';
import { authorization, control, lock, locked, Refused } from './api.js';
import { everybody, gather } from './events.js';
import { messages } from './messages.js';
import { queryText } from './paths.js';
import { about, connection, generation } from './sandbox.js';
import { code } from './store.js';

// ms between tries; the last one stays below the 5 s in which a restart is to be seen
const waits = [500, 1000, 2000, 4000];
const silence = 25_000; // ms without a sign of life, which comes every 15 s, after which the stream counts as lost
const hiddenFor = 30_000; // ms after which a hidden tab closes its stream

/** @type {AbortController | undefined} */
let open;
let wanted = '';
let last = '';
let failures = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What a vendor code can be; the sandbox refuses to follow anything else. */
const nameable = /^[\w.-]{1,64}$/;

/**
 * Follows an account and the calls without one, or all accounts while something wants them. From one to the other, it
 * goes on where it was.
 * @param {string} account
 */
function follow(account) {
  const named = nameable.test(account) ? `${account},none` : 'none';
  const query = queryText({ accounts: everybody.value ? null : named, view: 'line' });
  if (query === wanted && open) return;
  wanted = query;
  reopen();
}

/** Opens the stream now, unless it is open. */
export function resume() {
  if (!open) reopen();
}

function reopen() {
  close();
  if (!wanted || document.hidden) return; // it opens when the tab is seen
  const mine = (open = new AbortController());
  read(mine).catch((failure) => lost(mine, failure));
}

function close() {
  clearTimeout(timer);
  open?.abort();
  open = undefined;
}

/** @param {AbortController} mine @param {any} failure */
function lost(mine, failure) {
  if (mine !== open) return;
  open = undefined;
  if (failure instanceof Refused && failure.status === 401) {
    lock();
    return;
  }
  const wait = waits[Math.min(failures++, waits.length - 1)];
  const at = connection.value.state === 'lost' ? connection.value.at : new Date();
  connection.value = { state: 'lost', at, retry: Date.now() + wait };
  timer = setTimeout(reopen, wait);
}

/** @param {AbortController} mine */
async function read(mine) {
  /** @type {Record<string, string>} */
  const headers = { ...authorization(), ...(last && { 'Last-Event-ID': last }) };
  const answer = await fetch(`${control}/stream${wanted}`, { headers, signal: mine.signal, cache: 'no-store' });
  if (!answer.ok || !answer.body)
    throw new Refused(answer.status, { error: `the stream was refused with ${answer.status}`, hint: '' });
  let alive = setTimeout(() => mine.abort(), silence);
  const sign = () => {
    clearTimeout(alive);
    alive = setTimeout(() => mine.abort(), silence);
  };
  try {
    for await (const message of messages(answer.body, sign)) take(mine, message);
  } finally {
    clearTimeout(alive);
  }
  throw new Error('the stream ended');
}

/** @param {AbortController} mine @param {import('./messages.js').Message} message */
function take(mine, { id, kind, data }) {
  if (mine !== open) return;
  if (id) last = id;
  if (!kind) return;
  if (kind === 'hello') {
    failures = 0;
    connection.value = { state: 'live' };
  }
  // The id of a call is its own; that of other events is their place in the stream.
  gather({ id, ...JSON.parse(data), kind });
}

/**
 * Follows the account of the page, from what the pages read first, so that no news
 * is missed. A tab that nobody sees soon has no stream, because browsers allow six
 * connections a host.
 */
export function startStream() {
  effect(() => {
    if (!about.value || !code.value || locked.value || !generation.value) return;
    last ||= about.value.last;
    follow(code.value);
    resume();
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(close, hiddenFor);
    else resume();
  });
  addEventListener('online', resume);
  // A browser keeps pages that were left for the way back, with their connections.
  addEventListener('pagehide', close);
  addEventListener('pageshow', (event) => event.persisted && resume());
}
