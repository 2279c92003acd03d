// What the results of a rehearsal are called, and where each is in the matrix.
import { count, quoted } from '../app/format.js';

/**
 * @typedef {import('./rehearsal-read.js').Trial} Trial
 * @typedef {import('./rehearsal-read.js').Difference} Difference
 * @typedef {{id: string, sign: string, word: string, meaning: string}} Result
 * @typedef {{place: string, fault: string}} Step
 * @typedef {{name: string, place: string, fault: string, worst: Result, trials: Trial[]}} Cell
 */

/** The results, the worst first. @type {Result[]} */
export const results = [
  {
    id: 'wrong-in-silence',
    sign: 'W',
    word: 'wrong in silence',
    meaning: 'The command passed, and a write is doubled, missing or other.',
  },
  { id: 'hung', sign: 'H', word: 'hung', meaning: 'The command did not end in time.' },
  {
    id: 'stormed',
    sign: 'S',
    word: 'stormed',
    meaning: 'The command repeated a call very often, or before Retry-After was over.',
  },
  {
    id: 'rests-on-a-guess',
    sign: 'G',
    word: 'rests on a guess',
    meaning: 'Under another answer to an open question the command fails, or leaves other records.',
  },
  {
    id: 'fails-on-a-day',
    sign: 'D',
    word: 'fails on a day',
    meaning: 'At that moment the command does another thing than on an ordinary day nearby.',
  },
  {
    id: 'needs-the-date',
    sign: 'M',
    word: 'needs the date of the machine',
    meaning: 'On an ordinary day the command does another thing than today.',
  },
  {
    id: 'not-repeatable',
    sign: '?',
    word: 'not repeatable',
    meaning: 'It was seen once in three trials: the command is flaky.',
  },
  {
    id: 'failed-and-left',
    sign: '⊗',
    word: 'failed in the open, and left records',
    meaning: 'The command failed, and records that it wrote from the fault on are there.',
  },
  {
    id: 'failed-in-the-open',
    sign: '×',
    word: 'failed in the open',
    meaning: 'The command failed, so somebody knows.',
  },
  { id: 'recovered', sign: '✓', word: 'recovered', meaning: 'The command passed, with the records of the good run.' },
  { id: 'not-reached', sign: '–', word: 'not reached', meaning: 'No call met all faults, so nothing is known.' },
];

export const ids = results.map((r) => r.id);

/** Returns a result by its id. @param {string} id @returns {Result} */
export const resultOf = (id) => /** @type {Result} */ (results.find((r) => r.id === id));

/** Returns the faults of a schedule with their calls, from its name. @param {string} schedule @returns {Step[]} */
export function stepsOf(schedule) {
  return schedule.split('+').map((step) => {
    const [place, fault = ''] = step.split('=');
    return { place, fault };
  });
}

/** Whether calls of a trial met faults; a whole trial may have another answer or moment. @param {Trial} trial */
export const hasFault = ({ schedule }) => !/^(answer|day):/.test(schedule);

/** Returns the operation of a call. @param {string} place */
const operationOf = (place) => place.split(/[(#]/)[0];

/**
 * Returns the matrix: a row for each call, with a cell for each fault that it met. A cell
 * has the trials whose last fault it is, because without it there was no finding, and the
 * worst of their results. The calls that others stand for are one row for each operation.
 * @param {Trial[]} trials
 * @param {string[]} spared
 * @returns {{faults: string[], rows: {place: string, cells: Map<string, Cell>}[],
 *   hollow: {place: string, faults: Set<string>}[]}}
 */
export function matrixOf(trials, spared) {
  /** @type {Map<string, Map<string, Cell>>} */
  const rows = new Map();
  const faults = new Set();
  for (const trial of trials.filter(hasFault)) {
    const { place, fault } = /** @type {Step} */ (stepsOf(trial.schedule).at(-1));
    const row = rows.get(place) ?? new Map();
    rows.set(place, row);
    faults.add(fault);
    const result = resultOf(trial.result),
      cell = row.get(fault);
    const worst = cell && results.indexOf(cell.worst) < results.indexOf(result) ? cell.worst : result;
    row.set(fault, { name: `${place}=${fault}`, place, fault, worst, trials: [...(cell?.trials ?? []), trial] });
  }
  const all = [...rows].map(([place, cells]) => ({ place, cells }));
  const hollow = [...new Set(spared.map(operationOf))].sort().map((operation) => ({
    place: `${operation} (${count(spared.filter((s) => operationOf(s) === operation).length, 'other call')})`,
    faults: new Set(all.filter((r) => operationOf(r.place) === operation).flatMap((r) => [...r.cells.keys()])),
  }));
  return { faults: [...faults], rows: all, hollow };
}

/**
 * Returns the line that repeats a trial.
 * @param {string} schedule
 * @param {{flags: string[], command: string[]}} report its command is empty for a Go test
 */
export function repeatLine(schedule, { flags, command }) {
  const line = ['commerce-sandbox rehearse', ...flags.map(quoted), `--schedule '${schedule}'`].join(' ');
  return command.length ? `${line} -- ${command.map(quoted).join(' ')}` : line;
}

/** Says how a record differs from the one of the good run. @param {Difference} d */
export function differenceText(d) {
  const record = `${d.kind} ${d.name && `“${d.name}”`}`.trim();
  const plural = `${d.kind}s ${d.name && `“${d.name}”`}`.trim();
  const texts = /** @type {Record<string, string>} */ ({
    missing: `the ${record} of the good run is missing`,
    extra: `the ${record} is there, and not in the good run`,
    doubled: `${count(d.count.b, record, plural)}, in the good run ${d.count.a}`,
    other: `the ${record} is another than in the good run`,
  });
  if (!d.name && d.change !== 'other') return `${count(d.count.b, record, plural)}, in the good run ${d.count.a}`;
  return texts[d.change] ?? `${record}: ${d.change}`;
}
