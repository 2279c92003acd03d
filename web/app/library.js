// The scenarios and the interface as data, read when something first needs them.
import { effect, signal } from '../vendor/preact.js';
import { get } from './api.js';
import { generation } from './sandbox.js';
import { on } from './events.js';

/** @type {import('../vendor/preact.js').Signal<import('../api').Scenario[] | undefined>} */
export const library = signal(undefined);

/**
 * Why the scenarios cannot be read.
 * @type {import('../vendor/preact.js').Signal<import('./api.js').Refused | undefined>}
 */
export const libraryFailure = signal(undefined);

/** @type {import('../vendor/preact.js').Signal<import('../api').Catalog | undefined>} */
export const catalog = signal(undefined);

let following = false;

/** Reads the scenarios, now and whenever one changes. */
export function needLibrary() {
  if (following) return;
  following = true;
  on(['library'], readLibrary);
  effect(() => {
    generation.value;
    readLibrary();
  });
}

/** Reads the scenarios now. */
export async function readLibrary() {
  try {
    library.value = (await get('/scenarios')).scenarios;
    libraryFailure.value = undefined;
  } catch (failure) {
    libraryFailure.value = /** @type {import('./api.js').Refused} */ (failure);
  }
}

let known = false;

/** Reads the catalogue once; it never changes while the sandbox runs. */
export function needCatalog() {
  if (known) return;
  known = true;
  get('/catalog').then(
    (answer) => (catalog.value = answer),
    () => (known = false),
  );
}
