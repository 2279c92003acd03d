import { html, useErrorBoundary } from '../vendor/preact.js';
import { Refused } from '../app/api.js';
import { loadAhead, useModule } from '../app/load.js';
import { code } from '../app/store.js';
import { at, ui } from '../app/paths.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { Screen } from '../parts/screen.js';
import { routes } from './routes.js';

/**
 * Returns the addresses of a screen: its module and its style sheet.
 * @param {string} name
 * @returns {[string, string]}
 */
const filesOf = (name) => [import.meta.resolve(`../screens/${name}.js`), import.meta.resolve(`../screens/${name}.css`)];

/** Reads the screen of a path ahead. @param {string[]} path */
export async function readScreen(path) {
  const name = routeOf(segmentsOf(path))?.screen;
  if (name) await loadAhead(...filesOf(name)).catch(() => {}); // Page reads it again, and says why it cannot
}

/** What a press opens, beside the screens. */
const parts = [
  '../screens/call.js',
  './accounts-list.js',
  './break-box.js',
  './changes.js',
  './finds.js',
  './help.js',
  './normal.js',
];

/** Reads all screens ahead while the browser has nothing else to do. Then a sandbox that stops takes none away. */
export async function readAhead() {
  const screens = [...new Set(routes.map((r) => r.screen))].map(filesOf);
  for (const files of [...parts.map((part) => [import.meta.resolve(part)]), ...screens]) {
    await idle();
    await loadAhead(files[0], files[1]).catch(() => {}); // its reader tries again
  }
}

/** Waits until the browser has nothing to do. */
const idle = () => new Promise((now) => (window.requestIdleCallback ?? setTimeout)(now));

/** Returns a path, or for an empty one that of the first page. @param {string[]} path */
const segmentsOf = (path) => (path.length ? path : ['a', code.value]);

/** @param {string[]} segments */
const routeOf = (segments) => routes.find((r) => matches(r.path, segments));

/** Page is the screen of a path. @param {{path: string[]}} props */
export function Page({ path }) {
  const segments = segmentsOf(path);
  const route = routeOf(segments);
  const files = route && filesOf(route.screen);
  const { data: module, error, reload } = useModule(files?.[0] ?? null, files?.[1]);
  if (!route) return html`<${NotFound} />`;
  if (error instanceof Refused)
    return html`<${Screen} title="This screen could not be read"><${Failure} error=${error} retry=${reload} /><//>`;
  if (error) return html`<${Broken} text=${`${route.screen}: ${error.message}`} />`;
  if (!module) return html`<div class="screen"><${Skeleton} /></div>`;
  return html`<${Guarded} key=${route.key?.(segments) ?? route.screen} screen=${module.default}
    params=${parameters(route.path, segments)} />`;
}

/**
 * Guarded shows a screen, or the fault that it throws.
 * @param {{screen: any, params: Record<string, string>}} props
 */
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
