import { html } from '../vendor/preact.js';
import { Icon } from './icon.js';

/** The sign and the sentence of each result. @type {Record<string, {kind: string, said: string}>} */
const results = {
  passed: { kind: 'ok', said: 'Passed.' },
  failed: { kind: 'bad', said: 'Failed.' },
  'nothing to judge': { kind: '', said: 'Nothing to judge.' },
};

/** Result is how a verdict or a run ended. @param {{result: string}} props */
export function Result({ result }) {
  const { kind } = results[result];
  if (!kind) return html`<span class="soft">${result}</span>`;
  return html`<span class=${`status ${kind}`}><${Icon} name=${kind} />${result}</span>`;
}

/** ResultBanner says it above what follows. @param {{result: string, children: any}} props */
export function ResultBanner({ result, children }) {
  const { kind, said } = results[result];
  return html`<div class=${`banner ${kind}`} role="status"><div class="stack">
    <p>${kind && html`<span class=${`status ${kind}`}><${Icon} name=${kind} /></span>`} <strong>${said}</strong></p>
    ${children}</div></div>`;
}
