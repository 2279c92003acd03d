import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { placeOf } from './yaml-fault.js';

/**
 * Faults lists what is wrong with a text, each with its place and, when the
 * sandbox suggests something, a button that takes it.
 * @param {{faults: import('../api').Fault[], warnings?: import('../api').Fault[], onUse: (fault:
 *   import('../api').Fault) => void, onGo: (fault: import('../api').Fault) => void, fine: string}} props
 * fine is said when there are none; warnings come after it
 */
export function Faults({ faults, warnings = [], onUse, onGo, fine }) {
  return html`<div class=${`banner faults ${faults.length ? 'bad' : 'ok'}`}>
    <p role="status"><strong>${faults.length ? count(faults.length, 'fault') : fine}</strong></p>
    ${
      faults.length > 0 &&
      html`<ol class="stack">${faults.map(
        (fault, i) => html`<li key=${i}>
      <p><button type="button" class="link" onClick=${() => onGo(fault)}>${placeOf(fault)}</button>: ${fault.message}
      </p>
      ${
        fault.suggestion &&
        html`<button type="button" class="small"
        onClick=${() => onUse(fault)}>Use ${fault.suggestion}</button>`
      }
    </li>`,
      )}</ol>`
    }
  </div>
  ${
    warnings.length > 0 &&
    html`<div class="banner warn faults"><p><strong>${count(warnings.length, 'warning')}</strong></p>
    <ol class="stack">
      ${warnings.map(
        (w, i) => html`<li key=${i}>
        <p><button type="button" class="link" onClick=${() => onGo(w)}>${placeOf(w)}</button>: ${w.message}</p></li>`,
      )}</ol>
  </div>`
  }`;
}
