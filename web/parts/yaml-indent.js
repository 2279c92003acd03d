const opens = /(?::|(?:^|\s)[|>][-+\d]*)\s*(?:#.*)?$/; // what a line ends with that continues below it

/**
 * Returns the indentation of the line below a line, in characters. The line alone decides,
 * because a slow machine has not parsed what was typed before Enter. Without a result the
 * parsed text decides: within brackets, and where the line says nothing.
 * @param {string} line up to the cursor
 */
export function indentBelow(line) {
  const [, blanks, dashes, rest] = /** @type {RegExpExecArray} */ (/^(\s*)((?:- +)*)(.*)$/.exec(line));
  const inside = blanks.length + dashes.length;
  if (opens.test(rest)) return inside + 2;
  if (!rest || (rest.match(/[[{]/g) ?? []).length !== (rest.match(/[\]}]/g) ?? []).length) return undefined;
  if (!dashes || /:\s/.test(rest)) return inside; // the next key of the same mapping
  return blanks.length + dashes.lastIndexOf('-'); // the next item of the same list
}
