// Calls with the same reason as one row, and what a row shows because of the one above it.

/** @typedef {import('../api').EntryLine} Line */
/** @typedef {{key: string, calls: number, why: string, newest: Line, operations: string[]}} Group */

/** Returns a reason without the values that calls gave, and without half a word at its end. @param {string} [why] */
export function reasonOf(why = '') {
  return why
    .replaceAll(/"(?:\\.|[^"\\])*"?/g, '"…"')
    .replaceAll(/\bgot [^,;]+/g, 'got …')
    .replace(/ \S*…$/, ' …');
}

/** Reports whether a row is the first of another day than the row above it. @param {Line} row @param {Line} [above] */
export function startsDay(row, above) {
  const day = (/** @type {Line} */ of) => (of.time ?? of.wall_time).slice(0, 10);
  return above !== undefined && day(row) !== day(above);
}

/**
 * Cuts an address into what a narrow row may shorten and what it then goes on with: the first name and value of
 * the query that differs from the address above, after another path the last one, without a query the last part of
 * the path.
 * @param {string} address @param {string} [above]
 */
export function parted(address, above = '') {
  const query = address.indexOf('?');
  if (query < 0) {
    const at = address.lastIndexOf('/', address.length - 2);
    return at > 0 ? [address.slice(0, at), address.slice(at)] : [address, ''];
  }
  let same = 0;
  while (same < address.length && address[same] === above[same]) same++;
  const from = Math.max(query, address.lastIndexOf('&', same > query ? same : Infinity));
  return [address.slice(0, from), address.slice(from)];
}

/**
 * Folds calls with the same code and the same reason, whatever value they gave, the most frequent first. The calls
 * of an unfolded group follow it.
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
  const ordered = [...groups].sort(
    ([, a], [, b]) => Number(!a.newest.cause) - Number(!b.newest.cause) || b.members.length - a.members.length,
  );
  return ordered.flatMap(([key, { newest, members, operations }]) => [
    {
      key,
      calls: members.length,
      why: members.length > 1 ? reasonOf(newest.why) : (newest.why ?? ''),
      newest,
      operations: [...operations],
    },
    ...(unfolded.has(key) ? members : []),
  ]);
}
