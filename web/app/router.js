// The address bar as a signal. Links are ordinary <a href="/ui/…">: one listener
// takes their clicks.
import { signal } from '../vendor/preact.js';
import { base, queryText } from './paths.js';

/** @typedef {{path: string[], query: URLSearchParams, hash: string, href: string, state: any}} Place */

/** The present place: path has the decoded segments below /ui/. */
export const location = signal(read());

/** @returns {Place} */
function read() {
  const { pathname, search, hash } = window.location;
  const path = pathname.startsWith(base) ? pathname.slice(base.length).split('/').filter(Boolean).map(decode) : [];
  return {
    path,
    query: new URLSearchParams(search),
    hash: decode(hash.slice(1)),
    href: pathname + search + hash,
    state: history.state,
  };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is itself
  }
}

/**
 * Goes to an address of the pages. state is kept with the entry of the history.
 * @param {string} href
 * @param {{replace?: boolean, state?: any}} [options]
 */
export function go(href, { replace = false, state = null } = {}) {
  if (!href.startsWith(base)) return;
  if (replace || href === location.value.href) history.replaceState(state, '', href);
  else history.pushState(state, '', href);
  const before = location.value.path.join('/');
  location.value = read();
  if (!replace && before !== location.value.path.join('/')) scrollTo(0, 0);
}

/**
 * Changes parameters of the query; null and '' remove one. It replaces the entry
 * of the history unless push is set.
 * @param {Record<string, string | number | null | undefined>} changes
 * @param {{push?: boolean}} [options]
 */
export function setQuery(changes, { push = false } = {}) {
  const all = { ...Object.fromEntries(location.value.query), ...changes };
  const href = window.location.pathname + queryText(all) + window.location.hash;
  if (href !== location.value.href) go(href, { replace: !push, state: history.state });
}

/** Starts to follow clicks on links and the browser's own buttons. */
export function startRouter() {
  addEventListener('popstate', () => (location.value = read()));
  addEventListener('hashchange', () => (location.value = read()));
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = /** @type {Element} */ (event.target).closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
    if (!link.pathname.startsWith(base) || link.pathname.startsWith(base + 'assets/')) return;
    if (link.hash && link.pathname === window.location.pathname && link.search === window.location.search) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
