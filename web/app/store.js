// What every screen needs: the account of the address, its state, its active
// scenarios. The sandbox holds the truth; events say when to read it again.
import { batch, computed, effect, signal, untracked } from '../vendor/preact.js';
import { get, locked, Refused } from './api.js';
import { setMoment, startClock } from './clock.js';
import { ofAccount } from './paths.js';
import { forTab } from './preferences.js';
import { location } from './router.js';
import { follow, on, resume } from './stream.js';

/** @type {import('../vendor/preact.js').Signal<import('../api').About | undefined>} */
export const about = signal(undefined);

/** Why the pages cannot begin. @type {import('../vendor/preact.js').Signal<Refused | undefined>} */
export const failure = signal(undefined);

const remembered = forTab('account', '');

/** Vendor code of the account that the pages show. */
export const code = computed(() => {
  const [first, second] = location.value.path;
  return first === 'a' && second ? second : remembered.value || about.value?.first || '';
});

/** @type {import('../vendor/preact.js').Signal<import('../api').AccountState | undefined>} */
export const account = signal(undefined);

/** Whether the sandbox has no account of the code. */
export const unknown = signal(false);

/** @type {import('../vendor/preact.js').Signal<import('../api').Activation[]>} */
export const active = signal([]);

/** @type {import('../vendor/preact.js').Signal<import('../api').AnsweredQuestion[]>} The questions that the account answers otherwise. */
export const changed = signal([]);

/** Grows when everything is to be read again. */
export const generation = signal(0);

/** When a restart of the sandbox was noticed. @type {import('../vendor/preact.js').Signal<Date | undefined>} */
export const restarted = signal(undefined);

/** Whether the sandbox has another version than these pages. */
export const outdated = signal(false);

/** @param {import('../api').Clock} clock */
function setClock(clock) {
  setMoment(clock);
  if (account.value) account.value = { ...account.value, clock };
}

let reading = 0;

/** Reads the account of the page. */
export async function readAccount() {
  const mine = ++reading, wanted = code.peek();
  if (!wanted) return;
  try {
    const [state, scenarios, questions] = await Promise.all([
      get(ofAccount(wanted)), get(ofAccount(wanted, 'scenarios')), get(ofAccount(wanted, 'questions')),
    ]);
    if (mine !== reading) return;
    batch(() => {
      unknown.value = false;
      account.value = state;
      setMoment(state.clock);
      active.value = scenarios.scenarios;
      changed.value = questions.questions.filter((/** @type {any} */ q) => q.has_choice && q.chosen !== q.default);
    });
  } catch (error) {
    if (mine === reading) forget(/** @type {Refused} */ (error));
  }
}

/** @param {Refused} error */
function forget(error) {
  if (error.status !== 404) return;
  unknown.value = true;
  empty();
}

/** Forgets what was read of an account. */
function empty() {
  batch(() => {
    account.value = undefined;
    active.value = [];
    changed.value = [];
  });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Reads the account a little later, once for many events. */
function readSoon() {
  soon ??= setTimeout(() => {
    soon = undefined;
    readAccount();
  }, 50);
}

/** Reads what the sandbox is, then everything again. */
export async function begin() {
  try {
    about.value = await get('/about');
    batch(() => {
      failure.value = undefined;
      locked.value = false;
      generation.value++;
    });
    readAccount();
    resume();
  } catch (error) {
    failure.value = /** @type {Refused} */ (error);
    if (failure.value.status !== 401) setTimeout(begin, 2000);
  }
}

/** @param {import('./stream.js').StreamEvent} event */
function hello(event) {
  const known = about.peek();
  if (!known) return;
  const again = known.instance !== event.instance;
  if (!again && event.resumed) return;
  batch(() => {
    if (again) {
      restarted.value = new Date(event.started);
      if (known.version !== event.version) outdated.value = true;
      about.value = { ...known, instance: event.instance, version: event.version, started: event.started };
    }
    generation.value++;
  });
  readAccount();
}

/** Begins to keep all this true. */
export function startStore() {
  const mine = (/** @type {any} */ event) => !event.account || event.account === code.peek();
  on(['hello'], hello);
  on(['clock'], (event) => mine(event) && setClock(event.clock));
  on(['scenario', 'feature', 'question', 'reset', 'clock', 'account', 'snapshot', 'record', 'cleared', 'library'], (event) => mine(event) && readSoon());
  on(['call'], (event) => mine(event) && (event.scenario || !account.peek()) && readSoon());
  on(['missed'], () => generation.value++);
  startClock();
  effect(() => {
    const now = code.value;
    if (!now || !about.value || locked.value) return;
    untracked(() => {
      remembered.value = now;
      if (account.peek()?.vendor_code !== now) {
        empty();
        readAccount();
      }
      follow(now);
    });
  });
  begin();
}
