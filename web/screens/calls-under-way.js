import { html } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { wallNow } from '../app/clock.js';
import { useData } from '../app/data.js';
import { took } from '../app/format.js';
import { askedOf, at, ofAccount } from '../app/paths.js';
import { off } from '../app/scenarios.js';

/** @typedef {import('../api').CallUnderWay} CallUnderWay */

/**
 * UnderWay lists the calls that are not over yet, and what they wait for.
 * @param {{code: string, without: boolean}} props
 */
export function UnderWay({ code, without }) {
  const list = useData(ofAccount(without ? 'none' : code, 'requests'), {
    query: { limit: 1, view: 'line' },
    on: ['held', 'ended', 'call', 'reset', 'cleared', 'scenario'],
  });
  const calls = list.data?.under_way ?? [];
  if (calls.length === 0) return null;
  return html`<ul class="calls-open" aria-label="Calls under way">
    ${calls.map(
      (/** @type {CallUnderWay} */ call) => html`<li key=${call.id}>
        <span><a class="mono" href=${at(code, 'calls', call.id)}>${call.id}</a>
        <span class="mono"> <bdi>${askedOf(call)}</bdi></span>, under way for
        ${' ' + took(Math.max(0, wallNow.value - Date.parse(call.wall_time)))}${waits(call)}</span>
        <${LetGo} code=${code} call=${call} /></li>`,
    )}</ul>`;
}

/** Returns what a call waits for. @param {CallUnderWay} call */
const waits = (call) =>
  call.scenario ? `, held by scenario ${call.scenario}` : call.waits_for ? ', reading its body' : '';

/** LetGo deactivates the scenario that holds a call. @param {{code: string, call: CallUnderWay}} props */
export function LetGo({ code, call }) {
  const { scenario } = call;
  if (!scenario) return null;
  const letGo = () =>
    act({
      does: () => off(code, scenario),
      said: `${scenario} is off, and ${call.id} goes on.`,
    });
  return html`<button type="button" class="small" onClick=${letGo}>Switch ${scenario} off</button>`;
}
