// A screen without its data or its module: empty, failed, or not read yet.
import { html } from '../vendor/preact.js';
import { useModule } from '../app/load.js';

/** Empty teaches what fills the place. @param {{title: any, children?: any}} props */
export function Empty({ title, children }) {
  return html`<div class="empty"><p><strong>${title}</strong></p>${children}</div>`;
}

/**
 * Failure shows an answer of the control interface that is no success, as it is.
 * @param {{error: import('../app/api.js').Refused, retry?: () => void}} props
 */
export function Failure({ error, retry }) {
  return html`<div class="banner bad" role="alert">
    <p><strong>${error.message}</strong></p>
    ${error.hint && html`<p>${error.hint}</p>`}
    ${retry && html`<p><button type="button" onClick=${retry}>Try again</button></p>`}
  </div>`;
}

/** Skeleton holds the place of rows that are not read yet. @param {{rows?: number}} props */
export function Skeleton({ rows = 6 }) {
  return html`<div class="skeleton" aria-hidden="true">
    ${Array.from({ length: rows }, (_, i) => html`<i key=${i} />`)}</div>`;
}

/**
 * Loaded shows data once there are some, or why there are none.
 * @param {{of: {data: any, error?: any, reload: () => void}, rows?: number, children: (data: any) => any}} props
 */
export function Loaded({ of, rows, children }) {
  return html`${of.error && html`<${Failure} error=${of.error} retry=${of.reload} />`}
    ${of.data !== undefined ? children(of.data) : !of.error && html`<${Skeleton} rows=${rows} />`}`;
}

/**
 * Lazy shows the default export of a module that is read once the page shows
 * everything else, so that a page begins without it. Until then, children are in its place.
 * @param {{url: string, props?: Record<string, any>, children?: any, quiet?: boolean}} props
 * quiet is for the frame, where the strip says when the sandbox does not answer
 */
export function Lazy({ url, props, children = null, quiet = false }) {
  const { data: module, error, reload } = useModule(url);
  if (module) return html`<${module.default} ...${props} />`;
  return error && !quiet ? html`<${Failure} error=${error} retry=${reload} />` : children;
}
