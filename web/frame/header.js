import { html, signal } from '../vendor/preact.js';
import { accountNow, ahead, clockMode } from '../app/clock.js';
import { fullTime, span, timeOrDate } from '../app/format.js';
import { useKeys } from '../app/keys.js';
import { at } from '../app/paths.js';
import { setTheme, theme } from '../app/preferences.js';
import { go } from '../app/router.js';
import { code } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';
import { Lazy } from '../parts/states.js';
import { helping } from './helping.js';
import { placeAt, places } from './rail.js';
import { Search } from './search.js';

/** Whether the box of Break something is open. */
const breaking = signal(false);

// What a press opens is read when it is first opened.
const accountsURL = import.meta.resolve('./accounts-list.js');
const breakURL = import.meta.resolve('./break-box.js');
const helpURL = import.meta.resolve('./help.js');

/** @type {('system' | 'light' | 'dark')[]} */
const themes = ['system', 'light', 'dark'];

/** Header has what every screen needs: account, search, clock, Break something, the keys of the frame. */
export default function Header() {
  useKeys(
    {
      '?': () => (helping.value = true),
      ...Object.fromEntries(places.map((p) => [`g ${p.letter}`, () => go(placeAt(p))])),
    },
    { '?': 'Help', ...Object.fromEntries(places.map((p) => [`g ${p.letter}`, p.label])) },
  );
  return html`<${Accounts} />
    <${Search} />
    <${Clock} />
    <${Break} />
    <${Theme} />
    <button type="button" class="icon plain help" aria-label="Help and keys" title="Help and keys (?)"
      onClick=${() => (helping.value = true)}><${Icon} name="help" /></button>
    ${helping.value && html`<${Lazy} url=${helpURL} />`}`;
}

/** Accounts is the switcher. */
function Accounts() {
  const label = html`<span class="cut">${code.value || '…'}</span><${Icon} name="down" />`;
  return html`<${Popover} class="switcher" name=${`Account ${code.value}. Change it`} label=${label}>
    ${(/** @type {() => void} */ close) => html`<${Lazy} url=${accountsURL} props=${{ close }} />`}
  <//>`;
}

/** Break makes the next calls fail: a button and the key b. */
function Break() {
  useKeys({ b: () => (breaking.value = true) }, { b: 'Break something' });
  const label = html`<${Icon} name="bent" /><span class="break-word">Break something</span>`;
  return html`<${Popover} class="bent break" box="break-box" name="Break something" label=${label} wanted=${breaking}>
    ${(/** @type {() => void} */ close) => html`<${Lazy} url=${breakURL} props=${{ close }} />`}
  <//>`;
}

/** Clock shows the account's time and leads to the screen that moves it. */
function Clock() {
  const moved = clockMode.value === 'moved' || clockMode.value === 'frozen';
  const now = accountNow.value;
  const state =
    clockMode.value === 'frozen'
      ? ', frozen'
      : moved
        ? `, ${span(ahead.value)} ${ahead.value < 0 ? 'behind' : 'ahead'}`
        : '';
  return html`<a class=${'clock ' + (moved ? 'timed' : '')} href=${at(code.value, 'time')}
    title=${`${fullTime(now)}${state}`}>
    <${Icon} name="timed" /><span class="offscreen">Clock of the account: </span>
    <span class="mono">${timeOrDate(now)}</span></a>`;
}

/** Theme goes from one theme to the next. */
function Theme() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length];
  const label = `Theme: ${theme.value}. Change to ${next}`;
  return html`<button type="button" class="icon plain theme" aria-label=${label} title=${label}
    onClick=${() => setTheme(next)}><${Icon} name=${theme.value} /></button>`;
}
