// The fields that a comparison leaves out, as its address names them.
import { html } from '../vendor/preact.js';
import { location, setQuery } from '../app/router.js';

/** Returns the name of a field in all elements of its lists. @param {string} path */
export const fieldOf = (path) => path.replaceAll(/\[[^\]]*\]/g, '[*]');

/** Returns the fields that the address leaves out. @returns {string[]} */
export const ignoredFields = () =>
  location.value.query
    .getAll('ignore')
    .flatMap((text) => text.split(','))
    .filter(Boolean);

/** @param {string[]} fields */
const set = (fields) => setQuery({ ignore: fields.join(',') || null });

/** Leaves a field out. @param {{path: string}} row */
export const ignore = ({ path }) => set([...ignoredFields(), fieldOf(path)]);

/** Ignored lists the fields that are left out; a click compares one again. */
export function Ignored() {
  const fields = ignoredFields();
  const again = (/** @type {string} */ field) => set(fields.filter((f) => f !== field));
  if (fields.length === 0) return null;
  return html`<ul class="row" aria-label="Ignored fields">${fields.map(
    (field) => html`<li key=${field}><button type="button" class="small" title="Compare it again"
      onClick=${() => again(field)}><code>${field}</code> ignored ✕</button></li>`,
  )}</ul>`;
}
