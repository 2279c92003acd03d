// What a move of the clock does, in words.
import { count } from '../app/format.js';
import { day } from './time-scale.js';

/** @typedef {import('../api').ClockPreview} Preview */

/** @type {Record<string, [string, string]>} what one campaign does, and what several do */
const turns = {
  'upcoming running': ['begins', 'begin'],
  'running expired': ['ends', 'end'],
  'upcoming expired': ['begins and ends', 'begin and end'],
  'expired running': ['runs again', 'run again'],
  'running upcoming': ['is upcoming again', 'are upcoming again'],
  'expired upcoming': ['is upcoming again', 'are upcoming again'],
};

/** Returns the consequences of a move, most important first. @param {Preview} p @returns {string[]} */
function consequences(p) {
  const all = [
    part(p.orders.leave, 'order', 'leaves the default search', 'leave the default search'),
    part(p.orders.enter, 'order', 'enters the default search', 'enter the default search'),
    ...p.campaigns.map((t) =>
      part(t.count, 'campaign', ...(turns[`${t.from} ${t.to}`] ?? [`becomes ${t.to}`, `become ${t.to}`])),
    ),
    part(p.subscriptions.expire, 'subscription', 'expires', 'expire'),
    part(p.subscriptions.revive, 'subscription', 'is valid again', 'are valid again'),
    part(p.sessions.expire, 'session', 'dies', 'die'),
    part(p.sessions.revive, 'session', 'is valid again', 'are valid again'),
  ];
  return [...changes(p.progress, 'will be'), ...all.filter(Boolean)];
}

/**
 * Returns what time changes, most important first, with a verb before it.
 * @param {import('../api').ClockProgress | undefined} p
 * @param {'will be' | 'was'} when
 */
function changes(p, when) {
  if (!p) return [];
  const all = when === 'was' ? ['was', 'were'] : [when, when];
  /** @type {[number, string, string][]} */
  const kinds = [
    [p.completed, 'order', 'completed'],
    [p.canceled, 'order', 'canceled'],
    [p.reversed, 'order', 'reversed'],
    [p.approved, 'order', 'approved'],
    [p.expired, 'subscription', 'disabled'],
  ];
  return kinds.map(([n, what, done]) => part(n, what, `${all[0]} ${done}`, `${all[1]} ${done}`)).filter(Boolean);
}

/**
 * Returns the query of the records that a consequence counts, '' when no query finds them.
 * @param {Pick<Preview, 'clock'>} p
 * @param {string} rest the words after the count
 */
export function countedBy({ clock }, rest) {
  const [from, to] = [Date.parse(clock.before.now), Date.parse(clock.after.now)].sort((a, b) => a - b);
  const range = (/** @type {number} */ a, /** @type {number} */ b) =>
    [a, b].map((t) => new Date(t).toISOString()).join('..');
  if (rest.includes('default search'))
    return `date:${range(from - 7 * day, Math.min(to - 7 * day, from))} -status:REFUND`;
  return /^ (expires?|(is|are) valid again)$/.test(rest) ? `expiration:${range(from, to)}` : '';
}

/** Reports whether a move does anything. @param {Preview} p */
export const doesAnything = (p) => consequences(p).length > 0;

/** Reports whether a move changes records. @param {Preview} p */
export const changesRecords = (p) => changes(p.progress, 'will be').length > 0;

/** @param {number} n @param {string} what @param {string} one @param {string} many */
function part(n, what, one, many) {
  return n ? `${count(n, what)} ${n === 1 ? one : many}` : '';
}

/** Returns the consequences as one text. @param {Preview} p */
export function sentence(p) {
  const all = consequences(p);
  return all.length
    ? all.join(', ') + (p.progress?.more ? ' and more that is not counted' : '')
    : 'no order leaves or enters the default search, and nothing begins or ends';
}

/**
 * Returns what time changed with a move that was made, as a sentence of its own, '' for nothing.
 * @param {import('../api').Clock} clock
 */
export function happened({ progress }) {
  const all = changes(progress, 'was');
  return all.length ? ` ${all.join(', ')}.` : '';
}
