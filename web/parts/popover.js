import { html, useEffect, useId, useRef, useState } from '../vendor/preact.js';

/**
 * Popover is a button that opens a floating box beside it. It closes on Escape
 * and on a press outside; children may be a function of close, which also closes the box that it is in.
 * @param {{label: any, name?: string, class?: string, box?: string, children: any, opened?: (open: boolean) => void,
 *   wanted?: {value: boolean}, tabindex?: number}} props
 * name is the accessible name when label is a drawing; box is the class of the
 * box; wanted is a signal by which others open it
 */
export function Popover({ label, name, class: className = '', box = '', children, opened, wanted, tabindex }) {
  const id = useId();
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const floating = useRef(/** @type {HTMLElement | null} */ (null));
  const [open, setOpen] = useState(false);
  const close = () => {
    const outer =
      /** @type {HTMLElement | null | undefined} */ (floating.current?.parentElement?.closest('[popover]')) ??
      floating.current;
    if (outer?.matches(':popover-open')) outer.hidePopover();
  };

  useEffect(() => {
    if (wanted?.value && !open) floating.current?.showPopover();
  }, [wanted?.value]);
  useEffect(() => {
    if (!open || !floating.current || !button.current) return;
    let entered = false; // content that is read later gets the focus when it comes
    const again = () => {
      if (!floating.current || !button.current) return;
      place(floating.current, button.current);
      const first = /** @type {HTMLElement | null} */ (
        floating.current.querySelector('[autofocus], input, button, a[href], select')
      );
      if (!entered) first?.focus();
      entered ||= Boolean(first);
    };
    again();
    addEventListener('resize', again);
    const content = new ResizeObserver(again);
    content.observe(floating.current);
    return () => {
      removeEventListener('resize', again);
      content.disconnect();
    };
  }, [open]);

  /** @param {ToggleEvent} event */
  const toggled = (event) => {
    const now = event.newState === 'open';
    setOpen(now);
    const focused = document.activeElement;
    if (!now && (focused === document.body || floating.current?.contains(focused)))
      button.current?.focus({ preventScroll: true });
    opened?.(now);
    if (wanted && wanted.value !== now) wanted.value = now;
  };
  return html`<button ref=${button} type="button" tabindex=${tabindex} class=${className} popovertarget=${id}
    aria-expanded=${open} aria-haspopup="dialog" aria-label=${name} title=${name}>${label}</button>
    <div ref=${floating} id=${id} popover="auto" role="dialog"
      aria-label=${name ?? (typeof label === 'string' ? label : undefined)} class=${box} onToggle=${toggled}>
      ${open && (typeof children === 'function' ? children(close) : children)}
    </div>`;
}

/**
 * Puts a box below its button, or above where there is no room.
 * @param {HTMLElement} box
 * @param {HTMLElement} button
 */
function place(box, button) {
  const at = button.getBoundingClientRect();
  const room = document.body.clientWidth; // without the scroll bar
  box.style.maxWidth = `${room - 16}px`;
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = innerHeight - at.bottom - 8;
  const top = height <= below || below >= at.top ? at.bottom + 4 : Math.max(8, at.top - height - 4);
  box.style.left = `${Math.max(8, Math.min(at.left, room - width - 8))}px`;
  box.style.top = `${top}px`;
  box.style.maxHeight = `${innerHeight - top - 8}px`;
}
