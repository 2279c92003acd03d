// What a move of the clock does, in words.
import { count } from '../app/format.js';

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
export function consequences(p) {
  const all = [
    part(p.orders.leave, 'order', 'leaves the default search', 'leave the default search'),
    part(p.orders.enter, 'order', 'enters the default search', 'enter the default search'),
    ...p.campaigns.map((t) => part(t.count, 'campaign', ...(turns[`${t.from} ${t.to}`] ?? [`becomes ${t.to}`, `become ${t.to}`]))),
    part(p.subscriptions.expire, 'subscription', 'expires', 'expire'),
    part(p.subscriptions.revive, 'subscription', 'is valid again', 'are valid again'),
    part(p.sessions.expire, 'session', 'dies', 'die'),
    part(p.sessions.revive, 'session', 'is valid again', 'are valid again'),
  ];
  return all.filter(Boolean);
}

/** @param {number} n @param {string} what @param {string} one @param {string} many */
function part(n, what, one, many) {
  return n ? `${count(n, what)} ${n === 1 ? one : many}` : '';
}

/** Returns the consequences as one text. @param {Preview} p */
export function sentence(p) {
  const all = consequences(p);
  return all.length ? all.join(', ') : 'no order leaves or enters the default search, and nothing begins or ends';
}

/**
 * Returns what time changed with a move that was made, as a sentence of its own, '' for
 * nothing.
 * @param {import('../api').Clock} clock
 */
export function happened({ progress: p }) {
  if (!p) return '';
  const all = [
    part(p.completed, 'order', 'completed', 'completed'),
    part(p.canceled, 'order', 'was canceled', 'were canceled'),
    part(p.reversed, 'order', 'was reversed', 'were reversed'),
    part(p.approved, 'order', 'was approved', 'were approved'),
    part(p.expired, 'subscription', 'was disabled', 'were disabled'),
  ].filter(Boolean);
  return all.length ? ` ${all.join(', ')}; moving the clock back does not undo that.` : '';
}
