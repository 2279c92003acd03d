// What a person chose, kept by the browser. A browser that keeps nothing still
// works: then a choice lasts as long as the page.
import { signal } from '../vendor/preact.js';
import { base } from './paths.js';

/** @template T @typedef {{value: T, peek: () => T}} Kept a signal that the browser keeps */

const prefix = 'commerce-sandbox.';

/**
 * Returns a signal that the browser keeps for all tabs.
 * @template T
 * @param {string} name
 * @param {T} fallback
 */
export function remember(name, fallback) {
  return kept(() => window.localStorage, name, fallback);
}

/**
 * Returns a signal that lasts as long as the tab.
 * @template T
 * @param {string} name
 * @param {T} fallback
 */
export function forTab(name, fallback) {
  return kept(() => window.sessionStorage, name, fallback);
}

/**
 * Returns a signal that is read when it is first needed, because the first reading
 * of what a browser keeps stops the page for some 50 ms.
 * @template T
 * @param {() => Storage} storage
 * @param {string} name
 * @param {T} fallback
 * @returns {Kept<T>}
 */
function kept(storage, name, fallback) {
  /** @type {import('../vendor/preact.js').Signal<T> | undefined} */
  let known;
  const read = () => (known ??= signal(stored(storage, name) ?? fallback));
  return {
    get value() {
      return read().value;
    },
    set value(now) {
      read().value = now;
      store(storage, name, now);
    },
    peek: () => read().peek(),
  };
}

/** @param {() => Storage} storage @param {string} name */
function stored(storage, name) {
  try {
    const text = storage().getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined; // nothing was kept, or what was kept cannot be read
  }
}

/** @param {() => Storage} storage @param {string} name @param {any} value */
function store(storage, name, value) {
  try {
    storage().setItem(prefix + name, JSON.stringify(value));
  } catch {
    // The browser keeps nothing.
  }
}

/** Whether single letters are shortcuts. */
export const letters = remember('letters', true);

const { dataset } = document.documentElement;

/** The theme. The server gives it to each page, so that none appears in another one first. */
export const theme = signal(/** @type {'system' | 'light' | 'dark'} */ (dataset.theme || 'system'));

/** Keeps the theme for the server. @param {'system' | 'light' | 'dark'} chosen */
export function setTheme(chosen) {
  theme.value = dataset.theme = chosen;
  // biome-ignore lint/suspicious/noDocumentCookie: plain http has no CookieStore
  document.cookie = `${prefix}theme=${chosen}; path=${base}; max-age=31536000; samesite=lax`;
}
