// The events of the stream, handed out in batches that each become one change of
// the page.
import { batch, signal } from '../vendor/preact.js';

/** @typedef {{kind: string, id: string, account?: string, [field: string]: any}} StreamEvent */

const gathering = 100; // ms

/** How many components of the page want the events of all accounts. */
export const everybody = signal(0);

/** @type {Set<{kinds: string[], handle: (event: StreamEvent) => void}>} */
const listeners = new Set();
/** @type {StreamEvent[]} */
let gathered = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let flushing;
let flushed = 0;

/**
 * Calls handle for each event of the kinds until the returned function is called.
 * @param {string[]} kinds
 * @param {(event: StreamEvent) => void} handle
 */
export function on(kinds, handle) {
  const listener = { kinds, handle };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Keeps an event until its batch is handled: at once, or some time after the batch before.
 * @param {StreamEvent} event
 */
export function gather(event) {
  gathered.push(event);
  if (flushing === undefined)
    flushing = setTimeout(flush, event.kind === 'hello' ? 0 : Math.max(0, flushed + gathering - Date.now()));
}

function flush() {
  const events = gathered;
  gathered = [];
  flushing = undefined;
  flushed = Date.now();
  batch(() => {
    for (const event of events) {
      for (const { kinds, handle } of listeners) if (kinds.includes(event.kind)) handle(event);
    }
  });
}
