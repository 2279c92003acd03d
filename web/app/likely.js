// Which scenarios a person most likely looks for.

/** @typedef {import('../api').Scenario} Scenario */

const usual = ['FORBIDDEN', 'outage', 'slow', 'throttled'];
const further = ['flaky', 'connection-reset', 'truncated', 'gateway-html'];
const rows = 8;
const found = 40;

/**
 * Returns the codes that operations document, those of the first operation
 * first, its own before those that many operations document.
 * @param {import('../api').Catalog | undefined} catalog
 * @param {string[]} operations
 */
export function codesOf(catalog, operations) {
  const all = catalog?.operations ?? [];
  const users = (/** @type {string} */ code) => all.filter((o) => o.outcomes.some((c) => c.code === code)).length;
  /** @type {Set<string>} */
  const codes = new Set();
  for (const id of new Set(operations)) {
    const failures = all.find((o) => o.id === id)?.outcomes.filter((c) => c.code && c.documented && c.scenario) ?? [];
    const own = failures.map((c) => c.code ?? '').sort((a, b) => users(a) - users(b));
    for (const code of own) codes.add(code);
  }
  return [...codes];
}

/**
 * Returns the likeliest scenarios: a few of the codes, then the usual ones, then others while there is room.
 * @param {Scenario[]} library
 * @param {string[]} codes
 */
export function likely(library, codes) {
  const others = codes.filter((c) => !usual.includes(c)).slice(0, rows - usual.length);
  const names = [...others, ...usual, ...further].slice(0, rows);
  return names.flatMap((name) => library.find((s) => s.name === name && !s.error) ?? []);
}

/**
 * Returns the scenarios that contain each word of a text, the best first.
 * @param {Scenario[]} library
 * @param {string} text
 */
export function matching(library, text) {
  const words = wordsOf(text);
  const scored = library
    .filter((s) => !s.error)
    .map((s) => ({ s, score: score(s, words) }))
    .filter((r) => r.score > 0);
  scored.sort((a, b) => b.score - a.score);
  return { rows: scored.slice(0, found).map((r) => r.s), more: Math.max(0, scored.length - found) };
}

/** Splits a text into the words that are looked for. @param {string} text */
export function wordsOf(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * Reports whether the name, the summary or what a scenario does contains each word.
 * @param {Scenario} s
 * @param {string[]} words
 */
export function contains(s, words) {
  if (words.length === 0) return true;
  const text = `${s.name} ${s.summary} ${s.does.join(' ')}`.toLowerCase();
  return words.every((w) => text.includes(w));
}

/** @param {Scenario} s @param {string[]} words */
function score(s, words) {
  if (!contains(s, words)) return 0;
  const name = s.name.toLowerCase(),
    whole = words.join(' ');
  if (name === whole) return 5;
  if (name.startsWith(whole)) return s.group === 'codes' ? 4 : 3;
  return words.every((w) => name.includes(w)) ? 2 : 1;
}
