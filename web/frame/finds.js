// What a text in the search may name.
import { catalog, library, needCatalog, needLibrary } from '../app/library.js';
import { at, ui } from '../app/paths.js';
import { inQuotes } from '../parts/query-terms.js';
import { places } from './rail.js';

/** @typedef {{kind: string, label: string, href: string}} Find */

const most = 10;

/** Reads what the search looks through. */
export function prepare() {
  needCatalog();
  needLibrary();
}

/**
 * Returns what a text may mean, the likeliest first.
 * @param {string} text
 * @param {string} code
 * @returns {Find[]}
 */
export function finds(text, code) {
  const low = text.toLowerCase();
  const has = (/** @type {string} */ s) => s.toLowerCase().includes(low);
  const quoted = `text:${inQuotes(text)}`;
  /** @type {Find[]} */
  const found = [];
  if (/^.+-\d+$/.test(text)) found.push({ kind: 'Call', label: text, href: ui('c', text) });
  for (const p of places) if (p.label.toLowerCase().startsWith(low)) found.push({ kind: 'Screen', label: p.label, href: at(code, ...(p.id ? [p.id] : [])) });
  for (const s of library.value ?? []) if (has(s.name)) found.push({ kind: 'Scenario', label: s.name, href: at(code, 'scenarios', s.name) });
  for (const o of catalog.value?.operations ?? []) if (has(o.id)) found.push({ kind: 'Operation', label: o.id, href: at(code, 'operations', o.id) });
  const first = found.slice(0, most - 4);
  return [
    ...first,
    { kind: 'Calls', label: `that contain ${text}`, href: at(code, 'calls', { q: quoted }) },
    { kind: 'Orders', label: `that contain ${text}`, href: at(code, 'data', 'orders', { q: quoted }) },
    { kind: 'Customers', label: `that contain ${text}`, href: at(code, 'data', 'customers', { q: quoted }) },
    { kind: 'Guide', label: text, href: ui('guide', { q: text }) },
  ];
}
