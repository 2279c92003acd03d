import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { askedOf, at } from '../app/paths.js';
import { Section } from '../parts/screen.js';
import { Status, Time } from '../parts/signs.js';

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
    ${
      affects.length > 0 &&
      html`<ul class="tried">${affects.slice(0, listed).map(
        (call) => html`<li key=${call.id}><a href=${at(code, 'calls', call.id)}>
      <${Time} iso=${call.time} wall=${call.wall_time} /> <span class="tried-call cut mono">
        ${askedOf(call)}</span> <${Status} status=${call.status} code=${call.code} cause=${call.cause} /></a>
        </li>`,
      )}</ul>`
    }
    ${more > 0 && html`<p class="note">and ${more} more</p>`}
  <//>`;
}
