import { html } from '../vendor/preact.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';
import { Lazy } from '../parts/states.js';

// What a press opens is read when it is first opened.
const codesURL = import.meta.resolve('./call-codes.js');

/**
 * MakeFail makes the next call of an operation fail with one of the codes that
 * the operation documents.
 * @param {{code: string, operation: string, small?: boolean, tabindex?: number}} props
 */
export function MakeFail({ code, operation, small, tabindex }) {
  const label = small ? html`<${Icon} name="scenarios" />` : 'Make this fail next time';
  return html`<${Popover} class=${small ? 'icon small plain' : 'bent'} label=${label}
    name=${small ? `Make ${operation} fail next time` : undefined} tabindex=${tabindex}>
    ${(/** @type {() => void} */ close) => html`<${Lazy} url=${codesURL} props=${{ code, operation, close }} />`}
  <//>`;
}
