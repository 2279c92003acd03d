// How two texts differ, character by character.

/** @typedef {{text: string, kind: 'same' | 'extra' | 'missing'}} Run */

const longest = 400; // characters of which each is compared with each

/**
 * Returns a text in runs: the same as in another text, or extra; missing runs
 * are of the other text, at the place where they would be.
 * @param {string} text
 * @param {string} other
 * @returns {Run[]}
 */
export function aligned(text, other) {
  const a = [...text],
    b = [...other];
  if (a.length > longest || b.length > longest) return inPlace(a, b);
  const common = lengths(a, b);
  /** @type {Run[]} */
  const runs = [];
  let i = 0,
    j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(runs, 'same', a[i++]);
      j++;
    } else if (j < b.length && (i === a.length || common[i][j + 1] >= common[i + 1][j])) add(runs, 'missing', b[j++]);
    else add(runs, 'extra', a[i++]);
  }
  return runs;
}

/**
 * Compares the characters at the same places, for texts of one length such as hashes.
 * @param {string} text
 * @param {string} other
 */
export function differing(text, other) {
  return inPlace([...text], [...other]);
}

/** @param {string[]} a @param {string[]} b @returns {Run[]} */
function inPlace(a, b) {
  /** @type {Run[]} */
  const runs = [];
  for (const [i, c] of a.entries()) add(runs, c === b[i] ? 'same' : 'extra', c);
  return runs;
}

/**
 * Returns the length of the longest common part from each pair of places on.
 * @param {string[]} a
 * @param {string[]} b
 */
function lengths(a, b) {
  const all = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      all[i][j] = a[i] === b[j] ? all[i + 1][j + 1] + 1 : Math.max(all[i + 1][j], all[i][j + 1]);
    }
  }
  return all;
}

/** @param {Run[]} runs @param {Run['kind']} kind @param {string} c */
function add(runs, kind, c) {
  const last = runs.at(-1);
  if (last?.kind === kind) last.text += c;
  else runs.push({ text: c, kind });
}

const encoder = new TextEncoder();

/** Returns the bytes of a text in UTF-8. @param {string} text */
export const bytesOf = (text) => encoder.encode(text);

/** Shows what cannot be seen, such as line breaks. @param {string} text */
export function visible(text) {
  return text.replaceAll('\r', '␍').replaceAll('\n', '␊').replaceAll('\t', '␉').replaceAll('\u00a0', '⍽');
}
