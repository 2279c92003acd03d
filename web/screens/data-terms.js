// Terms of a query as filters to press.

/**
 * Returns the terms of a query: words, in which blanks within quotes count as letters.
 * @param {string} query
 * @returns {string[]}
 */
export function terms(query) {
  return query.match(/(?:"(?:\\.|[^"\\])*"?|\S)+/g) ?? [];
}

/**
 * Returns the query with a term, in place of another filter of the same field, or
 * without it when it has the term.
 * @param {string} query @param {string} term @param {string[]} filters the terms of all filters
 */
export function toggled(query, term, filters) {
  const all = terms(query);
  if (all.includes(term)) return all.filter((t) => t !== term).join(' ');
  const field = term.slice(0, term.indexOf(':') + 1);
  return [...all.filter((t) => !(t.startsWith(field) && filters.includes(t))), term].join(' ');
}
