import { html } from '../vendor/preact.js';
import { close, toasts } from '../app/actions.js';
import { Icon } from '../parts/icon.js';

/** Toasts say what was done, with Undo, and what failed. */
export default function Toasts() {
  return html`<div class="toasts" role="status" aria-label="Messages">
    ${toasts.value.map(
      (toast) => html`<div key=${toast.id} class=${'toast ' + toast.kind}>
      <span><span>${toast.text}</span>${toast.hint && html`<br /><span class="note">${toast.hint}</span>`}</span>
      ${
        toast.undo &&
        html`<button type="button" class="small" onClick=${() => {
          close(toast.id);
          toast.undo?.();
        }}>Undo</button>`
      }
      <button type="button" class="icon small plain" aria-label="Close" onClick=${() => close(toast.id)}>
        <${Icon} name="close" /></button>
    </div>`,
    )}
  </div>`;
}
