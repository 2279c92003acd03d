import { html, useEffect } from '../vendor/preact.js';
import { locked, post } from '../app/api.js';
import { location } from '../app/router.js';
import { begin, failure, generation } from '../app/sandbox.js';
import { active, code, unknown } from '../app/store.js';
import { Action } from '../parts/action.js';
import { Lazy } from '../parts/lazy.js';
import { Screen, screenTitle } from '../parts/screen.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { Header } from './header.js';
import { Rail } from './rail.js';
import { Strip } from './strip.js';
import { Toasts } from './toasts.js';
import { Shortcuts } from './shortcuts.js';
import { Page } from './page.js';

const loadToken = () => import('./token.js');

/** Frame is what stands around every screen. */
export function Frame() {
  useTitle();
  return html`<a class="skip" href="#main">Skip to content</a>
    <${Header} />
    <${Rail} />
    <${Strip} />
    <main id="main" tabindex="-1"><${Content} /></main>
    <${Toasts} />
    <${Shortcuts} />
    ${locked.value && html`<${Lazy} load=${loadToken} />`}`;
}

/** Content is the screen, or why there is none. */
function Content() {
  const path = location.value.path;
  useEffect(() => {
    document.documentElement.dataset.ready = 'true';
  }, []);
  if (locked.value) return null;
  if (failure.value) return html`<${Screen} title="The sandbox does not answer"><${Failure} error=${failure.value} retry=${begin} /><//>`;
  if (!code.value || generation.value === 0) return html`<div class="screen"><${Skeleton} /></div>`;
  if (unknown.value && path[0] === 'a') return html`<${NoAccount} />`;
  return html`<${Page} path=${path} />`;
}

/** NoAccount is shown for a vendor code without an account. */
function NoAccount() {
  const name = code.value;
  const body = { vendor_code: name };
  return html`<${Screen} title=${`No account ${name}`}>
    <${Empty} title=${`The sandbox has no account ${name}.`}>
      <p>It was deleted, or nobody called with this vendor code yet. The first signed call opens it, or you do.</p>
      <${Action} primary label=${`Open ${name}`} path="/accounts" body=${body} does=${() => post('/accounts', body)} said=${`${name} is open.`} done=${begin} />
    <//>
  <//>`;
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
