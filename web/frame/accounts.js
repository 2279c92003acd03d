import { html } from '../vendor/preact.js';
import { code } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Lazy } from '../parts/lazy.js';
import { Popover } from '../parts/popover.js';

const loadList = () => import('./accounts-list.js');

/** Accounts is the switcher. */
export function Accounts() {
  const label = html`<span class="cut">${code.value || '…'}</span><${Icon} name="down" />`;
  return html`<${Popover} class="switcher" name=${`Account ${code.value}. Change it`} label=${label}>
    ${(/** @type {() => void} */ close) => html`<${Lazy} load=${loadList} props=${{ close }} />`}
  <//>`;
}
