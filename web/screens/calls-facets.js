/** @typedef {Record<string, Record<string, number>>} Facets how many calls have each value, by field */

/** Adds the counts of two sets of calls. @param {Facets} a @param {Facets} b @returns {Facets} */
export function sum(a, b) {
  /** @type {Facets} */
  const all = {};
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    all[name] = { ...a[name] };
    for (const [value, n] of Object.entries(b[name] ?? {})) all[name][value] = (all[name][value] ?? 0) + n;
  }
  return all;
}
