// Keys in a table of links, and the way back from a record to its row.
import { useEffect, useRef } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { go, location } from '../app/router.js';

/** The list that was left for a record, and its row. */
let left = { href: '', path: '', row: '' };

/** Remembers the row that the list is left by. @param {string} row */
export function leave(row) {
  left = { href: location.peek().href, path: window.location.pathname, row };
}

/** Goes back to the list below an address, as it was left. @param {string} list */
export function back(list) {
  go(left.path === list ? left.href : list);
}

/**
 * Moves the focus in a table whose rows have a link with data-row, and gives it
 * back to the row by which the list was left.
 * @param {boolean} ready whether the rows are there
 */
export function useRows(ready) {
  const table = useRef(/** @type {HTMLElement | null} */ (null));
  const links = () => /** @type {HTMLElement[]} */ ([...(table.current?.querySelectorAll('[data-row]') ?? [])]);
  const step = (/** @type {number} */ by) => {
    const all = links();
    const now = all.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    all[now < 0 ? 0 : Math.max(0, Math.min(all.length - 1, now + by))]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, { j: 'Next row', k: 'Previous row' });
  useEffect(() => {
    if (!ready || left.href !== location.peek().href) return;
    links()
      .find((link) => link.dataset.row === left.row)
      ?.focus();
    left = { href: '', path: '', row: '' };
  }, [ready]);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).dataset?.row)) return;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  };
  return { ref: table, onKeyDown };
}
