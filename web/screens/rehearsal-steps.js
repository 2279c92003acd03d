// Where the drawing of a finding has its lines. Lengths are those of the drawing.
import { took } from '../app/format.js';
import { stepsOf } from './rehearsal-words.js';

/** The lanes from left to right, and where each is. */
export const lanes = { client: 58, fault: 144, sandbox: 236, records: 330 };

/** How wide the drawing is. */
export const width = 362;

/**
 * @typedef {import('./rehearsal-read.js').Trial} Trial
 * @typedef {import('./rehearsal-read.js').Call} Call
 * @typedef {{kind: 'arrow' | 'back' | 'lost' | 'write' | 'fault', from: number, to: number, y: number}} Line
 * @typedef {{x: number, y: number, text: string, kind: '' | 'soft' | 'bent' | 'wrote', end?: boolean}} Word
 * @typedef {{lines: Line[], words: Word[], height: number, left: number}} Drawing left is how many calls have no lines
 */

const top = 34,
  mostCalls = 15; // of a drawing

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

/**
 * Draws the calls of a trial: who sent what, what the faults did, and which records changed.
 * @param {Trial} trial
 * @returns {Drawing}
 */
export function drawn(trial) {
  const waiting = stepsOf(trial.schedule);
  const calls = trial.calls.slice(0, mostCalls);
  /** @type {Drawing} */
  const d = { lines: [], words: [], height: top, left: trial.calls.length - calls.length };
  for (const call of calls) draw(d, call, call.fault ? (waiting.shift()?.fault ?? 'fault') : '');
  // A call that the client gave up, or still waited for, is in no journal.
  if (d.left === 0 && trial.result === 'hung') for (const { place, fault } of waiting) unended(d, place, fault);
  return d;
}

/** @param {Drawing} d @param {Call} call @param {string} fault '' for none */
function draw(d, call, fault) {
  const late = fault !== '' && (call.wrote.length > 0 || afterwards.includes(fault));
  const turn = fault === '' || late ? lanes.sandbox : lanes.fault; // where the call ends
  d.words.push(
    { x: 0, y: d.height + 20, text: took(call.at_ns / 1e6), kind: 'soft' },
    { x: lanes.client + 6, y: d.height + 10, text: call.name, kind: '' },
  );
  let y = d.height + 16;
  d.lines.push({ kind: 'arrow', from: lanes.client, to: turn, y });
  if (turn === lanes.fault) meet(d, fault, y, 4);
  for (const wrote of call.wrote) {
    d.words.push({
      x: width,
      y: y + 14,
      text: wrote.length > 46 ? wrote.slice(0, 45) + '…' : wrote,
      kind: 'wrote',
      end: true,
    });
    d.lines.push({ kind: 'write', from: lanes.sandbox, to: lanes.records, y: (y += 20) });
  }
  const answer = call.status ? `${call.status} ${call.code}`.trim() : 'no answer';
  d.words.push({
    x: lanes.client + 6,
    y: y + 16,
    text: answer,
    kind: call.status >= 200 && call.status < 400 ? '' : 'soft',
  });
  y += 22;
  if (call.status) d.lines.push({ kind: 'back', from: turn, to: lanes.client, y });
  else if (late) d.lines.push({ kind: 'lost', from: turn, to: lanes.fault, y });
  if (late) {
    meet(d, fault, y, 15);
    y += 12;
  }
  d.height = y + 14;
}

/** @param {Drawing} d @param {string} place @param {string} fault */
function unended(d, place, fault) {
  d.words.push({ x: lanes.client + 6, y: d.height + 10, text: place, kind: '' });
  d.lines.push({ kind: 'arrow', from: lanes.client, to: lanes.fault, y: d.height + 16 });
  meet(d, fault, d.height + 16, 4);
  d.words.push({ x: lanes.client + 6, y: d.height + 30, text: 'no end', kind: 'soft' });
  d.height += 44;
}

/**
 * Marks a fault, with its name at the right and so much lower.
 * @param {Drawing} d
 * @param {string} fault
 * @param {number} y
 * @param {number} lower
 */
function meet(d, fault, y, lower) {
  d.lines.push({ kind: 'fault', from: lanes.fault, to: lanes.fault, y });
  d.words.push({ x: lanes.fault + 11, y: y + lower, text: fault, kind: 'bent' });
}
