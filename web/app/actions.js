// Doing something, saying it, and undoing it.
import { signal } from '../vendor/preact.js';
import { Refused } from './api.js';

/** @typedef {{id: number, text: string, hint?: string, kind: 'done' | 'failed', undo?: () => Promise<any>}} Toast */

/** @type {import('../vendor/preact.js').Signal<Toast[]>} */
export const toasts = signal([]);

const shown = 8000; // ms
let number = 0;

/**
 * Says something for 8 seconds, or a failure until a person closes it. What can be undone stays
 * until nothing was pressed for 8 seconds after the first press, because Undo is several keys away.
 * @param {string} text
 * @param {{undo?: () => Promise<any>, kind?: 'done' | 'failed', hint?: string}} [options]
 */
export function say(text, { undo, kind = 'done', hint } = {}) {
  const id = ++number;
  // One of a kind at a time, because the last one is what counts.
  toasts.value = [...toasts.value.filter((t) => t.kind !== kind).slice(-2), { id, text, hint, kind, undo }];
  if (kind === 'done' && undo) closeUnused(id);
  else if (kind === 'done') setTimeout(() => close(id), shown);
}

/** Closes what can be undone when nothing was pressed for a while since the first press. @param {number} id */
function closeUnused(id) {
  const used = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      used.abort();
      close(id);
    }, shown);
  };
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, again, { signal: used.signal });
}

/** @param {number} id */
export function close(id) {
  toasts.value = toasts.value.filter((t) => t.id !== id);
}

/**
 * Does something and says so, with a way back. It returns the answer, null when that
 * is empty, and undefined after a failure, which it says too.
 * @template T
 * @param {{does: () => Promise<T>, said?: string | ((answer: T) => string | undefined), undo?: () => Promise<any>}}
 *   what
 * @returns {Promise<T | undefined>}
 */
export async function act({ does, said, undo }) {
  try {
    const answer = await does();
    const text = typeof said === 'function' ? said(answer) : said;
    if (text) say(text, { undo: undo && (() => act({ does: undo, said: 'Undone.' })) });
    return answer ?? /** @type {any} */ (null);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    say(failure.message, { kind: 'failed', hint: failure.hint });
    return undefined;
  }
}

/**
 * Copies a text to the clipboard and says so.
 * @param {string} text
 * @param {string} [what]
 */
export async function copy(text, what = 'Copied') {
  if (await copied(text)) say(`${what}.`);
  else say('The browser does not let the page copy.', { kind: 'failed', hint: 'select the text and copy it by hand' });
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text); // plain http to another host than localhost has no clipboard
  }
}

/** @param {string} text */
function copiedBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'offscreen';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  before?.focus();
  return done;
}
