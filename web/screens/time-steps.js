import { html, useEffect, useState } from '../vendor/preact.js';
import { useAnswer } from '../app/answer.js';
import { clockMode, wallNow } from '../app/clock.js';
import { ofAccount } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { Section } from '../parts/screen.js';
import { sentence } from './time-words.js';
import { moving } from './time-move.js';

/** @type {{label: string, name: string, advance: string, primary?: boolean}[]} */
const steps = [
  { label: '+1 h', name: '+1 h: move the clock 1 hour on', advance: '1h' },
  { label: '+1 day', name: '+1 day: move the clock 1 day on', advance: '1d' },
  { label: '+8 days', name: '+8 days: move the clock 8 days on', advance: '8d', primary: true },
];

/** Steps are the usual moves, each with what it would do. @param {{code: string}} props */
export function Steps({ code }) {
  const mode = clockMode.value;
  return html`<${Section} title="Move it">
    <ul class="time-steps">
      ${steps.map((s) => html`<${Step} key=${s.advance} code=${code} change=${{ advance: s.advance }} label=${s.label} name=${s.name} primary=${s.primary} />`)}
      <li><${Action} label="Freeze" disabled=${mode === 'frozen'} why="The clock is frozen." ...${moving(code, { freeze: true })} said="The clock is frozen." />
        <p>${mode === 'frozen' ? 'The clock is frozen.' : 'It stops where it is, so that the same call has the same answer.'}</p></li>
      ${mode !== 'real' && mode !== '' && html`<${Step} code=${code} change=${{ mode: 'real' }} label="Back to real" name="Back to real time" />`}
    </ul>
  <//>`;
}

/**
 * Step is one move and what it would do now.
 * @param {{code: string, change: import('../api').ClockChange, label: string, name: string, primary?: boolean}} props
 */
function Step({ code, change, label, name, primary }) {
  const [round, setRound] = useState(0);
  const minute = Math.floor(wallNow.value / 60_000);
  useEffect(() => setRound((n) => n + 1), [minute]);
  const { data, error } = useAnswer('PUT', ofAccount(code, 'clock'), { ...change, dry_run: true },
    { wait: 20, on: ['clock', 'record', 'reset', 'question', 'world'], again: round });
  return html`<li onPointerEnter=${() => setRound((n) => n + 1)}>
    <${Action} label=${label} name=${name} primary=${primary} ...${moving(code, change)} />
    <p aria-live="off">${error ? error.message : data ? upper(sentence(data)) + '.' : ' '}</p></li>`;
}

/** @param {string} text */
const upper = (text) => text[0].toUpperCase() + text.slice(1);
