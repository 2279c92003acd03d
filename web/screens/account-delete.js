import { html, useState } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { ofAccount, ui } from '../app/paths.js';
import { go } from '../app/router.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { Section } from '../parts/screen.js';

/**
 * DeleteAccount deletes the account when its code is typed.
 * @param {{code: string, state: import('../api').AccountState}} props
 */
export function DeleteAccount({ code, state }) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const records = state.counts?.records;
  const goes = [
    records && count(records.orders, 'order'),
    records && count(records.campaigns, 'campaign'),
    count(state.counts?.snapshots ?? 0, 'snapshot'),
    count(state.calls, 'call'),
  ]
    .filter(Boolean)
    .join(', ');
  const close = () => {
    setAsking(false);
    setTyped('');
  };
  return html`<${Section} title="Delete">
    <p>The account goes with all that belongs to it. A signed call with its code opens a new one, as its world is.</p>
    <div><button type="button" class="danger" onClick=${() => setAsking(true)}>Delete the account…</button></div>
    ${
      asking &&
      html`<${Dialog} title=${`Delete account ${code}`} onClose=${close}>
      <p>Goes for ever: ${goes}, settings and scenarios that are active.</p>
      <${TextField} label=${html`Type <code>${code}</code> to delete it`} value=${typed} onInput=${setTyped} />
      <div class="actions">
        <${Action} danger label="Delete" name=${`Delete account ${code} for ever`} method="DELETE"
          path=${ofAccount(code)} disabled=${typed !== code} why="Type the vendor code first."
        said=${`${code} is deleted.`} done=${() => {
          close();
          go(ui('accounts'));
        }} /><button type="button" onClick=${close}>Keep it</button></div>
    <//>`
    }
  <//>`;
}
