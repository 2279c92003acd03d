// One idea of reading: what did not arrive is read again, until it does or nobody needs it. A refusal is an answer.
import { unanswered } from './api.js';
import { on } from './events.js';

/** @typedef {import('./api.js').Refused} Refused */

const pause = 1000; // ms between two readings that events cause
export const retry = 2000; // ms until the next reading after one that nothing answered
const patience = 30_000; // ms after which nothing answers a reading

/**
 * Returns a reader. read starts at once, again at most once in a while. A reading that
 * nothing answered is repeated after a while and when the stream is back.
 * @param {(signal: AbortSignal) => Promise<any>} fetch
 * @param {(answer: {data?: any, error?: Refused}) => void} show gets neither when a reading begins
 */
export function readerOf(fetch, show) {
  /** @type {AbortController | undefined} */
  let under;
  let began = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let forget = () => {};
  const read = async () => {
    clearTimeout(waiting);
    waiting = undefined;
    forget();
    under?.abort();
    const mine = (under = new AbortController());
    began = Date.now();
    show({});
    const late = setTimeout(() => mine.abort(unanswered()), patience);
    try {
      const data = await Promise.race([fetch(mine.signal), aborted(mine.signal)]);
      if (!mine.signal.aborted) show({ data: data ?? null });
    } catch (failure) {
      if (mine.signal.aborted && mine.signal.reason.status !== 0) return;
      const error = /** @type {Refused} */ (failure);
      show({ error });
      if (error.passing) {
        waiting = setTimeout(read, retry);
        forget = on(['hello'], read);
      }
    } finally {
      clearTimeout(late);
    }
    if (under === mine) under = undefined;
  };
  const again = () => {
    waiting ??= setTimeout(read, under ? pause : Math.max(0, began + pause - Date.now()));
  };
  const end = () => {
    clearTimeout(waiting);
    forget();
    under?.abort();
  };
  return { read, again, end };
}

/** Fails when a reading ends before its answer. @param {AbortSignal} signal @returns {Promise<never>} */
const aborted = (signal) =>
  new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }));
