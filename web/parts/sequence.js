import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { drawn, lanes, width } from './sequence-lines.js';

/** @typedef {import('./sequence-lines.js').Line} Line */
/** @typedef {import('./sequence-lines.js').Step} Step */

const mostSteps = 60; // of a drawing

/**
 * Sequence draws calls in time: who sent what, what a fault or a scenario did, which records changed, how long it
 * took. A list of the calls says the same in words. Names with an address are links.
 * @param {{steps: Step[], unended?: {name: string, act: string}[], acts: string}} props unended are calls without an
 * end, acts names what acts between client and sandbox
 */
export function Sequence({ steps, unended = [], acts }) {
  const shown = steps.slice(0, mostSteps);
  const { lines, words, height } = drawn(shown, steps.length > shown.length ? [] : unended);
  const labels = { client: 'client', acts, sandbox: 'sandbox', records: 'records' };
  return html`<figure class="sequence">
    <svg viewBox=${`0 0 ${width} ${height}`} role=${shown.some((s) => s.href) ? 'group' : 'img'}
      aria-label=${`Drawing of ${count(shown.length, 'call')} between client, ${acts}s, sandbox and records`}>
      ${Object.entries(labels).map(
        ([lane, label]) => html`<g key=${lane} class=${`lane ${lane}`}>
        <text x=${lanes[lane]} y="13" text-anchor="middle">${label}</text>
        <path d=${`M${lanes[lane]} 20V${height}`} /></g>`,
      )}
      ${lines.map((line, i) => html`<g key=${i} class=${line.kind}><${Stroke} ...${line} /></g>`)}
      ${words.map(({ href, ...w }, i) =>
        href ? html`<a key=${i} href=${href}><${Word} ...${w} /></a>` : html`<${Word} key=${i} ...${w} />`,
      )}
    </svg>
    ${
      steps.length > shown.length &&
      html`<figcaption class="note">${count(steps.length - shown.length, 'more call')} in the list.</figcaption>`
    }
  </figure>`;
}

/** @param {import('./sequence-lines.js').Word} word */
function Word({ kind, x, y, text, from = 'start' }) {
  return html`<text class=${kind} x=${x} y=${y} text-anchor=${from}>${text}</text>`;
}

/** @param {Line} line */
function Stroke({ kind, from, to, y }) {
  if (kind === 'act') return html`<path d=${`M${from} ${y - 6}l6 6-6 6-6-6z`} />`;
  if (kind === 'lost') return html`<path class="dashed" d=${`M${from} ${y}H${to + 8}`} />`;
  if (kind === 'gap') return html`<path d=${`M0 ${y}H${width}`} />`;
  if (kind === 'busy') return html`<path d=${`M${from} ${y}V${to}`} />`;
  const back = to < from ? 5 : -5; // from the tip of the arrow
  return html`<path class=${kind === 'back' ? 'dashed' : ''} d=${`M${from} ${y}H${to}`} />
    <path d=${`M${to + back} ${y - 4}L${to} ${y}l${back} 4`} />`;
}
