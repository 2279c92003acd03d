// Where in the structure of a YAML text its end is, as completion needs it.

/**
 * @typedef {import('../vendor/editor.js').SyntaxNode} SyntaxNode
 * @typedef {{path: (string | null)[], ofKey: boolean, partial: string, beside: Record<string, string>}} Place
 */

/**
 * Returns the keys that lead to the end of a text (null is an item), whether the
 * value of the last key is being written, what is written of it, and the values
 * beside it. It is null within a block of text or a comment.
 * @param {import('../vendor/editor.js').Parser} parser
 * @param {string} before
 * @returns {Place | null}
 */
export function placeAtEnd(parser, before) {
  const text = before + 'x'; // otherwise a place where nothing is written yet is in no node
  const cut = (/** @type {SyntaxNode | null} */ node) => (node ? text.slice(node.from, node.to) : '');
  const at = parser.parse(text).resolveInner(before.length, 1);
  if (/^(Comment|BlockLiteral.*)$/.test(at.name)) return null;
  const path = [];
  let inner = at;
  let ofKey;
  let beside;
  for (let node = at.parent; node; inner = node, node = node.parent) {
    const key = node.name === 'Pair' && inner.name !== 'Key' && node.getChild('Key');
    if (key) path.unshift(unquoted(cut(key)));
    if (node.name === 'Item') path.unshift(null);
    // What is on a line of its own may also become a key or an item.
    ofKey ??= key ? !text.slice(key.to, at.from).includes('\n') : node.name === 'Pair' ? undefined : false;
    if (node.name.endsWith('Mapping')) {
      const others = node.getChildren('Pair').filter((pair) => pair.to < text.length);
      beside ??= Object.fromEntries(others.map((pair) => [unquoted(cut(pair.getChild('Key'))), cut(pair.lastChild)]));
    } else if (key && !ofKey) beside ??= {};
  }
  return { path, ofKey: Boolean(ofKey), partial: before.slice(at.from), beside: beside ?? {} };
}

/** @param {string} key */
const unquoted = (key) => key.replace(/^(["'])(.*)\1$/, '$2');
