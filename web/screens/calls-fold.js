// Calls with the same reason as one row.

/** @typedef {import('../api').EntryLine} Line */
/** @typedef {{key: string, calls: number, newest: Line, operations: string[]}} Group */

/**
 * Folds calls with an equal reason, the most frequent first. The calls of an
 * unfolded group follow it.
 * @param {Line[]} rows the newest first
 * @param {Set<string>} unfolded keys of groups
 * @returns {(Group | Line)[]}
 */
export function folded(rows, unfolded) {
  /** @type {Map<string, {newest: Line, members: Line[], operations: Set<string>}>} */
  const groups = new Map();
  for (const row of rows) {
    const key = `group ${row.cause ?? ''} ${row.status} ${row.code ?? ''} ${row.why ?? ''}`;
    const group = groups.get(key) ?? { newest: row, members: [], operations: new Set() };
    group.members.push(row);
    if (row.operation) group.operations.add(row.operation);
    groups.set(key, group);
  }
  const ordered = [...groups].sort(([, a], [, b]) => Number(!a.newest.cause) - Number(!b.newest.cause) || b.members.length - a.members.length);
  return ordered.flatMap(([key, { newest, members, operations }]) => [
    { key, calls: members.length, newest, operations: [...operations] },
    ...(unfolded.has(key) ? members : []),
  ]);
}
