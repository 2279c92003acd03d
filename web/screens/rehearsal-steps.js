// A trial of a rehearsal as the steps of a drawing.
import { stepsOf } from './rehearsal-words.js';

/**
 * @typedef {import('./rehearsal-read.js').Trial} Trial
 * @typedef {import('../parts/sequence-lines.js').Step} Step
 */

/** The faults that meet the answer, after the call was carried out. Others meet the call. */
const afterwards = [
  'lost-answer',
  'late-504',
  'cut-in-body',
  'cut-in-head',
  'empty-list',
  'null-customer',
  'unknown-status',
  'new-field',
  'numbers-as-text',
];

/** Returns where a call of a trial is shown whole. @param {Trial} trial @param {number} i */
export const entryID = ({ schedule }, i) => `${schedule}/${i}`;

/**
 * Returns the calls of a trial as steps. A call that the client gave up, or still waited for, is in no journal, so
 * it has no end.
 * @param {Trial} trial
 * @returns {{steps: Step[], unended: {name: string, act: string}[]}}
 */
export function drawnTrial(trial) {
  const waiting = stepsOf(trial.schedule);
  const steps = trial.calls.map((call, i) => {
    const act = call.fault ? (waiting.shift()?.fault ?? 'fault') : '';
    return {
      at: call.at_ns / 1e6,
      lasted: 0,
      name: call.name,
      href: trial.entries[i] && `#${entryID(trial, i)}`,
      times: 1,
      answer: call.status ? `${call.status} ${call.code}`.trim() : 'no answer',
      good: call.status >= 200 && call.status < 400,
      act,
      late: act !== '' && (call.wrote.length > 0 || afterwards.includes(act)),
      wrote: call.wrote,
      before: '',
    };
  });
  const unended = trial.result === 'hung' ? waiting.map(({ place, fault }) => ({ name: place, act: fault })) : [];
  return { steps, unended };
}
