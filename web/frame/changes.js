import { html } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { patch, put } from '../app/api.js';
import { ahead, clockMode } from '../app/clock.js';
import { span } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { deactivate, leftOf } from '../app/scenarios.js';
import { account, active, changed, code, usual } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Chip } from '../parts/signs.js';
import { normalize } from './normal.js';

/** Changes are what is active, switched or moved, each with its way back. */
export default function Changes() {
  const name = code.value;
  const off = Object.entries(account.value?.features ?? {}).filter(([, on]) => !on);
  const moved = clockMode.value === 'moved' || clockMode.value === 'frozen';
  return html`<ul class="strip-list">
      ${
        account.value?.discard_writes &&
        html`<li>
        <${Chip} kind="bent" title="Calls are answered as usual, and nothing that they change is stored."
          closeLabel="Store writes again"
          onClose=${() =>
            act({
              does: () => patch(ofAccount(name), { discard_writes: false }),
              said: 'Calls store what they change again.',
              undo: () => patch(ofAccount(name), { discard_writes: true }),
            })}>
        <${Icon} name="bent" /><a href=${at(name, 'account')}>writes discarded</a><//></li>`
      }
      ${active.value.map((a) => html`<li key=${a.name}><${Active} activation=${a} /></li>`)}
      ${off.map(
        ([flag]) => html`<li key=${flag}>
        <${Chip} kind="bent" closeLabel=${`Switch ${flag} on`}
          onClose=${() =>
            act({ does: () => patch(ofAccount(name), { features: { [flag]: true } }), said: `${flag} is on.` })}>
        <${Icon} name="bent" />${flag} off<//></li>`,
      )}
      ${changed.value.map(
        (q) => html`<li key=${q.id}>
        <${Chip} kind="bent" closeLabel=${`Answer ${q.id} as usual`}
          onClose=${() =>
            act({
              does: () => patch(ofAccount(name), { assume: { [q.id]: null } }),
              said: `${q.id} is answered as usual.`,
            })}>
        <${Icon} name="bent" /><a href=${at(name, 'questions') + '#' + q.id}>${q.id} = ${q.answer}</a><//></li>`,
      )}
      ${
        moved &&
        html`<li>
        <${Chip} kind="time" closeLabel="Back to real time"
          onClose=${() =>
            act({ does: () => put(ofAccount(name, 'clock'), { mode: 'real' }), said: 'The clock is real again.' })}>
        <${Icon} name="timed" />
        <a href=${at(name, 'time')}>${ahead.value < 0 ? '−' : '+'}${span(ahead.value)}
          ${clockMode.value === 'frozen' ? ', frozen' : ''}</a><//></li>`
      }
    </ul>
    ${
      !usual.value &&
      html`<button type="button" class="small" onClick=${normalize} title="All back to normal (x)">All
      back to normal</button>`
    }`;
}

/** Active is one active scenario with what is left of it. @param {{activation: import('../api').Activation}} props */
function Active({ activation: a }) {
  const left = leftOf(a);
  const off = a.baseline ? undefined : () => deactivate(a);
  return html`<${Chip} kind="bent" title=${a.error ?? a.summary} onClose=${off} closeLabel=${`Switch ${a.name} off`}>
    <${Icon} name=${a.baseline ? 'pin' : 'bent'} /><a href=${at(code.value, 'scenarios', a.name)}>${a.name}</a>
    ${left && html`<span>· ${left}</span>`}
    ${a.baseline && html`<span class="offscreen">, active since the start of the sandbox</span>`}
  <//>`;
}
