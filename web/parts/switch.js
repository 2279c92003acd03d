import { html } from '../vendor/preact.js';
import { connection } from '../app/sandbox.js';

/**
 * Switch is on or off and acts at once.
 * @param {{checked: boolean, label: any, name?: string, onChange: (on: boolean) => void, disabled?: boolean,
 *   why?: string, kind?: string}} props
 * name is the accessible name when label does not say enough; why says why it
 * is disabled
 */
export function Switch({ checked, label, name, onChange, disabled, why, kind = '' }) {
  const lost = connection.value.state === 'lost';
  const off = disabled || lost;
  return html`<button type="button" role="switch" class=${'switch ' + kind} aria-checked=${checked ? 'true' : 'false'}
    aria-label=${name}
    aria-disabled=${off ? 'true' : undefined} title=${lost ? 'The sandbox does not answer.' : off ? why : undefined}
    onClick=${() => !off && onChange(!checked)}><span class="track"></span>${label}</button>`;
}
