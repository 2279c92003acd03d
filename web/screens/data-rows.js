// Keys in a list of links, and the way back from a record to its row.
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
 * Moves the focus by keys in a list whose rows have a link with data-row: from the row that has it, otherwise from
 * the row that is open.
 * @param {string} [open]
 */
export function useSteps(open) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const links = () => /** @type {HTMLElement[]} */ ([...(ref.current?.querySelectorAll('[data-row]') ?? [])]);
  const linkOf = (/** @type {string | undefined} */ row) => links().find((link) => link.dataset.row === row);
  const step = (/** @type {number} */ by) => {
    const all = links();
    const here = all.find((link) => link.closest('tr, li')?.contains(document.activeElement)) ?? linkOf(open);
    all[here ? Math.max(0, Math.min(all.length - 1, all.indexOf(here) + by)) : 0]?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) }, { j: 'Next row', k: 'Previous row' });
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !(/** @type {HTMLElement} */ (event.target).dataset?.row)) return;
    event.preventDefault();
    step(by);
  };
  return { ref, onKeyDown, linkOf };
}

/**
 * Moves the focus in a table, and gives it back to the row by which the list was left.
 * @param {boolean} ready whether the rows are there
 */
export function useRows(ready) {
  const { ref, onKeyDown, linkOf } = useSteps();
  useEffect(() => {
    if (!ready || left.href !== location.peek().href) return;
    linkOf(left.row)?.focus();
    left = { href: '', path: '', row: '' };
  }, [ready]);
  return { ref, onKeyDown };
}
