// Where in a JSON text a value stands.

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Yields the values without parts of a JSON text in their order, as they are written: JavaScript would change
 * 9007199254740993 and 10.50. at is the offset of the value's end.
 * @param {string} text
 * @returns {Iterable<{path: string, word: string, at: number}>}
 */
function* values(text) {
  /** @type {(string | number)[]} */
  const path = [];
  let key = '',
    before = '';
  for (const { 0: word, index } of text.matchAll(token)) {
    const last = path.at(-1),
      at = index + word.length;
    if (word === '{') path.push('');
    else if (word === '[') path.push(0);
    else if (word === '}' || word === ']') {
      path.pop();
      if (before === '{' || before === '[') yield { path: written(path), word: before + word, at };
    } else if (word === ',' && typeof last === 'number') path[path.length - 1] = last + 1;
    else if (word === ':') path[path.length - 1] = JSON.parse(key);
    else if (word === ',') continue;
    else if (isKey(text, at)) key = word;
    else yield { path: written(path), word, at };
    before = word;
  }
}

/**
 * Returns the path of the value, without parts, at an offset of a JSON text, '' when none is there.
 * @param {string} text
 * @param {number} offset
 */
export function pathAt(text, offset) {
  for (const { path, word, at } of values(text)) if (offset <= at) return offset < at - word.length ? '' : path;
  return '';
}

/** Reports whether what ends at an offset is the name of a member. @param {string} text @param {number} end */
const isKey = (text, end) => /^\s*:/.test(text.slice(end, end + 100));

/** Writes a path as JSONPath does. @param {(string | number)[]} path */
function written(path) {
  return (
    '$' +
    path
      .map((part) =>
        typeof part === 'number' ? `[${part}]` : /^[A-Za-z_]\w*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
      )
      .join('')
  );
}

/**
 * Returns the values of a JSON text that have no parts, as JSON, by path.
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function valuesOf(text) {
  try {
    JSON.parse(text);
  } catch {
    return new Map(); // it is cut, or no JSON
  }
  const plain = (/** @type {string} */ word) => (word.startsWith('"') ? JSON.stringify(JSON.parse(word)) : word);
  return new Map([...values(text)].map(({ path, word }) => [path, plain(word)]));
}
