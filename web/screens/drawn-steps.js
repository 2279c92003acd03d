// The calls of an account as the steps of a drawing.
import { count, span } from '../app/format.js';
import { at } from '../app/paths.js';

/**
 * @typedef {import('../api').EntryLine} Line
 * @typedef {import('../parts/sequence-lines.js').Step} Step
 */

const gap = 1000; // ms between two calls that are said in words

/**
 * Returns calls as steps, equal ones in a row as one.
 * @param {string} code
 * @param {Line[]} lines the oldest first
 */
export function stepsOf(code, lines) {
  /** @type {Step[]} */
  const steps = [];
  const began = Date.parse(lines[0].wall_time);
  lines.forEach((line, i) => {
    const step = stepOf(code, line, Date.parse(line.wall_time) - began);
    step.before = i > 0 ? between(lines[i - 1], line) : '';
    const last = steps.at(-1);
    if (last && step.before === '' && step.wrote.length === 0 && isEqual(last, step)) {
      last.times++;
      last.lasted = Math.max(last.lasted, step.lasted);
    } else steps.push(step);
  });
  return steps;
}

/** @param {string} code @param {Line} line @param {number} moment @returns {Step} */
function stepOf(code, line, moment) {
  const [first = '', ...more] = line.scenario ?? [];
  return {
    at: moment,
    lasted: line.ms,
    name: line.operation || `${line.method} ${line.uri}`.trim() || 'no request',
    href: at(code, 'calls', line.id),
    times: 1,
    answer: line.status ? `${line.status} ${line.code ?? ''}`.trim() : 'no answer',
    good: line.status >= 200 && line.status < 400,
    act: more.length ? `${first} and ${more.length} more` : first,
    late: line.cause !== 'scenario' || Boolean(line.changes),
    wrote: line.changes
      ? [`${count(line.changes, 'record')} ${line.discarded || line.preview ? 'not kept' : 'changed'}`]
      : [],
    before: '',
  };
}

/** Says what passed between two calls: a while, a move of the account's clock. @param {Line} a @param {Line} b */
function between(a, b) {
  const wall = Date.parse(b.wall_time) - Date.parse(a.wall_time) - a.ms;
  const moved = Date.parse(b.time) - Date.parse(a.time) - (Date.parse(b.wall_time) - Date.parse(a.wall_time));
  const said = [];
  if (wall >= gap) said.push(`${span(wall)} later`);
  if (Math.abs(moved) >= gap) said.push(`the clock was moved ${moved > 0 ? 'on' : 'back'} by ${span(Math.abs(moved))}`);
  return said.join(', ');
}

/** @param {Step} a @param {Step} b */
const isEqual = (a, b) => a.name === b.name && a.answer === b.answer && a.act === b.act && a.wrote.length === 0;
