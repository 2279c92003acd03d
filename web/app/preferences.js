// What a person chose, kept by the browser. A browser that keeps nothing still
// works: then a choice lasts as long as the page.
import { effect, signal } from '../vendor/preact.js';

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
 * @template T
 * @param {() => Storage} storage
 * @param {string} name
 * @param {T} fallback
 * @returns {import('../vendor/preact.js').Signal<T>}
 */
function kept(storage, name, fallback) {
  const value = signal(fallback);
  try {
    const text = storage().getItem(prefix + name);
    if (text !== null) value.value = JSON.parse(text);
  } catch {
    // Nothing was kept, or what was kept cannot be read.
  }
  let first = true;
  effect(() => {
    const now = value.value;
    if (first) {
      first = false;
      return;
    }
    try {
      storage().setItem(prefix + name, JSON.stringify(now));
    } catch {
      // The browser keeps nothing.
    }
  });
  return value;
}

/** @type {import('../vendor/preact.js').Signal<'system' | 'light' | 'dark'>} */
export const theme = remember('theme', 'system');

/** Whether single letters are shortcuts. */
export const letters = remember('letters', true);

/** Shows the theme. The style sheets follow the system when there is no choice. */
export function startTheme() {
  effect(() => {
    const chosen = theme.value;
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  });
}
