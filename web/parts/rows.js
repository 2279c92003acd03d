import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';

const remembered = 20; // rows that the mouse was over
const spare = 6; // rows that are in the document above and below what is seen

/**
 * @typedef {{focus: (key?: string) => boolean, show: (key: string) => void, top: () => void, inside: () =>
 * boolean}} Rows
 */

/**
 * VirtualRows is a list of rows of one height, of which only those in sight are
 * in the document. j, k and the arrows move the focus; a row that has it stays
 * in the document and in its place. children makes the content of a row: one
 * link, which gets the properties that it is handed, and what else it wants;
 * when it is the same function as before, rows that did not change are not rendered again.
 * @template T
 * @param {{rows: T[], keyOf: (row: T) => string, label: string, height: (width: number) => number, total?: number,
 *   current?: string,
 *   onEnd?: () => void, onHold?: (held: boolean) => void, handle?: {current: Rows | null}, fresh?: Set<string>,
 *   children: (row: T, link: {tabindex: number, 'data-row': string, 'aria-current'?: string}, near: boolean, above?: T)
 *   => any}} props
 * height is that of a row for a width of the list, both in rem; total counts the rows that there are,
 * here or not; current is the key of the row that is open; onEnd is called when the last rows are near;
 * near says whether the focus or the mouse is or was at the row, above is the row above it; onHold says whether a
 * person reads, points at or focuses a row, so that none may move
 */
