// The scenarios and the interface as data, read when something first needs them.
import { effect, signal } from '../vendor/preact.js';
import { get } from './api.js';
import { generation } from './sandbox.js';
import { on } from './stream.js';

/** @type {import('../vendor/preact.js').Signal<import('../api').Scenario[] | undefined>} */
export const library = signal(undefined);

/** @type {import('../vendor/preact.js').Signal<import('../api').Catalog | undefined>} */
export const catalog = signal(undefined);

let following = false;

/** Reads the scenarios, now and whenever one changes. */
export function needLibrary() {
  if (following) return;
  following = true;
  const read = () => get('/scenarios').then((answer) => (library.value = answer.scenarios), () => {});
  on(['library'], read);
  effect(() => {
    generation.value;
    read();
  });
}

let known = false;

/** Reads the catalogue once; it never changes while the sandbox runs. */
export function needCatalog() {
  if (known) return;
  known = true;
  get('/catalog').then((answer) => (catalog.value = answer), () => (known = false));
}
