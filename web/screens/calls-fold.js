// Calls with the same reason as one row.

/** @typedef {import('../api').EntryLine} Line */
/** @typedef {{key: string, calls: number, why: string, newest: Line, operations: string[]}} Group */

/** Returns a reason without the values that calls gave. @param {string} [why] */
export function reasonOf(why = '') {
  return why.replaceAll(/"(?:\\.|[^"\\])*"?/g, '"…"').replaceAll(/\bgot [^,;]+/g, 'got …');
}

/** Returns the ids of the rows that are the first of another day than the row above them. @param {Line[]} rows the newest first */
export function firstOfDays(rows) {
  const day = (/** @type {Line} */ row) => (row.time ?? row.wall_time).slice(0, 10);
  return new Set(rows.filter((row, i) => i > 0 && day(row) !== day(rows[i - 1])).map((row) => row.id));
}

/**
 * Folds calls with the same code and the same reason, whatever value they gave, the most frequent first. The calls of an
 * unfolded group follow it.
 * @param {Line[]} rows the newest first
 * @param {Set<string>} unfolded keys of groups
 * @returns {(Group | Line)[]}
 */
export function folded(rows, unfolded) {
  /** @type {Map<string, {newest: Line, members: Line[], operations: Set<string>}>} */
  const groups = new Map();
  for (const row of rows) {
    const key = `group ${row.cause ?? ''} ${row.status} ${row.code ?? ''} ${reasonOf(row.why)}`;
    const group = groups.get(key) ?? { newest: row, members: [], operations: new Set() };
    group.members.push(row);
    if (row.operation) group.operations.add(row.operation);
    groups.set(key, group);
  }
  const ordered = [...groups].sort(([, a], [, b]) => Number(!a.newest.cause) - Number(!b.newest.cause) || b.members.length - a.members.length);
  return ordered.flatMap(([key, { newest, members, operations }]) => [
    { key, calls: members.length, why: members.length > 1 ? reasonOf(newest.why) : (newest.why ?? ''), newest, operations: [...operations] },
    ...(unfolded.has(key) ? members : []),
  ]);
}
