import { html, useErrorBoundary, useEffect, useState } from '../vendor/preact.js';
import { code } from '../app/store.js';
import { at, ui } from '../app/paths.js';
import { Empty, Skeleton } from '../parts/states.js';
import { Screen } from '../parts/screen.js';
import { routes } from './routes.js';

/** @type {Map<string, any>} */
const loaded = new Map();

/**
 * Reads the module of a screen and its style sheet.
 * @param {string} name
 */
async function load(name) {
  const sheet = new URL(`../screens/${name}.css`, import.meta.url).href;
  const [module] = await Promise.all([import(`../screens/${name}.js`), styled(sheet)]);
  loaded.set(name, module.default);
}

/** @param {string} href */
function styled(href) {
  if ([...document.styleSheets].some((s) => s.href === href)) return; // the index names that of the first screen
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** Reads the screen of a path ahead. @param {string[]} path */
export async function readScreen(path) {
  const name = routeOf(segmentsOf(path))?.screen;
  if (name) await load(name).catch(() => {}); // Page tries again, and says why it fails
}

/** Returns a path, or that of the first page. @param {string[]} path */
const segmentsOf = (path) => (path.length ? path : ['a', code.value]);

/** @param {string[]} segments */
const routeOf = (segments) => routes.find((r) => matches(r.path, segments));

/** Page is the screen of a path. @param {{path: string[]}} props */
export function Page({ path }) {
  const segments = segmentsOf(path);
  const route = routeOf(segments);
  const [, again] = useState(0);
  const [fault, setFault] = useState('');
  const name = route?.screen ?? '';
  const ready = loaded.get(name);
  useEffect(() => {
    if (!name || ready) return;
    load(name).then(() => again((n) => n + 1), (failure) => setFault(`${name}: ${failure.message}`));
  }, [name]);
  if (!route) return html`<${NotFound} />`;
  if (fault) return html`<${Broken} text=${fault} />`;
  if (!ready) return html`<div class="screen"><${Skeleton} /></div>`;
  return html`<${Guarded} key=${route.key?.(segments) ?? name} screen=${ready} params=${parameters(route.path, segments)} />`;
}

/** Guarded shows a screen, or that the page itself has a fault. @param {{screen: any, params: Record<string, string>}} props */
function Guarded({ screen, params }) {
  const [error] = useErrorBoundary();
  if (error) return html`<${Broken} text=${String(error.stack ?? error)} />`;
  return html`<${screen} code=${code.value} ...${params} />`;
}

/** @param {{text: string}} props */
function Broken({ text }) {
  return html`<${Screen} title="This page has a fault">
    <${Empty} title="The page failed, not your call and not the sandbox.">
      <p>Reload it. If it fails again, report these lines:</p><pre class="codeblock" tabindex="0">${text}</pre>
      <button type="button" onClick=${() => location.reload()}>Reload</button>
    <//><//>`;
}

function NotFound() {
  return html`<${Screen} title="No such page">
    <${Empty} title="No page has this address.">
      <p><a href=${at(code.value)}>Overview of ${code.value}</a> or <a href=${ui('accounts')}>all accounts</a></p>
    <//><//>`;
}

/** @param {string} pattern @param {string[]} segments */
function matches(pattern, segments) {
  const parts = pattern.split('/');
  return parts.length === segments.length && parts.every((part, i) => part.startsWith(':') || part === segments[i]);
}

/** @param {string} pattern @param {string[]} segments */
function parameters(pattern, segments) {
  const named = pattern.split('/').flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), segments[i]]] : []));
  return Object.fromEntries(named);
}
