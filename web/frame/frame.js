import { html, useEffect } from '../vendor/preact.js';
import { close, toasts } from '../app/actions.js';
import { locked } from '../app/api.js';
import { location } from '../app/router.js';
import { begin, failure, generation } from '../app/sandbox.js';
import { active, code, unknown } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Lazy } from '../parts/lazy.js';
import { Screen, screenTitle } from '../parts/screen.js';
import { Failure, Skeleton } from '../parts/states.js';
import { Header } from './header.js';
import { Rail } from './rail.js';
import { Strip } from './strip.js';
import { Shortcuts } from './shortcuts.js';
import { Page } from './page.js';

const loadToken = () => import('./token.js');
const loadNoAccount = () => import('./no-account.js');

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

/** Toasts say what was done, with Undo, and what failed. */
function Toasts() {
  return html`<div class="toasts" role="status" aria-label="Messages">
    ${toasts.value.map((toast) => html`<div key=${toast.id} class=${'toast ' + toast.kind}>
      <span><span>${toast.text}</span>${toast.hint && html`<br /><span class="note">${toast.hint}</span>`}</span>
      ${toast.undo && html`<button type="button" class="small" onClick=${() => { close(toast.id); toast.undo?.(); }}>Undo</button>`}
      <button type="button" class="icon small plain" aria-label="Close" onClick=${() => close(toast.id)}><${Icon} name="close" /></button>
    </div>`)}
  </div>`;
}
