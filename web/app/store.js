// What every screen needs: the account of the address, its state, its active
// scenarios. The sandbox holds the truth; events say when to read it again.
import { batch, computed, effect, signal, untracked } from '../vendor/preact.js';
import { get, locked } from './api.js';
import { clockMode, setMoment, startClock } from './clock.js';
import { on } from './events.js';
import { ofAccount } from './paths.js';
import { forTab } from './preferences.js';
import { readerOf } from './reader.js';
import { location } from './router.js';
import { about, generation } from './sandbox.js';

const remembered = forTab('account', '');
const quiet = 1000; // ms after which the account is remembered, because the page stands still while the tab stores it

/** The account that was shown last. The tab remembers it a little later. */
const shown = signal('');

/** Vendor code of the account that the pages show: that of the address, the last one, or the first. */
export const code = computed(() => {
  const [first, second] = location.value.path;
  if (first === 'a' && second) return second;
  return (first && (shown.value || remembered.value)) || about.value?.first || '';
});

/** @typedef {import('./api.js').Refused} Refused */

/** @type {import('../vendor/preact.js').Signal<import('../api').AccountState | undefined>} */
export const account = signal(undefined);

/** Why the account of the page cannot be read. @type {import('../vendor/preact.js').Signal<Refused | undefined>} */
const failure = signal(undefined);

/** Whether the sandbox has no account of the code. */
export const unknown = signal(false);

/** @type {import('../vendor/preact.js').Signal<import('../api').Activation[]>} */
export const active = signal([]);

/**
 * The questions that the account answers otherwise than by default.
 * @type {import('../vendor/preact.js').Signal<{id: string, answer: string}[]>}
 */
export const changed = signal([]);

/** @param {import('../api').Clock} clock */
function setClock(clock) {
  setMoment(clock);
  if (account.value) account.value = { ...account.value, clock };
}

/** Whether nothing of the account can be put back. Scenarios that the start activated stay. */
export const usual = computed(() => {
  const off = Object.values(account.value?.features ?? {}).some((on) => !on);
  const moved = clockMode.value === 'moved' || clockMode.value === 'frozen';
  return !moved && !off && changed.value.length === 0 && active.value.every((a) => a.baseline);
});

/**
 * Reads what an account has now: its state, its active scenarios and its changed answers.
 * @param {string} of a vendor code
 * @param {AbortSignal} [signal]
 */
export async function readState(of, signal) {
  const read = (/** @type {string} */ path) => get(path, undefined, { signal });
  const [state, scenarios] = await Promise.all([read(ofAccount(of)), read(ofAccount(of, 'scenarios'))]);
  return {
    state,
    active: scenarios.scenarios,
    changed: Object.entries(state.assume).map(([id, answer]) => ({ id, answer })),
  };
}

const reader = readerOf(
  (signal) => readState(code.peek(), signal),
  ({ data: now, error }) => {
    if (error?.status === 404) gone();
    else if (error) failure.value = error;
    if (!now) return;
    batch(() => {
      unknown.value = false;
      failure.value = undefined;
      account.value = now.state;
      setMoment(now.state.clock);
      active.value = now.active;
      changed.value = now.changed;
    });
  },
);

/** Reads the account of the page. */
const readAccount = () => void (code.peek() && reader.read());

/** Returns the account of the page as what a screen has read. */
export const accountRead = () => ({ data: account.value, error: failure.value, reload: readAccount });

/** Shows that the sandbox has no such account. Pages of no account go on with the first one. */
function gone() {
  reader.end();
  remembered.value = shown.value = '';
  unknown.value = true;
  empty();
}

/** Forgets what was read of an account. */
function empty() {
  batch(() => {
    account.value = failure.value = undefined;
    active.value = [];
    changed.value = [];
  });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Reads the account a little later, once for many events. */
function readSoon() {
  if (soon !== undefined) return;
  soon = setTimeout(() => {
    soon = undefined;
    readAccount();
  }, 50);
}

/** Shows at once that a scenario came or went, before the account is read again. @param {any} event a scenario's */
function showScenario({ name, change, active: now }) {
  const others = active.value.filter((a) => a.name !== name);
  if (now) active.value = [now, ...others];
  else if (change === 'spent' || change === 'ended') active.value = others;
}

/** Begins to follow the account of the address. */
export function startStore() {
  const mine = (/** @type {any} */ event) => !event.account || event.account === code.peek();
  // What is read now may be from before.
  on(['clock', 'scenario', 'feature', 'question'], (event) => mine(event) && reader.end());
  on(['clock'], (event) => mine(event) && setClock(event.clock));
  on(['scenario'], (event) => mine(event) && showScenario(event));
  on(
    ['scenario', 'feature', 'question', 'reset', 'clock', 'snapshot', 'record', 'cleared', 'library'],
    (event) => mine(event) && readSoon(),
  );
  on(['account'], (event) => mine(event) && (event.change === 'deleted' ? gone() : readSoon()));
  on(['call'], (event) => mine(event) && (event.scenario || !account.peek()) && readSoon());
  startClock();
  effect(() => {
    const now = shown.value;
    setTimeout(() => now === shown.peek() && (remembered.value = now), quiet);
  });
  addEventListener('pagehide', () => shown.peek() && (remembered.value = shown.peek()));
  effect(() => {
    const now = code.value;
    if (!now || !about.value || locked.value) return;
    const round = generation.value;
    untracked(() => {
      shown.value = now;
      if (account.peek()?.vendor_code !== now) empty();
      if (round) readAccount();
    });
  });
}
