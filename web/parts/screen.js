import { html, signal, useEffect, useRef } from '../vendor/preact.js';
import { location } from '../app/router.js';

/** The title of the screen, for the title of the tab. */
export const screenTitle = signal('');

let shownPath = location.peek().path.join('/');

/**
 * Makes a title that of the tab, and returns the reference for the heading that
 * gets the focus when a person comes from another screen. Without a title it does nothing.
 * @param {string | undefined} title
 */
export function useHeading(title) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (title !== undefined) screenTitle.value = title;
  }, [title]);
  useEffect(() => {
    if (title === undefined) return;
    const path = location.peek().path.join('/');
    if (
      shownPath !== path &&
      !document.activeElement?.matches('input, textarea, select') &&
      !document.querySelector('dialog[open]')
    ) {
      heading.current?.focus({ preventScroll: true });
    }
    shownPath = path;
  }, [title === undefined]);
  return heading;
}

/**
 * Screen is the frame of a screen: its one heading, which gets the focus when a
 * person comes from another screen, and what can be done with all of it.
 * @param {{title: string, lead?: any, actions?: any, children: any, heading?: any, name?: string}} props
 * heading is shown in place of title, name is the class of the screen
 */
export function Screen({ title, lead, actions, children, heading, name = '' }) {
  const h1 = useHeading(title);
  return html`<div class=${'screen ' + name}>
    <div class="screen-head">
      <h1 ref=${h1} tabindex="-1">${heading ?? title}</h1>
      ${actions && html`<div class="actions">${actions}</div>`}
      ${lead && html`<p class="lead">${lead}</p>`}
    </div>
    ${children}
  </div>`;
}

/**
 * Section is a part of a screen with a heading.
 * @param {{title: any, actions?: any, children: any, id?: string, level?: 2 | 3}} props
 */
export function Section({ title, actions, children, id, level = 2 }) {
  return html`<section class="section" id=${id}>
    <div class="section-head"><${'h' + level}>${title}<//>
      ${actions && html`<div class="actions">${actions}</div>`}</div>
    ${children}
  </section>`;
}
