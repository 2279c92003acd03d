import { html, useEffect } from '../vendor/preact.js';
import { locked } from '../app/api.js';
import { at } from '../app/paths.js';
import { location } from '../app/router.js';
import { begin, failure, generation } from '../app/sandbox.js';
import { active, code, unknown } from '../app/store.js';
import { Screen, screenTitle } from '../parts/screen.js';
import { Failure, Lazy, Skeleton } from '../parts/states.js';
import { Rail } from './rail.js';
import { Page } from './page.js';

// What the first screen can do without.
const loadHeader = () => import('./header.js');
const loadStrip = () => import('./strip.js');
const loadToasts = () => import('./toasts.js');
const loadToken = () => import('./token.js');
const loadNoAccount = () => import('./no-account.js');

/** Frame is what stands around every screen. @param {{shown: () => void}} props shown is called when the first screen is on the page */
export function Frame({ shown }) {
  useTitle();
  useEffect(shown, []);
  return html`<a class="skip" href="#main">Skip to content</a>
    <header class="header"><a class="brand" href=${at(code.value)}>commerce-sandbox</a><${Lazy} load=${loadHeader} /></header>
    <${Rail} />
    <${Lazy} load=${loadStrip}><div class="strip"></div><//>
    <main id="main" tabindex="-1"><${Content} /></main>
    <${Lazy} load=${loadToasts} />
    ${locked.value && html`<${Lazy} load=${loadToken} />`}`;
}

/** Content is the screen, or why there is none. */
function Content() {
  const path = location.value.path;
  if (locked.value) return null;
  if (failure.value) return html`<${Screen} title="The sandbox does not answer"><${Failure} error=${failure.value} retry=${begin} /><//>`;
  if (!code.value || generation.value === 0) return html`<div class="screen"><${Skeleton} /></div>`;
  if (unknown.value && path[0] === 'a') return html`<${Lazy} load=${loadNoAccount} />`;
  return html`<${Page} path=${path} />`;
}

/** Keeps the title of the tab: what is active, the screen, the account. */
function useTitle() {
  const names = active.value.map((a) => a.name);
  const mark = names.length ? `● ${names[0]}${names.length > 1 ? ` +${names.length - 1}` : ''} – ` : '';
  const title = mark + [screenTitle.value, code.value].filter(Boolean).join(' – ');
  useEffect(() => {
    document.title = title || 'commerce-sandbox';
  }, [title]);
}
