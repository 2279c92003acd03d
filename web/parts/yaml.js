// YAML with colours, for reading. Only spans are added: the text stays as it is.
import { html, useMemo } from '../vendor/preact.js';

const key =
  /^(\s*(?:- +)*)("[^"]*"|'[^']*'|[^\s#"'{}[\],&*!|>%@-][^#:{}[\],]*?|-?[^\s#:{}[\],-][^#:{}[\],]*?)(\s*:)(?=\s|$)/;
const piece = new RegExp(
  [
    /(?<space>\s+)|(?<comment>(?<=^|\s)#.*)|(?<string>"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)/,
    /(?<mark>[{}[\],]|- )|(?<key>[\w.-]+(?=\s*:(?:\s|$)))|(?<colon>:)|(?<word>[^\s{}[\],:#"']+)|(?<other>.)/,
  ]
    .map((part) => part.source)
    .join('|'),
  'g',
);
const constant = /^(?:true|false|null|~|-?\d[\d_.:+-]*(?:ns|us|µs|ms|[smhd%])?)$/;

/**
 * Splits a text into pieces of a class; joined they are the text.
 * @param {string} text
 * @returns {{kind: string, text: string}[]}
 */
export function pieces(text) {
  /** @type {{kind: string, text: string}[]} */
  const all = [];
  const add = (/** @type {string} */ kind, /** @type {string} */ part) => {
    if (!part) return;
    const last = all.at(-1);
    if (last?.kind === kind) last.text += part;
    else all.push({ kind, text: part });
  };
  let block = -1; // the indentation above which lines belong to a block of text
  for (const [i, line] of text.split('\n').entries()) {
    if (i > 0) add('', '\n');
    const indent = line.search(/\S/);
    if (block >= 0 && (indent < 0 || indent > block)) {
      add('string', line);
      continue;
    }
    block = /(?:^|[\s:])[|>][+-]?\d?\s*(?:#.*)?$/.test(line) ? Math.max(indent, 0) : -1;
    const head = key.exec(line);
    if (head) {
      add('', head[1]);
      add('key', head[2]);
      add('', head[3]);
    }
    rest(line.slice(head?.[0].length ?? 0), add);
  }
  return all;
}

/** @param {string} text @param {(kind: string, part: string) => void} add */
function rest(text, add) {
  for (const { 0: part, groups = {} } of text.matchAll(piece)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    if (kind === 'word') add(constant.test(part) ? 'constant' : '', part);
    else add(['comment', 'string', 'key'].includes(kind) ? kind : '', part);
  }
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
