import { html, useEffect, useId, useRef } from '../vendor/preact.js';
import { Icon } from './icon.js';

/**
 * Dialog is over the page until it is closed. The browser traps the focus in it
 * and gives it back.
 * @param {{title: string, onClose: () => void, children: any, closable?: boolean}} props
 */
export function Dialog({ title, onClose, children, closable = true }) {
  const id = useId();
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby=${id} onClose=${onClose}
    onCancel=${(/** @type {Event} */ e) => closable || e.preventDefault()}
    onClick=${(/** @type {MouseEvent} */ e) => closable && e.target === dialog.current && dialog.current?.close()}>
    <div class="dialog-head">
      <h2 id=${id}>${title}</h2>
      ${
        closable &&
        html`<button type="button" class="icon plain" aria-label="Close"
        onClick=${() => dialog.current?.close()}><${Icon} name="close" /></button>`
      }
    </div>
    <div class="dialog-body">${children}</div>
  </dialog>`;
}
