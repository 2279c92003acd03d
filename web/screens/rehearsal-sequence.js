import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { drawn, lanes, width } from './rehearsal-steps.js';

/** @typedef {import('./rehearsal-steps.js').Line} Line */

/**
 * Sequence draws the calls of a finding; the list of the calls says the same in words.
 * @param {{trial: import('./rehearsal-read.js').Trial}} props
 */
export function Sequence({ trial }) {
  const { lines, words, height, left } = drawn(trial);
  const calls = count(trial.calls.length - left, 'call');
  return html`<figure class="rehearsal-sequence">
    <svg viewBox=${`0 0 ${width} ${height}`} role="img"
      aria-label=${`Drawing of ${calls} between client, faults, sandbox and records`}>
      ${Object.entries(lanes).map(
        ([name, x]) => html`<g key=${name} class=${`lane ${name}`}>
        <text x=${x} y="13" text-anchor="middle">${name}</text><path d=${`M${x} 20V${height}`} /></g>`,
      )}
      ${lines.map((line, i) => html`<g key=${i} class=${line.kind}><${Stroke} ...${line} /></g>`)}
      ${words.map(
        (w, i) => html`<text key=${i} class=${w.kind} x=${w.x} y=${w.y}
        text-anchor=${w.end ? 'end' : undefined}>${w.text}</text>`,
      )}
    </svg>
    ${left > 0 && html`<figcaption class="note">${count(left, 'more call')} in the list.</figcaption>`}
  </figure>`;
}

/** @param {Line} line */
function Stroke({ kind, from, to, y }) {
  if (kind === 'fault') return html`<path d=${`M${from} ${y - 6}l6 6-6 6-6-6z`} />`;
  if (kind === 'lost') return html`<path class="dashed" d=${`M${from} ${y}H${to + 8}`} />`;
  const back = to < from ? 5 : -5; // from the tip of the arrow
  return html`<path class=${kind === 'back' ? 'dashed' : ''} d=${`M${from} ${y}H${to}`} />
    <path d=${`M${to + back} ${y - 4}L${to} ${y}l${back} 4`} />`;
}
