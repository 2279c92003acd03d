// Where in a JSON text a value stands.
import { leaves } from './diff.js';

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Returns the path of the value, without parts, at an offset of a JSON text, '' when none is there.
 * @param {string} text
 * @param {number} offset
 */
export function pathAt(text, offset) {
  /** @type {(string | number)[]} */
  const path = [];
  let key = '';
  for (const { 0: word, index } of text.matchAll(token)) {
    if (index > offset) return '';
    const last = path.at(-1);
    if (word === '{') path.push('');
    else if (word === '[') path.push(0);
    else if (word === '}' || word === ']') path.pop();
    else if (word === ',' && typeof last === 'number') path[path.length - 1] = last + 1;
    else if (word === ':') path[path.length - 1] = JSON.parse(key);
    else if (/^[{}[\],:]$/.test(word)) continue;
    else if (isKey(text, index + word.length)) key = word;
    else if (offset <= index + word.length) return written(path);
  }
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
    return new Map(
      [...leaves(JSON.parse(text))].map(([path, value]) => [path.startsWith('[') ? `$${path}` : `$.${path}`, value]),
    );
  } catch {
    return new Map(); // it is cut, or no JSON
  }
}
