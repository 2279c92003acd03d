// Moments as places on the axis.
import { date, dateTime } from '../app/format.js';

export const hour = 3_600_000,
  day = 24 * hour;

/** How much the axis shows around the clock: days before and after, and the step of the handle. */
export const spans = /** @type {const} */ ({
  weeks: { label: '3 weeks', before: 10 * day, after: 12 * day, snap: hour, unit: day },
  months: { label: '3 months', before: 31 * day, after: 61 * day, snap: 6 * hour, unit: day },
  years: { label: '3 years', before: 366 * day, after: 731 * day, snap: day, unit: 30 * day },
});

/** @typedef {keyof typeof spans} Span */
/** @typedef {{from: number, to: number}} Range */

/** How far from the clock a moment can be and still be on the axis. */
const furthest = 60 * 365 * day;

/**
 * Returns what the axis shows: the span, and the moment that is tried on.
 * @param {Span} span
 * @param {number} now
 * @param {number | null} target
 * @returns {Range}
 */
export function rangeOf(span, now, target) {
  const { before, after } = spans[span];
  const range = { from: now - before, to: now + after };
  if (target === null || Math.abs(target - now) > furthest) return range;
  const margin = (range.to - range.from) / 10;
  if (target < range.from) range.from = target - margin - 7 * day;
  if (target > range.to) range.to = target + margin;
  return range;
}

/** Returns a moment in percent of the range. @param {Range} range @param {number} moment */
export function place({ from, to }, moment) {
  return (100 * (moment - from)) / (to - from);
}

/** Returns the moments that the axis names, at most about ten. @param {Range} range */
export function marks({ from, to }) {
  const step =
    [day, 2 * day, 4 * day, 7 * day, 14 * day, 31 * day, 92 * day, 183 * day, 366 * day, 1830 * day].find(
      (s) => (to - from) / s <= 11,
    ) ?? 3660 * day;
  const all = [];
  for (let at = Math.ceil(from / day) * day; at <= to; at += step)
    all.push({ at, label: step < 31 * day ? date(at).replace(/ \d{4}$/, '') : date(at).replace(/^\d+ /, '') });
  return all;
}

/** Reads a moment of the address. @param {string | null} text */
export function readMoment(text) {
  const moment = text ? Date.parse(text) : NaN;
  return moment >= Date.UTC(1900) && moment < Date.UTC(2200) ? moment : null; // the years that a clock has
}

/** Writes a moment as the interface reads it. @param {number} moment */
export function written(moment) {
  return new Date(moment).toISOString().replace('.000Z', 'Z');
}

/** @param {number} moment */
export const said = (moment) => dateTime(moment);

/** Returns the same moment of the next month, or its last day when it has no such day. @param {number} moment */
export function inAMonth(moment) {
  const t = new Date(moment),
    day = t.getUTCDate();
  t.setUTCMonth(t.getUTCMonth() + 1, 1);
  const last = new Date(Date.UTC(t.getUTCFullYear(), t.getUTCMonth() + 1, 0)).getUTCDate();
  return t.setUTCDate(Math.min(day, last));
}

/**
 * Returns the first thing that happens after a moment, undefined for nothing. Orders leave
 * the default search a second after they are seven days old. Only the first tick of a
 * timeline is exact, so that each begins where its events can begin.
 * @param {import('../api').Timeline} week of the seven days before the moment
 * @param {import('../api').Timeline} later from the moment on
 * @param {number} after
 */
export function nextEvent(week, later, after) {
  /** @type {{at: number, what: string}[]} */
  const all = [];
  const add = (/** @type {number} */ at, /** @type {string} */ what) =>
    at > after && all.push({ at: Math.ceil(at / 1000) * 1000, what });
  for (const k of week.orders.ticks) add(Date.parse(k.time) + 7 * day + 1000, 'an order leaves the default search');
  for (const k of later.subscriptions.ticks) add(Date.parse(k.time), 'a subscription expires');
  for (const c of later.campaigns.rows) {
    if (c.start) add(Date.parse(c.start), `the campaign ${c.name} begins`);
    if (c.end) add(Date.parse(c.end) + day, `the campaign ${c.name} has ended`);
  }
  for (const s of later.sessions) add(Date.parse(s.to), 'a SOAP session dies');
  return all.sort((a, b) => a.at - b.at)[0];
}
