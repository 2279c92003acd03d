import { html } from '../vendor/preact.js';
import { Chip } from './signs.js';
import { Icon } from './icon.js';

const shown = 2; // what a scenario does, in a row

/**
 * Does is what a scenario does, as a chip.
 * @param {{does: string[], active?: boolean, beside?: string}} props
 * beside is the name beside the chip, which need not say it again
 */
export function Does({ does, active, beside }) {
  const texts = does.map((text) => (beside && text.endsWith(` ${beside}`) ? text.slice(0, -beside.length - 1) : text));
  if (texts.length === 0) return null;
  const more = texts.length > shown ? ` +${texts.length - shown}` : '';
  return html`<${Chip} kind=${active ? 'bent' : ''} title=${texts.join('\n')}>${active && html`<${Icon} name="bent" />`}
    <span class="cut">${texts.slice(0, shown).join(' · ') + more}</span><//>`;
}
