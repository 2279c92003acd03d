import { html } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { at } from '../app/paths.js';
import { go } from '../app/router.js';
import { code } from '../app/store.js';
import { Lazy } from '../parts/lazy.js';
import { helping } from './header.js';
import { places } from './rail.js';

const loadHelp = () => import('./help.js');

/** Shortcuts are the keys of the frame, and the help that shows all keys. */
export function Shortcuts() {
  const keys = { '?': () => (helping.value = true), ...Object.fromEntries(places.map((p) => [`g ${p.letter}`, () => go(at(code.value, ...(p.id ? [p.id] : [])))])) };
  const labels = { '?': 'Help', ...Object.fromEntries(places.map((p) => [`g ${p.letter}`, p.label])) };
  useKeys(keys, labels);
  return helping.value ? html`<${Lazy} load=${loadHelp} />` : null;
}
