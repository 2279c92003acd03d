import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { CallList } from '../parts/call-list.js';
import { Section } from '../parts/screen.js';

const listed = 10; // affected calls

/**
 * Tried lists the last calls that a scenario would have affected.
 * @param {{code: string, check: import('../api').ScenarioCheck}} props
 */
export function Tried({ code, check: { tried, affects } }) {
  const said =
    tried === 0
      ? `${code} has no calls to try it on.`
      : `It would have affected ${affects.length} of the last ${count(tried, 'call')}.`;
  const more = affects.length - listed;
  return html`<${Section} title="On the last 100 calls">
    <p>${said}</p>
    ${affects.length > 0 && html`<${CallList} code=${code} calls=${affects.slice(0, listed)} />`}
    ${more > 0 && html`<p class="note">and ${more} more</p>`}
  <//>`;
}
