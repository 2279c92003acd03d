// The report of a rehearsal as it is in its file. What has another form is refused by
// its place, so that nothing below fails over it.
import { ids } from './rehearsal-words.js';

/**
 * @typedef {{name: string, at_ns: number, status: number, code: string, fault: string, wrote: string[]}} Call
 * @typedef {{path: string, change: string, a: string | null, b: string | null}} Field
 * @typedef {{account: number, kind: string, name: string, change: string, count: {a: number, b: number},
 *   fields: Field[]}} Difference
 * @typedef {{schedule: string, result: string, exit: number, why: string, records: Difference[], calls: Call[],
 *   entries: import('../api').Entry[], output: string, accepted: string, question: string, advice: string}} Trial
 * @typedef {{schedule: string, result: string, reason: string}} Accepted
 * @typedef {{calls: string[], duration_ns: number, unstable: string[], spared: string[],
 *   ignored: Difference[]}} GoodRun
 * @typedef {{headline: string, answers: string, days: string, remarks: string[], begun: string, flags: string[],
 *   command: string[], good: GoodRun, trials: Trial[], findings: Trial[], unfinished: number, accepted: Accepted[],
 *   took_ns: number}} Report
 */

/** How many bytes of a file are read. */
export const mostBytes = 64 << 20;

const what = 'It is not the report of a rehearsal, such as rehearse --report FOLDER writes as report.json';

/** A part of the report is a list of one part, an object of several by name, or a function that reads it. */
const difference = {
  account: number,
  kind: text,
  name: text,
  change: text,
  count: { a: number, b: number },
  fields: [{ path: text, change: text, a: textOrNull, b: textOrNull }],
};
const trial = {
  schedule: required(text),
  result,
  exit: number,
  why: text,
  records: [difference],
  calls: [{ name: text, at_ns: number, status: number, code: text, fault: text, wrote: [text] }],
  entries: [object],
  output: text,
  accepted: text,
  question: text,
  advice: text,
};
const whole = {
  good: { calls: [text], duration_ns: number, unstable: [text], spared: [text], ignored: [difference] },
  headline: text,
  answers: text,
  days: text,
  remarks: [text],
  begun: text,
  flags: [text],
  command: [text],
  trials: required([trial]),
  findings: required([trial]),
  unfinished: number,
  accepted: [{ schedule: text, result, reason: text }],
  took_ns: number,
};

/**
 * Returns the report of a text, or in a sentence why it is none.
 * @param {string} text
 * @returns {{report: Report, fault?: undefined} | {report?: undefined, fault: string}}
 */
export function readRehearsal(text) {
  /** @type {any} */
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    return { fault: `${what}: it is not JSON.` };
  }
  try {
    return { report: read(given, whole, '') };
  } catch (wrong) {
    return { fault: `${what}: ${wrong.message}.` };
  }
}

/**
 * Reads a part of the report. null and nothing are an empty list.
 * @param {any} value @param {any} of @param {string} at @returns {any}
 */
function read(value, of, at) {
  if (typeof of === 'function') return of(value, at);
  if (Array.isArray(of)) {
    if (!Array.isArray(value ?? [])) throw wrong(at, 'a list', value);
    return (value ?? []).map((/** @type {any} */ one, /** @type {number} */ i) => read(one, of[0], `${at}[${i}]`));
  }
  object(value, at || 'the file');
  const parts = Object.entries(of);
  return Object.fromEntries(parts.map(([name, part]) => [name, read(value[name], part, at ? `${at}.${name}` : name)]));
}

/** Returns what reads a part that must be there. @param {any} of */
function required(of) {
  return (/** @type {any} */ value, /** @type {string} */ at) => {
    if (value === undefined) throw new Error(`${at} is missing`);
    return read(value, of, at);
  };
}

/** @param {any} value @param {string} at */
function object(value, at) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'an object', value);
  return value;
}

/** Returns a text, '' for nothing. @param {any} value @param {string} at */
function text(value, at) {
  if (typeof (value ?? '') !== 'string') throw wrong(at, 'a text', value);
  return value ?? '';
}

/** @param {any} value @param {string} at */
function textOrNull(value, at) {
  return value === null ? null : text(value, at);
}

/** Returns a number, 0 for nothing. @param {any} value @param {string} at */
function number(value, at) {
  if (typeof (value ?? 0) !== 'number') throw wrong(at, 'a number', value);
  return value ?? 0;
}

/** @param {any} value @param {string} at */
function result(value, at) {
  if (!ids.includes(value)) throw wrong(at, `one of ${ids.join(', ')}`, value);
  return value;
}

/** @param {string} at @param {string} right @param {any} value */
function wrong(at, right, value) {
  const given = JSON.stringify(value) ?? 'nothing';
  return new Error(`${at} must be ${right}, got ${given.length > 40 ? given.slice(0, 39) + '…' : given}`);
}
