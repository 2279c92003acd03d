// Where a fault of a YAML text is, and the text without it.

/** @typedef {import('../api').Fault} Fault */

/**
 * Returns the offset at which a fault is, and its end: the word that its message
 * says is unknown, otherwise what is written at its place.
 * @param {string} text
 * @param {Fault} fault
 */
export function rangeOf(text, { line, column, message }) {
  const lines = text.split('\n');
  const row = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, row).reduce((sum, l) => sum + l.length + 1, 0);
  const before = [...lines[row]].slice(0, Math.max(column, 1) - 1).join('').length; // the column counts characters
  const from = start + before;
  const word = /unknown .*?"?([^\s";]+)"?;/.exec(message)?.[1] ?? '';
  const found = word ? from + wordIn(lines[row].slice(before), word) : -1;
  if (found >= from) return { from: found, to: found + word.length };
  const here = /^(?:"[^"]*"|'[^']*'|[^\s,[\]{}:#"']+)/.exec(lines[row].slice(before))?.[0] ?? '';
  return { from, to: Math.max(from + here.length, Math.min(from + 1, start + lines[row].length)) };
}

/** Returns where a line has a whole word, -1 for nowhere. @param {string} line @param {string} word */
function wordIn(line, word) {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (!/[\w-]$/.test(line.slice(0, at)) && !/^[\w-]/.test(line.slice(at + word.length))) return at;
  }
  return -Infinity;
}

/**
 * Returns the text with the suggestion of a fault in its place.
 * @param {string} text
 * @param {Fault} fault
 */
export function mended(text, fault) {
  const { from, to } = rangeOf(text, fault);
  const quote = /^["']/.exec(text.slice(from, to))?.[0] ?? '';
  return text.slice(0, from) + quote + (fault.suggestion ?? '') + quote + text.slice(to);
}

/** Returns the place of a fault in words. @param {Fault} fault */
export function placeOf({ line, column }) {
  return line ? `line ${line}, column ${column}` : 'the file';
}
