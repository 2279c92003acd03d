import { html } from '../vendor/preact.js';
import { number } from '../app/format.js';

/**
 * Tabs are links to the views of a screen.
 * @param {{label: string, items: {id: string, label: string, href: string, count?: number}[], current: string}} props
 */
export function Tabs({ label, items, current }) {
  return html`<nav class="tabs" aria-label=${label}>
    ${items.map(
      (item) => html`<a key=${item.id} href=${item.href} aria-current=${item.id === current ? 'page' : undefined}>
      ${item.label}${item.count !== undefined && html`<span class="soft">${number(item.count)}</span>`}</a>`,
    )}
  </nav>`;
}
