import { html, useLayoutEffect, useMemo, useRef } from '../vendor/preact.js';
import { bytes as sizeOf, number } from '../app/format.js';
import { hexDump, kindOf, pretty } from './pretty.js';

const dumped = 4096; // bytes of a binary body that are shown
const coloured = 20_000; // tokens

/**
 * Code shows a text as it is or, with pretty, indented and coloured. The text
 * is one node of the document: the browser colours ranges of it, so that 64 KiB
 * are as quick as a line.
 * @param {{text: string, type?: string, pretty?: boolean, label?: string, lines?: number, onPoint?: (text: string,
 *   offset: number) => void}} props
 * type is the media type; label is the accessible name; lines limits the height; onPoint is called
 * with the text that is shown and the place in it that a person clicked without selecting
 */
export function Code({ text, type, pretty: nice = false, label, lines, onPoint }) {
  const pre = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useMemo(() => (nice ? pretty(text, kindOf(text, type)) : { text, tokens: [] }), [text, type, nice]);
  useLayoutEffect(() => paint(pre.current?.firstChild, shown.tokens), [shown]);
  const style = lines ? { maxHeight: `${lines * 1.25 + 1.25}rem` } : undefined;
  const point = (/** @type {MouseEvent} */ event) => {
    const at = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    if (onPoint && at?.offsetNode === pre.current?.firstChild && getSelection()?.isCollapsed)
      onPoint(shown.text, /** @type {CaretPosition} */ (at).offset);
  };
  return html`<pre ref=${pre} class=${'codeblock ' + (onPoint ? 'pointed' : '')} tabindex="0"
    onClick=${onPoint && point} role=${label ? 'region' : undefined} aria-label=${label}
    style=${style}>${shown.text}</pre>`;
}

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
 * Colours the tokens of a text node, and returns what takes the colours away.
 * A browser without custom highlights shows the text plain.
 * @param {Node | null | undefined} node
 * @param {import('./pretty.js').Token[]} tokens
 */
function paint(node, tokens) {
  if (!node || tokens.length === 0 || typeof Highlight === 'undefined') return;
  /** @type {[Highlight, AbstractRange][]} */
  const made = [];
  for (const { start, end, kind } of tokens.slice(0, coloured)) {
    const range = new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end });
    let highlight = CSS.highlights.get(`code-${kind}`);
    if (!highlight) CSS.highlights.set(`code-${kind}`, (highlight = new Highlight()));
    highlight.add(range);
    made.push([highlight, range]);
  }
  return () => {
    for (const [highlight, range] of made) highlight.delete(range);
  };
}
