// The scenarios and the interface as data, read when something first needs them.
import { effect, signal, untracked } from '../vendor/preact.js';
import { get } from './api.js';
import { queryText } from './paths.js';
import { generation } from './sandbox.js';
import { on } from './events.js';
import { readerOf } from './reader.js';
import { code } from './store.js';

/**
 * The library, with the scenarios of the page's account alone.
 * @type {import('../vendor/preact.js').Signal<import('../api').Scenario[] | undefined>}
 */
export const library = signal(undefined);

/** @type {import('../vendor/preact.js').Signal<import('../api').Catalog | undefined>} */
export const catalog = signal(undefined);

const scenarios = shared(
  () => `/scenarios${queryText({ account: code.value })}`,
  (answer) => (library.value = answer.scenarios),
);
const operations = shared(
  () => '/catalog',
  (answer) => (catalog.value = answer),
);
on(['library', 'account'], (event) => (!event.account || event.account === code.peek()) && scenarios.changed());

/** Reads the scenarios, now and whenever one changes. */
export const needLibrary = scenarios.need;

/** Reads the catalogue, which never changes while the sandbox runs. */
export const needCatalog = operations.need;

/** Returns the scenarios as what a screen has read. */
export const libraryRead = () => ({ data: library.value, ...scenarios.state() });

/** Returns the catalogue as what a screen has read. */
export const catalogRead = () => ({ data: catalog.value, ...operations.state() });

/**
 * Returns how to read a path for all that need it: when something first does, when it is another one, and when
 * everything is read again. A refusal stays until then, because the same question gets the same answer.
 * @param {() => string} path
 * @param {(answer: any) => void} take
 */
function shared(path, take) {
  /** @type {import('../vendor/preact.js').Signal<import('./api.js').Refused | undefined>} */
  const failure = signal(undefined);
  let needed = false;
  const { read, again } = readerOf(
    (signal) => get(untracked(path), undefined, { signal }),
    ({ data, error }) => {
      if (data) take(data);
      if (data || error) failure.value = error;
    },
  );
  const need = () => {
    if (needed) return;
    needed = true;
    effect(() => {
      generation.value;
      path();
      untracked(read);
    });
  };
  return { need, changed: () => needed && again(), state: () => ({ error: failure.value, reload: read }) };
}
