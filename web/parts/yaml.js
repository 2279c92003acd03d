// YAML with colours, for reading. Only spans are added: the text stays as it is.
import { html, useMemo } from '../vendor/preact.js';

const kinds = {
  key: /(?<=^\s*(?:- +)*|[{,] *)(?:"[^"\n]*"|'[^'\n]*'|[\w.*$-]+)(?=\s*:(?:\s|$))/,
  comment: /(?<=^|\s)#.*/,
  string: /(?<![^\s[{,])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/,
};
const named = Object.entries(kinds).map(([name, { source }]) => `(?<${name}>${source})`);
const piece = new RegExp(named.join('|'), 'gm');

/**
 * Splits a text into pieces of a class; joined they are the text.
 * @param {string} text
 * @returns {{kind: string, text: string}[]}
 */
export function pieces(text) {
  const all = [];
  let from = 0;
  for (const { 0: part, index, groups = {} } of text.matchAll(piece)) {
    all.push({ kind: '', text: text.slice(from, index) });
    all.push({ kind: Object.keys(groups).find((name) => groups[name] !== undefined) ?? '', text: part });
    from = index + part.length;
  }
  return [...all, { kind: '', text: text.slice(from) }].filter((p) => p.text);
}

/**
 * Yaml shows a text with colours.
 * @param {{text: string, label?: string}} props
 */
export function Yaml({ text, label = 'YAML' }) {
  const all = useMemo(() => pieces(text), [text]);
  return html`<pre class="codeblock yaml" tabindex="0" role="region" aria-label=${label}>
    <code>
      ${all.map((p, i) => (p.kind ? html`<span key=${i} class=${'yaml-' + p.kind}>${p.text}</span>` : p.text))}</code>
  </pre>`;
}
