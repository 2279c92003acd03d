// What never changes while the sandbox runs.
import { get } from './api.js';

/**
 * Returns a function that reads a path below /_sandbox when it is first called,
 * and again only after a failure.
 * @param {string} path
 * @returns {() => Promise<any>}
 */
export function readOnce(path) {
  /** @type {Promise<any> | undefined} */
  let answer;
  return () =>
    (answer ??= get(path).catch((failure) => {
      answer = undefined;
      throw failure;
    }));
}
