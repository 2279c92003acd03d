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
    return { report: whole(given) };
  } catch (wrong) {
    return { fault: `${what}: ${wrong.message}.` };
  }
}

/** @param {any} r @returns {Report} */
function whole(r) {
  object(r, 'the file');
  const good = object(r.good, 'good');
  return {
    headline: text(r.headline, 'headline'),
    answers: text(r.answers, 'answers'),
    days: text(r.days, 'days'),
    remarks: list(r.remarks, 'remarks', text),
    begun: text(r.begun, 'begun'),
    flags: list(r.flags, 'flags', text),
    command: list(r.command, 'command', text),
    good: {
      calls: list(good.calls, 'good.calls', text),
      duration_ns: number(good.duration_ns, 'good.duration_ns'),
      unstable: list(good.unstable, 'good.unstable', text),
      spared: list(good.spared, 'good.spared', text),
      ignored: list(good.ignored, 'good.ignored', difference),
    },
    trials: list(required(r.trials, 'trials'), 'trials', trial),
    findings: list(required(r.findings, 'findings'), 'findings', trial),
    unfinished: number(r.unfinished, 'unfinished'),
    accepted: list(r.accepted, 'accepted', accepted),
    took_ns: number(r.took_ns, 'took_ns'),
  };
}

/** @param {any} t @param {string} at @returns {Trial} */
function trial(t, at) {
  object(t, at);
  return {
    schedule: text(required(t.schedule, `${at}.schedule`), `${at}.schedule`),
    result: oneOf(t.result, `${at}.result`),
    exit: number(t.exit, `${at}.exit`),
    why: text(t.why, `${at}.why`),
    records: list(t.records, `${at}.records`, difference),
    calls: list(t.calls, `${at}.calls`, call),
    entries: list(t.entries, `${at}.entries`, object),
    output: text(t.output, `${at}.output`),
    accepted: text(t.accepted, `${at}.accepted`),
    question: text(t.question, `${at}.question`),
    advice: text(t.advice, `${at}.advice`),
  };
}

/** @param {any} c @param {string} at @returns {Call} */
function call(c, at) {
  object(c, at);
  return {
    name: text(c.name, `${at}.name`),
    at_ns: number(c.at_ns, `${at}.at_ns`),
    status: number(c.status, `${at}.status`),
    code: text(c.code, `${at}.code`),
    fault: text(c.fault, `${at}.fault`),
    wrote: list(c.wrote, `${at}.wrote`, text),
  };
}

/** @param {any} d @param {string} at @returns {Difference} */
function difference(d, at) {
  const { a, b } = object(object(d, at).count, `${at}.count`);
  return {
    account: number(d.account, `${at}.account`),
    kind: text(d.kind, `${at}.kind`),
    name: text(d.name, `${at}.name`),
    change: text(d.change, `${at}.change`),
    count: { a: number(a, `${at}.count.a`), b: number(b, `${at}.count.b`) },
    fields: list(d.fields, `${at}.fields`, field),
  };
}

/** @param {any} f @param {string} at @returns {Field} */
function field(f, at) {
  object(f, at);
  const value = (/** @type {any} */ v, /** @type {string} */ name) => (v === null ? null : text(v, `${at}.${name}`));
  return {
    path: text(f.path, `${at}.path`),
    change: text(f.change, `${at}.change`),
    a: value(f.a, 'a'),
    b: value(f.b, 'b'),
  };
}

/** @param {any} a @param {string} at @returns {Accepted} */
function accepted(a, at) {
  object(a, at);
  return {
    schedule: text(a.schedule, `${at}.schedule`),
    result: oneOf(a.result, `${at}.result`),
    reason: text(a.reason, `${at}.reason`),
  };
}

/** @param {any} value @param {string} at */
function required(value, at) {
  if (value === undefined) throw new Error(`${at} is missing`);
  return value;
}

/** @param {any} value @param {string} at */
function object(value, at) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'an object', value);
  return value;
}

/**
 * Returns a list; null and nothing are an empty one.
 * @template T
 * @param {any} value
 * @param {string} at
 * @param {(element: any, at: string) => T} read
 * @returns {T[]}
 */
function list(value, at, read) {
  if (!Array.isArray(value ?? [])) throw wrong(at, 'a list', value);
  return (value ?? []).map((/** @type {any} */ element, /** @type {number} */ i) => read(element, `${at}[${i}]`));
}

/** Returns a text, '' for nothing. @param {any} value @param {string} at @returns {string} */
function text(value, at) {
  if (typeof (value ?? '') !== 'string') throw wrong(at, 'a text', value);
  return value ?? '';
}

/** Returns a number, 0 for nothing. @param {any} value @param {string} at @returns {number} */
function number(value, at) {
  if (typeof (value ?? 0) !== 'number') throw wrong(at, 'a number', value);
  return value ?? 0;
}

/** @param {any} value @param {string} at @returns {string} */
function oneOf(value, at) {
  if (!ids.includes(value)) throw wrong(at, `one of ${ids.join(', ')}`, value);
  return value;
}

/** @param {string} at @param {string} right @param {any} value */
function wrong(at, right, value) {
  const given = JSON.stringify(value) ?? 'nothing';
  return new Error(`${at} must be ${right}, got ${given.length > 40 ? given.slice(0, 39) + '…' : given}`);
}