export function VirtualRows({
  rows,
  keyOf,
  label,
  height,
  total = rows.length,
  current,
  onEnd,
  onHold,
  handle,
  fresh,
  children,
}) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [view, setView] = useState({ top: 0, size: 0, width: 0 });
  // rows that the mouse was over, the last one last
  const [touched, setTouched] = useState(/** @type {string[]} */ ([]));
  const [active, setActive] = useState(/** @type {string | undefined} */ (undefined));
  const wanted = useRef(/** @type {string | undefined} */ (undefined)); // the row that gets the focus
  const hold = useRef({ over: false, inside: false, away: false });
  const rem = useRef(16);
  const each = height(view.width / rem.current) * rem.current;
  const before = useRef(/** @type {Map<string, {of: any[], content: any}>} */ (new Map()));

  const holds = (/** @type {Partial<typeof hold.current>} */ change) => {
    const was = hold.current.over || hold.current.inside || hold.current.away;
    Object.assign(hold.current, change);
    const is = hold.current.over || hold.current.inside || hold.current.away;
    if (was !== is) onHold?.(is);
  };
  const measure = () => {
    const element = box.current;
    if (!element?.clientHeight) return;
    rem.current = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const now = { top: element.scrollTop, size: element.clientHeight, width: element.clientWidth };
    holds({ away: now.top > 2 });
    setView((old) =>
      Math.floor(old.top / each) === Math.floor(now.top / each) && old.size === now.size && old.width === now.width
        ? old
        : now,
    );
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(/** @type {Element} */ (box.current));
    return () => observer.disconnect();
  }, []);

  const place = active === undefined ? -1 : rows.findIndex((row) => keyOf(row) === active);
  const first = Math.max(0, Math.floor(view.top / each) - spare);
  const last = Math.min(rows.length, Math.ceil((view.top + view.size) / each) + spare);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  if (place >= 0 && place < first) shown.unshift(place);
  if (place >= last) shown.push(place);
  // Without an active row, the open one or the first in sight is where Tab arrives.
  const opened = current ? shown.find((i) => keyOf(rows[i]) === current) : undefined;
  const tabStop = place >= 0 ? place : (opened ?? Math.min(Math.ceil(view.top / each), rows.length - 1));

  useEffect(() => {
    if (last >= rows.length - 2 * spare && rows.length < total && view.size) onEnd?.();
  }, [last, rows.length, total]);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const link = /** @type {HTMLElement | null} */ (
      box.current?.querySelector(`[data-row="${CSS.escape(wanted.current)}"]`)
    );
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });

  const reveal = (/** @type {number} */ i) => {
    const element = box.current;
    if (!element || i < 0) return;
    if (i * each < element.scrollTop) element.scrollTop = i * each;
    else if ((i + 1) * each > element.scrollTop + element.clientHeight)
      element.scrollTop = (i + 1) * each - element.clientHeight;
    setView((old) => ({ ...old, top: element.scrollTop }));
  };
  const focusAt = (/** @type {number} */ i) => {
    if (!rows[i]) return false;
    wanted.current = keyOf(rows[i]);
    setActive(wanted.current);
    reveal(i);
    return true;
  };
  const step = (/** @type {number} */ by) => {
    const from = hold.current.inside || place >= 0 ? place : opened !== undefined ? opened : tabStop - by;
    focusAt(Math.max(0, Math.min(rows.length - 1, from + by)));
  };
  if (handle) {
    handle.current = {
      focus: (key) => focusAt(key === undefined ? 0 : rows.findIndex((row) => keyOf(row) === key)),
      show: (key) => reveal(rows.findIndex((row) => keyOf(row) === key)),
      top: () => {
        if (box.current) box.current.scrollTop = 0;
        setActive(undefined);
      },
      inside: () => hold.current.inside,
    };
  }
  useKeys({ j: () => step(1), k: () => step(-1) }, { j: 'Next row', k: 'Previous row' });
  const page = Math.max(1, Math.floor(view.size / each) - 1);
  /** @type {Record<string, () => void>} */
  const moves = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    PageDown: () => step(page),
    PageUp: () => step(-page),
    Home: () => focusAt(0),
    End: () => focusAt(rows.length - 1),
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const onRow = /** @type {HTMLElement} */ (event.target).dataset?.row !== undefined;
    if (!onRow || !moves[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moves[event.key]();
  };
  /** @type {Map<string, {of: any[], content: any}>} */
  const contents = new Map();
  // A row whose content depends on the same as before is the same, so that nobody renders it again.
  const content = (/** @type {number} */ i, /** @type {string} */ name, /** @type {boolean} */ tabbed) => {
    const row = rows[i],
      above = rows[i - 1],
      near = tabbed || touched.includes(name);
    const of = [row, above, tabbed, near, name === current, children],
      old = before.current.get(name);
    const link = { tabindex: tabbed ? 0 : -1, 'data-row': name, 'aria-current': name === current ? 'true' : undefined };
    const now = old?.of.every((part, i) => part === of[i]) ? old : { of, content: children(row, link, near, above) };
    contents.set(name, now);
    return now.content;
  };
  const items = shown.map((i) => {
    const name = keyOf(rows[i]);
    return html`<li key=${name} aria-setsize=${total} aria-posinset=${i + 1}
      class=${fresh?.has(name) ? 'fresh' : undefined}
      style=${{ transform: `translateY(${i * each}px)`, height: `${each}px` }}
      onFocusIn=${() => setActive(name)}
      onPointerEnter=${() => touched.includes(name) || setTouched([...touched.slice(1 - remembered), name])}>
      ${content(i, name, i === tabStop)}</li>`;
  });
  before.current = contents;
  const mouse = (/** @type {boolean} */ over) => (/** @type {PointerEvent} */ event) =>
    event.pointerType === 'mouse' && holds({ over });
  return html`<div ref=${box} class="rows" onScroll=${measure} onKeyDown=${key} onPointerEnter=${mouse(true)}
    onPointerLeave=${mouse(false)}
    onFocusIn=${() => holds({ inside: true })}
    onFocusOut=${(/** @type {FocusEvent} */ e) =>
      holds({ inside: box.current?.contains(/** @type {Node | null} */ (e.relatedTarget)) ?? false })}>
    <ul role="list" aria-label=${label} style=${{ height: `${rows.length * each}px` }}>
      ${items}
    </ul>
  </div>`;
}
