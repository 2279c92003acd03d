import { html } from '../vendor/preact.js';
import { lasting, lastingCalls, ways } from '../app/scenarios.js';
import { Choice } from './field.js';

const most = 1_000_000; // calls that a field takes

/** Lasting chooses how long an activation lasts, here and everywhere after. @param {{label?: string}} props */
export function Lasting({ label = 'How long' }) {
  return html`<span class="row lasting">
    <${Choice} label=${label} value=${lasting.value} options=${ways}
      onChange=${(/** @type {any} */ way) => (lasting.value = way)} />
    ${
      lasting.value === 'calls' &&
      html`<label class="row"><span class="offscreen">Number of calls</span>
      <input type="number" class="lasting-calls" min="1" max=${most} value=${lastingCalls.value} onInput=${(
        /** @type {any} */ e,
      ) => {
        const n = Math.floor(Number(e.target.value));
        if (n >= 1 && n <= most) lastingCalls.value = n;
      }} /> calls</label>`
    }
  </span>`;
}
