import { html } from '../vendor/preact.js';
import { del } from '../app/api.js';
import { count } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';

/**
 * ClearCalls asks whether to delete the recorded calls of a list.
 * @param {{code: string, without: boolean, whole: number, close: () => void}} props
 */
export default function ClearCalls({ code, without, whole, close }) {
  const path = ofAccount(without ? 'none' : code, 'requests');
  return html`<${Dialog} title="Clear the list" onClose=${close}>
    <p>This deletes the ${count(whole, 'recorded call')} ${without ? 'without an account' : `of ${code}`}, and nobody
    can bring ${whole === 1 ? 'it' : 'them'} back. The data and the coverage stay.</p>
    <div class="actions">
      <${Action} danger label=${`Delete ${count(whole, 'call')}`} method="DELETE" path=${path} does=${() => del(path)}
        said="The list is empty." done=${close} />
      <button type="button" onClick=${close}>Keep them</button></div>
  <//>`;
}
