import { html } from '../vendor/preact.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';

/** More has the screens for which a narrow window has no room. @param {{items: any[]}} props */
export default function More({ items }) {
  return html`<${Popover} class="rail-more" label=${html`<${Icon} name="more" /><span>More</span>`} name="More screens">
    ${(/** @type {() => void} */ close) => html`<ul class="rail-menu" onClick=${close}>${items}</ul>`}
  <//>`;
}
