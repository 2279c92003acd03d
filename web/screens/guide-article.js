// The tree of a page as elements. A tag outside the closed set shows its text only.
import { html } from '../vendor/preact.js';
import { ui } from '../app/paths.js';
import { Copy } from '../parts/copy.js';
import { Fence } from './guide-fence.js';
import { exports, named } from './guide-yours.js';

/** @typedef {import('./guide-files.js').Node} Node */

const plain = [
  'blockquote',
  'br',
  'code',
  'em',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'strong',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
];

/** Article is the text of a page. @param {{tree: Node[]}} props */
export function Article({ tree }) {
  const needed = runsProgram(tree) ? exports() : '';
  return html`<div class="article">
    ${
      needed &&
      html`<p class="note row">The program finds this sandbox and account
      after <code>${needed}</code> <${Copy} text=${needed} label="Copy the variables" what="Variables copied" /></p>`
    }
    ${tree.map(shown)}</div>`;
}

/** @param {Node} node @param {number} key @returns {any} */
function shown(node, key) {
  if (typeof node === 'string') return node;
  const { tag, attrs = {}, children = [] } = node;
  if (tag === 'pre') return html`<${Fence} key=${key} text=${text(children)} language=${attrs.language ?? ''} />`;
  if (tag === 'code') return html`<code key=${key}>${named(text(children))}</code>`;
  if (tag === 'table')
    return html`<div key=${key} class="scroll" tabindex="0"><table>${children.map(shown)}</table></div>`;
  if (tag === 'a') return html`<${Link} key=${key} ...${attrs}>${children.map(shown)}<//>`;
  if (tag === 'img') return html`<${Picture} key=${key} ...${attrs} />`;
  if (!plain.includes(tag)) return text(children);
  const { id, start, align } = attrs;
  return html`<${tag} key=${key} id=${id} start=${start} scope=${tag === 'th' ? 'col' : undefined}
    class=${align === 'right' ? 'right' : undefined}>${children.map(shown)}<//>`;
}

/** Picture is one of the guide's, which all have one size. @param {{src: string, alt: string}} props */
function Picture({ src, alt }) {
  const at = new URL(`../guide/${src}`, import.meta.url).href;
  return html`<a href=${at} target="_blank"><img src=${at} alt=${alt} width="1280" height="800" /></a>`;
}

/** Reports whether a page has commands of the program. @param {Node[]} tree */
const runsProgram = (tree) =>
  tree.some(
    (n) => typeof n !== 'string' && n.tag === 'pre' && /^\$ .*\bcommerce-sandbox /m.test(text(n.children ?? [])),
  );

/**
 * Link leads to another page of the guide or to a site.
 * @param {{page?: string, anchor?: string, href?: string, children: any}} props
 */
function Link({ page, anchor, href, children }) {
  if (page)
    return html`<a href=${ui('guide', page) + (anchor ? '#' + encodeURIComponent(anchor) : '')}>${children}</a>`;
  if (!/^https?:\/\//.test(href ?? '')) return children;
  return html`<a href=${href} target="_blank" rel="noreferrer">${children}</a>`;
}

/** @param {Node[]} nodes @returns {string} */
function text(nodes) {
  return nodes.map((n) => (typeof n === 'string' ? n : text(n.children ?? []))).join('');
}
