// What a text in the search may name or command.
import { get } from '../app/api.js';
import { number } from '../app/format.js';
import { catalog, library, needCatalog, needLibrary } from '../app/library.js';
import { at, ofAccount, ui } from '../app/paths.js';
import { inQuotes } from '../parts/query-terms.js';
import { doings } from './doings.js';
import { placeAt, places } from './rail.js';

/**
 * @typedef {{kind: string, label: string, href?: string, act?: () => any}} Find it leads to an address or
 * does something
 */
/** @typedef {Record<string, {total: number, dropped?: number, rows: any[]}>} Counts by kind of record, and calls */

const most = 12;
const named = 3; // records of a kind

/**
 * The kinds of records that are searched: what the list calls it, of one, the field of its id, and what else
 * to show.
 */
const kinds = [
  { id: 'customers', one: 'Customer', key: 'reference', say: (/** @type {any} */ r) => r.name },
  { id: 'orders', one: 'Order', key: 'reference', say: (/** @type {any} */ r) => [r.status, r.name].join(' ') },
  { id: 'subscriptions', one: 'Subscription', key: 'reference', say: (/** @type {any} */ r) => r.product },
  { id: 'campaigns', one: 'Campaign', key: 'code', say: (/** @type {any} */ r) => r.name },
];

/** Reads what the search looks through. */
export function prepare() {
  needCatalog();
  needLibrary();
}

/**
 * Counts the calls and records that contain a text, and reads the first records.
 * @param {string} text
 * @param {string} code
 * @returns {Promise<Counts>}
 */
export async function countFinds(text, code) {
  const q = `text:${inQuotes(text)}`;
  const lists = [
    { id: 'calls', path: 'requests', limit: 1 },
    ...kinds.map(({ id }) => ({ id, path: id, limit: named })),
  ];
  const answers = await Promise.all(
    lists.map(({ path, limit }) => get(ofAccount(code, path), { q, view: 'line', limit }).catch(() => undefined)),
  );
  return Object.fromEntries(
    lists.flatMap(({ id, path }, i) => (answers[i] ? [[id, { ...answers[i], rows: answers[i][path] }]] : [])),
  );
}

/**
 * Returns what a text may mean, the likeliest first.
 * @param {string} text
 * @param {string} code
 * @param {Counts} counts of this text, empty until they are known
 * @returns {Find[]}
 */
export function finds(text, code, counts) {
  const low = text.toLowerCase();
  const has = (/** @type {string} */ s) => s.toLowerCase().includes(low);
  const quoted = `text:${inQuotes(text)}`;
  /** @type {Find[]} */
  const exact = [],
    found = [];
  if (/^.+-\d+$/.test(text)) exact.push({ kind: 'Call', label: text, href: ui('c', text) });
  for (const { id, one, key, say } of kinds) {
    for (const row of counts[id]?.rows ?? []) {
      const find = { kind: one, label: `${row[key]} ${say(row)}`, href: at(code, 'data', id, String(row[key])) };
      if (String(row[key]).toLowerCase() === low) exact.push(find);
      else found.push(find);
    }
  }
  for (const p of places)
    if (p.label.toLowerCase().startsWith(low)) found.unshift({ kind: 'Screen', label: p.label, href: placeAt(p) });
  for (const s of library.value ?? [])
    if (has(s.name)) found.push({ kind: 'Scenario', label: s.name, href: at(code, 'scenarios', s.name) });
  for (const o of catalog.value?.operations ?? [])
    if (has(o.id)) found.push({ kind: 'Operation', label: o.id, href: at(code, 'operations', o.id) });
  const total = (/** @type {string} */ id) =>
    `${counts[id] ? `${number(counts[id].total)} ` : ''}${counts[id]?.dropped ? 'kept ones ' : ''}that contain ${text}`;
  return [
    ...exact,
    ...doings(text, code),
    ...found.slice(0, most - 5),
    { kind: 'Calls', label: total('calls'), href: at(code, 'calls', { q: quoted }) },
    ...kinds
      .slice(0, 2)
      .map(({ id, one }) => ({ kind: `${one}s`, label: total(id), href: at(code, 'data', id, { q: quoted }) })),
    { kind: 'Guide', label: text, href: ui('guide', { q: text }) },
  ].slice(0, most);
}
