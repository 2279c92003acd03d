import { html } from '../vendor/preact.js';
import { effectTexts } from '../app/effects.js';
import { Chip } from './signs.js';
import { Icon } from './icon.js';

const shown = 2; // what a scenario does, in a row

/**
 * Does is what a scenario does, as a chip.
 * @param {{effects: import('../api').Effect[], active?: boolean}} props
 */
export function Does({ effects, active }) {
  const texts = effectTexts(effects);
  if (texts.length === 0) return null;
  const more = texts.length > shown ? ` +${texts.length - shown}` : '';
  return html`<${Chip} kind=${active ? 'bent' : ''} title=${texts.join('\n')}>${active && html`<${Icon} name="bent" />`}<span class="cut">${texts.slice(0, shown).join(' · ') + more}</span><//>`;
}
