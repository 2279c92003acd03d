// Texts that were typed and not saved. The tab keeps them: they outlive a reload,
// a restart of the sandbox and a walk to other pages.
import { forTab } from './preferences.js';

/** @typedef {{text: string, name: string, base?: string}} Draft base is the saved text that it began with */

/** @type {Map<string, import('./preferences.js').Kept<Draft | null>>} */
const known = new Map();

/**
 * Returns the unsaved text of a key, null when there is none.
 * @param {string} key such as "scenario my-own"
 */
export function draftOf(key) {
  const found = known.get(key) ?? forTab(`draft ${key}`, /** @type {Draft | null} */ (null));
  known.set(key, found);
  return found;
}
