// The sandbox itself: what it is, and that it is the same as before.
import { batch, signal } from '../vendor/preact.js';
import { get, lock, locked, Refused, token } from './api.js';
import { on } from './events.js';

/** @type {import('../vendor/preact.js').Signal<import('../api').About | undefined>} */
export const about = signal(undefined);

/** Why the pages cannot begin. @type {import('../vendor/preact.js').Signal<Refused | undefined>} */
export const failure = signal(undefined);

/** Grows when everything is to be read again. */
export const generation = signal(0);

/** @typedef {{state: 'opening' | 'live' | 'lost', at?: Date, retry?: number}} Connection */

/** Whether events of the sandbox arrive. @type {import('../vendor/preact.js').Signal<Connection>} */
export const connection = signal({ state: 'opening' });

/** When a restart of the sandbox was noticed. @type {import('../vendor/preact.js').Signal<Date | undefined>} */
export const restarted = signal(undefined);

/** Whether the sandbox has another version than these pages. */
export const outdated = signal(false);

const pause = 2000; // ms before the next try to begin

/** Reads what the sandbox is, then everything else. The stream goes on from there, so that no news is missed. */
export async function begin() {
  if (document.documentElement.dataset.token === 'required' && !token.value) {
    lock();
    return;
  }
  try {
    const answer = await get('/about');
    batch(() => {
      about.value = answer;
      failure.value = undefined;
      locked.value = false;
      generation.value++;
    });
  } catch (error) {
    failure.value = /** @type {Refused} */ (error);
    if (failure.value.status !== 401) setTimeout(begin, pause);
  }
}

/** @param {import('./events.js').StreamEvent} event */
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
}

/** Begins to follow the sandbox. It returns when the pages have begun or failed to. */
export function startSandbox() {
  on(['hello'], hello);
  on(['missed'], () => void generation.value++);
  return begin();
}
