import { html, signal } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { Icon } from '../parts/icon.js';
import { Lazy } from '../parts/lazy.js';
import { Popover } from '../parts/popover.js';

/** Whether the box is open. */
export const breaking = signal(false);

const loadBox = () => import('./break-box.js');

/** Break makes the next calls fail: a button of the header and the key b. */
export function Break() {
  useKeys({ b: () => (breaking.value = true) }, { b: 'Break something' });
  const label = html`<${Icon} name="bent" /><span class="break-word">Break something</span>`;
  return html`<${Popover} class="bent break" box="break-box" name="Break something" label=${label} wanted=${breaking}>
    ${(/** @type {() => void} */ close) => html`<${Lazy} load=${loadBox} props=${{ close }} />`}
  <//>`;
}
