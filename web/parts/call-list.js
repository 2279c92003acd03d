import { html } from '../vendor/preact.js';
import { askedOf, at } from '../app/paths.js';
import { Cause, Status, Time } from './signs.js';

/**
 * CallList is a few calls, each a link with what it asked for and how it ended.
 * @param {{code: string, calls: import('../api').EntryLine[], why?: boolean}} props why says who is at fault, too
 */
export function CallList({ code, calls, why }) {
  return html`<ul class="call-list">${calls.map(
    (call) => html`<li key=${call.id}><a href=${at(code, 'calls', call.id)}>
    <${Time} iso=${call.time ?? call.wall_time} wall=${call.wall_time} />
    <span class="cut mono">${askedOf(call)}</span>
    <${Status} status=${call.status} code=${call.code} cause=${call.cause} />
    ${
      why &&
      html`<span class="call-list-why cut">
      <${Cause} cause=${call.cause} /> <span class="soft">${call.account ? '' : 'without an account: '}
        ${call.why}</span></span>`
    }</a></li>`,
  )}</ul>`;
}
