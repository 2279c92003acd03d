import { html } from '../vendor/preact.js';
import { at, ui } from '../app/paths.js';
import { location } from '../app/router.js';
import { code } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Lazy } from '../parts/states.js';

const moreURL = import.meta.resolve('./more.js');

/**
 * The screens in the order of the rail, with the letter after g. Those apart are of no account.
 * @type {{id: string, label: string, icon: string, letter: string, apart?: boolean}[]}
 */
export const places = [
  { id: '', label: 'Overview', icon: 'overview', letter: 'o' },
  { id: 'calls', label: 'Calls', icon: 'calls', letter: 'c' },
  { id: 'scenarios', label: 'Scenarios', icon: 'scenarios', letter: 's' },
  { id: 'data', label: 'Data', icon: 'data', letter: 'd' },
  { id: 'time', label: 'Time', icon: 'time', letter: 't' },
  { id: 'operations', label: 'Operations', icon: 'operations', letter: 'p' },
  { id: 'coverage', label: 'Coverage', icon: 'coverage', letter: 'v' },
  { id: 'verdict', label: 'Verdict', icon: 'verdict', letter: 'j' },
  { id: 'questions', label: 'Questions', icon: 'questions', letter: 'q' },
  { id: 'signature', label: 'Signature', icon: 'signature', letter: 'b' },
  { id: 'account', label: 'Account', icon: 'account', letter: 'a' },
  { id: 'runs', label: 'Runs', icon: 'runs', letter: 'r', apart: true },
  { id: 'rehearsal', label: 'Rehearsal', icon: 'rehearsal', letter: 'h', apart: true },
];

/** Returns the address of a place. @param {{id: string, apart?: boolean}} place */
export const placeAt = ({ id, apart }) => (apart ? ui(id) : at(code.value, ...(id ? [id] : [])));

const onTheBar = 4; // what a narrow window shows beside More

/** Rail leads to the screens: at the left, or at the bottom of a narrow window. */
export function Rail() {
  const path = location.value.path;
  const now = path[0] === 'a' ? (path[2] ?? '') : path.length ? path[0] : '';
  const guide = { label: 'Guide', icon: 'guide', href: ui('guide'), here: now === 'guide' };
  const links = places.map((p) => ({ ...p, href: placeAt(p), here: p.id === now }));
  const rest = [...links.slice(onTheBar), guide];
  return html`<nav class="rail" aria-label="Screens">
    <ul class="rail-all">${[...links, guide].map(item)}</ul>
    <ul class="rail-bar">
      ${links.slice(0, onTheBar).map(item)}
      <li><${Lazy} url=${moreURL} quiet props=${{ items: rest.map(item) }} /></li>
    </ul>
  </nav>`;
}

/** @param {{label: string, icon: string, href: string, here: boolean}} link */
function item({ label, icon, href, here }) {
  return html`<li key=${label}>
    <a href=${href} aria-current=${here ? 'page' : undefined}><${Icon} name=${icon} /><span>${label}</span></a></li>`;
}
