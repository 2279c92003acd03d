import { html } from '../vendor/preact.js';
import { Icon } from './icon.js';

/**
 * Copy copies a text. text may be a function, called when the button is pressed,
 * for what is made then, such as a signature.
 * @param {{text: string | (() => string | Promise<string>), label: string, what?: string, plain?: boolean,
 *   children?: any}} props
 * label is the accessible name; with children, they are the visible text
 */
export function Copy({ text, label, what, plain = true, children }) {
  const copyIt = async () => {
    const { copy } = await import('../app/actions.js');
    copy(typeof text === 'function' ? await text() : text, what ?? 'Copied');
  };
  if (children) return html`<button type="button" onClick=${copyIt}>${children}</button>`;
  return html`<button type="button" class=${'icon small ' + (plain ? 'plain' : '')} aria-label=${label} title=${label}
    onClick=${copyIt}><${Icon} name="copy" /></button>`;
}
