// Moments as places on the axis.
import { date, dateTime } from '../app/format.js';

export const hour = 3_600_000, day = 24 * hour;

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

/** Returns what the axis shows: the span, and the moment that is tried on. @param {Span} span @param {number} now @param {number | null} target @returns {Range} */
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
  const step = [day, 2 * day, 4 * day, 7 * day, 14 * day, 31 * day, 92 * day, 183 * day, 366 * day, 1830 * day].find((s) => (to - from) / s <= 11) ?? 3660 * day;
  const all = [];
  for (let at = Math.ceil(from / day) * day; at <= to; at += step) all.push({ at, label: step < 31 * day ? date(at).replace(/ \d{4}$/, '') : date(at).replace(/^\d+ /, '') });
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
