// Where in the structure of a YAML text its end is, as far as completion needs
// it: by indentation, and by brackets within a line.

/**
 * @typedef {object} Level
 * @property {number} indent
 * @property {string | null} step a key, null for an item of a list, '{' for a bracket, which is no step of the path
 * @property {Record<string, string>} values what was read below it, by key
 * @property {boolean} [flow] whether brackets opened it
 * @property {boolean} [block] whether a block of text is its value
 */

/** @typedef {{path: (string | null)[], ofKey: boolean, partial: string, beside: Record<string, string>}} Place */

const head = /^("[^"]*"|'[^']*'|[^\s"'#,[\]{}:-][^#,[\]{}:]*?)\s*:(?:\s+|$)/;
const marks = /"(?:[^"\\]|\\.)*"|'[^']*'|[{}[\],]|[^\s"'{}[\],:]+:(?:\s|$)/g;

/**
 * Returns the keys that lead to the end of a text (null is an item), whether the
 * value of the last key is being written, what is written of it, and the values
 * beside it. It is null within a block of text or a comment.
 * @param {string} text
 * @returns {Place | null}
 */
export function placeAtEnd(text) {
  /** @type {Level[]} */
  const levels = [{ indent: -1, step: '', values: {} }];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  for (const line of lines) if (/^\s*[^\s#]/.test(line)) read(levels, line);
  if (/(?:^|\s)#/.test(last)) return null;
  const partial = read(levels, last);
  const [top, below] = [levels[levels.length - 1], levels[levels.length - 2]];
  if (partial === null) return null;
  const ofKey =
    typeof top.step === 'string' && top.step !== '{' && (top.flow || head.test(last.replace(/^[\s-]*/, '')));
  return {
    path: levels
      .slice(1)
      .map((l) => l.step)
      .filter((step) => step !== '{'),
    ofKey: Boolean(ofKey),
    partial,
    beside: ofKey ? below.values : top.values,
  };
}

/**
 * Reads a line and returns what follows its last mark, null in a block of text.
 * @param {Level[]} levels
 * @param {string} line
 */
function read(levels, line) {
  leave(levels, (l) => Boolean(l.flow)); // brackets over several lines are not followed
  let column = line.search(/\S|$/),
    rest = line.slice(column);
  if (levels.some((l) => l.block && column > l.indent)) return null;
  for (let item; (item = /^-(?:\s+|$)/.exec(rest)); column += item[0].length, rest = rest.slice(item[0].length)) {
    leave(levels, (l) => l.indent > column || (l.indent === column && l.step === null));
    levels.push({ indent: column, step: null, values: {} });
  }
  leave(levels, (l) => l.indent >= column);
  const key = head.exec(rest);
  if (key) {
    rest = rest.slice(key[0].length);
    enter(levels, { indent: column, step: unquoted(key[1]), values: {}, block: /^[|>]/.test(rest) }, rest);
  }
  return brackets(levels, rest);
}

/** @param {Level[]} levels @param {string} text */
function brackets(levels, text) {
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (/^["']/.test(mark)) continue;
    from = index + mark.length;
    const open = { indent: Infinity, values: {}, flow: true };
    if (mark === '{') levels.push({ ...open, step: '{' });
    else if (mark === '[') levels.push({ ...open, step: null });
    else if (mark.length === 1) close(levels, mark);
    else enter(levels, { ...open, step: unquoted(mark.trim().slice(0, -1)) }, text.slice(from));
  }
  return text.slice(from).trimStart();
}

/** @param {Level[]} levels @param {string} mark */
function close(levels, mark) {
  const top = levels[levels.length - 1];
  if (!top.flow) return;
  if (top.step !== null && top.step !== '{') levels.pop(); // the value of a key
  if (mark !== ',') levels.pop();
}

/** @param {Level[]} levels @param {Level} level @param {string} value */
function enter(levels, level, value) {
  levels[levels.length - 1].values[level.step ?? ''] = value.replace(/[,}#].*$/, '').trim();
  levels.push(level);
}

/** @param {Level[]} levels @param {(level: Level) => boolean} ended */
function leave(levels, ended) {
  while (levels.length > 1 && ended(levels[levels.length - 1])) levels.pop();
}

/** @param {string} key */
const unquoted = (key) => key.trim().replace(/^(["'])(.*)\1$/, '$2');
