import { html, useEffect } from '../vendor/preact.js';
import { locked } from '../app/api.js';
import { brought, takeDrops } from '../app/brought.js';
import { at } from '../app/paths.js';
import { location } from '../app/router.js';
import { begin, failure, generation } from '../app/sandbox.js';
import { active, code, unknown } from '../app/store.js';
import { Screen, screenTitle } from '../parts/screen.js';
import { Failure, Lazy, Skeleton } from '../parts/states.js';
import { Rail } from './rail.js';
import { Page } from './page.js';

// What the first screen can do without.
const headerURL = import.meta.resolve('./header.js');
const stripURL = import.meta.resolve('./strip.js');
const toastsURL = import.meta.resolve('./toasts.js');
const tokenURL = import.meta.resolve('./token.js');
const bringInURL = import.meta.resolve('./bring-in.js');
const noAccountURL = import.meta.resolve('./no-account.js');

/**
 * Frame is what stands around every screen.
 * @param {{shown: () => void}} props shown is called when the first screen is on the page
 */
export function Frame({ shown }) {
  useTitle();
  useEffect(shown, []);
  useEffect(takeDrops, []);
  return html`<a class="skip" href="#main">Skip to content</a>
    <header class="header"><a class="brand" href=${at(code.value)}>commerce-sandbox</a>
      <${Lazy} url=${headerURL} quiet /></header>
    <${Rail} />
    <${Lazy} url=${stripURL} quiet><div class="strip"></div><//>
    <main id="main" tabindex="-1"><${Content} /></main>
    <${Lazy} url=${toastsURL} quiet />
    ${
      brought.value &&
      code.value &&
      html`<${Lazy} url=${bringInURL}
      props=${{ key: brought.value, code: code.value, file: brought.value }} />`
    }
    ${locked.value && html`<${Lazy} url=${tokenURL} />`}`;
}

/** Content is the screen, or why there is none. */
function Content() {
  const path = location.value.path;
  if (locked.value) return null;
  if (failure.value)
    return html`<${Screen} title="The sandbox does not answer">
      <${Failure} error=${failure.value} retry=${begin} /><//>`;
  if (!code.value || generation.value === 0) return html`<div class="screen"><${Skeleton} /></div>`;
  if (unknown.value && path[0] === 'a') return html`<${Lazy} url=${noAccountURL} />`;
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
