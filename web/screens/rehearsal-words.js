// What the results of a rehearsal are called, and where each is in the matrix.
import { count, quoted } from '../app/format.js';

/**
 * @typedef {import('./rehearsal-read.js').Trial} Trial
 * @typedef {import('./rehearsal-read.js').Difference} Difference
 * @typedef {{id: string, sign: string, word: string, meaning: string, finding?: boolean}} Result
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
    finding: true,
  },
  { id: 'hung', sign: 'H', word: 'hung', meaning: 'The command did not end in time.', finding: true },
  {
    id: 'stormed',
    sign: 'S',
    word: 'stormed',
    meaning: 'The command repeated a call very often, at once, or before Retry-After was over.',
    finding: true,
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

/**
 * Returns the matrix: a row for each call, with a cell for each fault that it met. A cell
 * has the trials whose first fault it is, and the worst of their results.
 * @param {Trial[]} trials
 * @returns {{faults: string[], rows: {place: string, cells: Map<string, Cell>}[]}}
 */
export function matrixOf(trials) {
  /** @type {Map<string, Map<string, Cell>>} */
  const rows = new Map();
  const faults = new Set();
  for (const trial of trials) {
    const { place, fault } = stepsOf(trial.schedule)[0];
    const row = rows.get(place) ?? new Map();
    rows.set(place, row);
    faults.add(fault);
    const result = resultOf(trial.result),
      cell = row.get(fault);
    const worst = cell && results.indexOf(cell.worst) < results.indexOf(result) ? cell.worst : result;
    row.set(fault, { name: `${place}=${fault}`, place, fault, worst, trials: [...(cell?.trials ?? []), trial] });
  }
  return { faults: [...faults], rows: [...rows].map(([place, cells]) => ({ place, cells })) };
}

/**
 * Returns how many cells of a matrix there are, survived, and were not reached.
 * @param {ReturnType<typeof matrixOf>} matrix
 */
export function sumOf({ rows }) {
  const all = rows.flatMap((row) => [...row.cells.values()]).map((cell) => cell.worst);
  const missed = all.filter((r) => r.id === 'not-reached').length;
  return { places: all.length, missed, survived: all.filter((r) => !r.finding).length - missed };
}

/** Returns the line that repeats a trial. @param {string} schedule @param {string[]} command none for a Go test */
export function repeatLine(schedule, command) {
  const line = `commerce-sandbox rehearse --schedule '${schedule}'`;
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
  return texts[d.change] ?? `${record}: ${d.change}`;
}
