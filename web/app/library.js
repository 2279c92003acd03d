// The scenarios and the interface as data, read when something first needs them.
import { effect, signal } from '../vendor/preact.js';
import { get } from './api.js';
import { generation } from './sandbox.js';
import { on } from './events.js';
import { readerOf } from './reader.js';

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

const scenarios = readerOf(
  (signal) => get('/scenarios', undefined, { signal }),
  ({ data, error }) => {
    if (data) library.value = data.scenarios;
    if (data || error) libraryFailure.value = error;
  },
);

/** Reads the scenarios now. */
export const readLibrary = scenarios.read;

const once = readerOf(
  (signal) => get('/catalog', undefined, { signal }),
  ({ data }) => data && (catalog.value = data),
);

let known = false;

/** Reads the catalogue once; it never changes while the sandbox runs. */
export function needCatalog() {
  if (known) return;
  known = true;
  once.read();
}
