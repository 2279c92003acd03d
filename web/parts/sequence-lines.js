// Where a drawing of calls has its lines. Lengths are those of the drawing.
import { took } from '../app/format.js';

/** The lanes from left to right, and where each is. @type {Record<string, number>} */
export const lanes = { client: 58, acts: 144, sandbox: 236, records: 330 };

/** How wide the drawing is. */
export const width = 362;

/**
 * Step is a call, or equal ones in a row. at is when it came, in ms after the first one; lasted is how long it took;
 * act is what acted on it, '' for nothing, which met its answer when late is true; before is what passed before it.
 * @typedef {{at: number, lasted: number, name: string, href?: string, times: number, answer: string, good: boolean,
 *   act: string, late: boolean, wrote: string[], before: string}} Step
 * @typedef {{kind: 'arrow' | 'back' | 'lost' | 'write' | 'act' | 'gap' | 'busy', from: number, to: number,
 *   y: number}} Line
 * @typedef {{x: number, y: number, text: string, kind: '' | 'soft' | 'bent' | 'wrote',
 *   from?: 'start' | 'middle' | 'end', href?: string}} Word
 * @typedef {{lines: Line[], words: Word[], height: number}} Drawing
 */

const top = 34,
  mostLasting = 90; // of a call

/**
 * Draws calls from the first to the last. A call is as long as the root of what it took, so that a millisecond and a
 * minute both have a place.
 * @param {Step[]} steps
 * @param {{name: string, act: string}[]} unended calls that have no end
 * @returns {Drawing}
 */
export function drawn(steps, unended) {
  /** @type {Drawing} */
  const d = { lines: [], words: [], height: top };
  for (const step of steps) draw(d, step);
  for (const { name, act } of unended) unend(d, name, act);
  return d;
}

/** @param {Drawing} d @param {Step} step */
function draw(d, step) {
  const { act, late, name, times, href, wrote, answer } = step;
  if (step.before) {
    d.lines.push({ kind: 'gap', from: 0, to: 0, y: d.height + 8 });
    d.words.push({ x: width / 2, y: d.height + 12, text: step.before, kind: 'soft', from: 'middle' });
    d.height += 20;
  }
  const turn = act === '' || late ? lanes.sandbox : lanes.acts; // where the call ends
  d.words.push(
    { x: 0, y: d.height + 20, text: took(step.at), kind: 'soft' },
    { x: lanes.client + 6, y: d.height + 10, text: times > 1 ? `${name} ×${times}` : name, kind: '', href },
  );
  let y = d.height + 16;
  d.lines.push({ kind: 'arrow', from: lanes.client, to: turn, y });
  if (turn === lanes.acts) meet(d, act, y, 4);
  for (const text of wrote) {
    d.words.push({
      x: width,
      y: y + 14,
      text: text.length > 46 ? text.slice(0, 45) + '…' : text,
      kind: 'wrote',
      from: 'end',
    });
    d.lines.push({ kind: 'write', from: lanes.sandbox, to: lanes.records, y: (y += 20) });
  }
  const lasting = Math.min(mostLasting, Math.round(Math.sqrt(step.lasted)));
  d.words.push({
    x: lanes.client + 6,
    y: y + lasting + 16,
    text: step.lasted >= 1 ? `${answer}, ${took(step.lasted)}` : answer,
    kind: step.good ? '' : 'soft',
  });
  if (lasting) d.lines.push({ kind: 'busy', from: turn, to: y + lasting + 22, y });
  y += lasting + 22;
  if (answer !== 'no answer') d.lines.push({ kind: 'back', from: turn, to: lanes.client, y });
  else if (late) d.lines.push({ kind: 'lost', from: turn, to: lanes.acts, y });
  if (act && late) {
    meet(d, act, y, 15);
    y += 12;
  }
  d.height = y + 14;
}

/** @param {Drawing} d @param {string} name @param {string} act */
function unend(d, name, act) {
  d.words.push({ x: lanes.client + 6, y: d.height + 10, text: name, kind: '' });
  d.lines.push({ kind: 'arrow', from: lanes.client, to: lanes.acts, y: d.height + 16 });
  meet(d, act, d.height + 16, 4);
  d.words.push({ x: lanes.client + 6, y: d.height + 30, text: 'no end', kind: 'soft' });
  d.height += 44;
}

/**
 * Marks what acted, with its name at the right and so much lower.
 * @param {Drawing} d
 * @param {string} act
 * @param {number} y
 * @param {number} lower
 */
function meet(d, act, y, lower) {
  d.lines.push({ kind: 'act', from: lanes.acts, to: lanes.acts, y });
  d.words.push({ x: lanes.acts + 11, y: y + lower, text: act, kind: 'bent' });
}
