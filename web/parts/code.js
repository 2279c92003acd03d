import { html, useLayoutEffect, useMemo, useRef } from '../vendor/preact.js';
import { bytes as sizeOf, number } from '../app/format.js';
import { hexDump, kindOf, pretty } from './pretty.js';

const dumped = 4096; // bytes of a binary body that are shown
const coloured = 20_000; // tokens

/**
 * Code shows a text as it is or, with pretty, indented and coloured. Each line
 * is one node of the document, and the browser colours ranges of them, so that 64 KiB
 * are as quick as a line. With all lines in one node, the browser would look through
 * all colours for each line that it describes to a screen reader.
 * @param {{text: string, type?: string, pretty?: boolean, label?: string, lines?: number, onPoint?: (text: string,
 *   offset: number) => void}} props
 * type is the media type; label is the accessible name; lines limits the height; onPoint is called
 * with the text that is shown and the place in it that a person clicked without selecting
 */
export function Code({ text, type, pretty: nice = false, label, lines, onPoint }) {
  const pre = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useMemo(() => (nice ? pretty(text, kindOf(text, type)) : { text, tokens: [] }), [text, type, nice]);
  useLayoutEffect(() => paint(pre.current?.firstChild, shown.tokens), [shown]);
  const split = useMemo(() => shown.text.split(/(?<=\n)/), [shown]);
  const style = lines ? { maxHeight: `${lines * 1.25 + 1.25}rem` } : undefined;
  const point = (/** @type {MouseEvent} */ event) => {
    const at = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    if (!onPoint || !at || at.offsetNode.parentNode !== pre.current || !getSelection()?.isCollapsed) return;
    let offset = at.offset;
    for (let line = at.offsetNode.previousSibling; line; line = line.previousSibling) offset += lengthOf(line);
    onPoint(shown.text, offset);
  };
  return html`<pre ref=${pre} class=${'codeblock ' + (onPoint ? 'pointed' : '')} tabindex="0"
    onClick=${onPoint && point} role=${label ? 'region' : undefined} aria-label=${label}
    style=${style}>${split}</pre>`;
}

/** @param {Node} line */
const lengthOf = (line) => /** @type {Text} */ (line).length;

/**
 * Binary shows bytes that are no text.
 * @param {{base64: string, size: number, label?: string}} props
 */
export function Binary({ base64, size, label }) {
  const bytes = useMemo(() => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), [base64]);
  const rest = bytes.length > dumped ? `, the first ${sizeOf(dumped)} of them:` : ':';
  return html`<div class="stack"><p class="note">Binary, ${number(size)} bytes${rest}</p>
    <${Code} text=${hexDump(bytes, dumped)} label=${label} /></div>`;
}

/**
 * Colours the tokens of lines, and returns what takes the colours away.
 * A browser without custom highlights shows the text plain.
 * @param {Node | null | undefined} line the first
 * @param {import('./pretty.js').Token[]} tokens
 */
function paint(line, tokens) {
  if (!line || tokens.length === 0 || typeof Highlight === 'undefined') return;
  /** @type {[Highlight, AbstractRange][]} */
  const made = [];
  let before = 0; // the letters before the line
  const reach = (/** @type {number} */ offset) => {
    for (; line?.nextSibling && before + lengthOf(line) < offset; line = line.nextSibling) before += lengthOf(line);
    return /** @type {const} */ ([/** @type {Node} */ (line), offset - before]);
  };
  for (const { start, end, kind } of tokens.slice(0, coloured)) {
    const [startContainer, startOffset] = reach(start),
      [endContainer, endOffset] = reach(end);
    const range = new StaticRange({ startContainer, startOffset, endContainer, endOffset });
    let highlight = CSS.highlights.get(`code-${kind}`);
    if (!highlight) CSS.highlights.set(`code-${kind}`, (highlight = new Highlight()));
    highlight.add(range);
    made.push([highlight, range]);
  }
  return () => {
    for (const [highlight, range] of made) highlight.delete(range);
  };
}
