// What a file is that a person brings in, by its beginning and its names.
import { count, number } from '../app/format.js';

/**
 * @typedef {{kind: 'records' | 'scenario' | 'world' | 'zip' | 'har' | 'rehearsal' | 'unknown',
 *   what: string}} Brought what says it in words
 */

const kinds = /^(?:orders|customers|products|campaigns|subscriptions|partners|handles|settings|generate|extends)\s*:/m;

/** Returns what a text is. @param {string} text @returns {Brought} */
export function kindOfText(text) {
  if (text.startsWith('PK\u0003\u0004')) return { kind: 'zip', what: 'A zip, such as a bundle' };
  const json = parsed(text);
  if (json?.log?.entries) return { kind: 'har', what: 'An HTTP Archive' };
  if (json?.trials && json.good) return { kind: 'rehearsal', what: 'The report of a rehearsal' };
  if (json !== undefined && typeof json === 'object' && json !== null)
    return { kind: 'records', what: contentsOf(json) };
  const lines = text.split('\n').filter((line) => line.trim());
  if (lines.length > 1 && /^\s*[{[]/.test(text))
    return { kind: 'records', what: `JSON Lines, ${count(lines.length, 'line')}` };
  if (/^\s*[{[]/.test(text)) return { kind: 'records', what: 'JSON that cannot be read whole' };
  if (/^rules\s*:/m.test(text)) return { kind: 'scenario', what: 'A scenario' };
  if (kinds.test(text)) return { kind: 'world', what: 'A world or a part of one' };
  return { kind: 'unknown', what: 'No file that the sandbox knows' };
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says what JSON has: a list, a page of a search, an export by kinds, or one record. @param {any} json */
function contentsOf(json) {
  const list = Array.isArray(json) ? json : json.Items && json.Pagination ? json.Items : undefined;
  if (list) return `JSON, ${count(list.length, 'record')}`;
  const lists = Object.entries(json).filter(([name, value]) => Array.isArray(value) && kinds.test(`${name}:`));
  if (lists.length)
    return `JSON, ${lists.map(([name, value]) => `${number(/** @type {any[]} */ (value).length)} ${name}`).join(', ')}`;
  return 'JSON, 1 record';
}
