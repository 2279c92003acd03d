// Modules that are read when somebody needs them: screens, parts of the frame, the editor.
import { useCallback, useEffect, useRef, useState } from '../vendor/preact.js';
import { Refused, unanswered } from './api.js';
import { beginAgain } from './begin-again.js';
import { readerOf } from './reader.js';

/** @type {Map<string, Promise<any>>} */
const modules = new Map();

/** What is read already, so that it is shown at once. @type {Map<string, any>} */
const ready = new Map();

/** How often a module did not arrive. @type {Map<string, number>} */
const failures = new Map();

/**
 * Reads a module and returns it. It throws Refused when the sandbox does not answer or
 * has another version, and otherwise the fault of the module.
 * @param {string} url
 * @param {string} [sheet] the style sheet that it needs
 * @returns {Promise<any>}
 */
export function load(url, sheet) {
  const reading =
    modules.get(url) ??
    Promise.all([arrive(url), sheet && styled(sheet)]).then(([module]) => {
      ready.set(url, module);
      return module;
    });
  modules.set(url, reading);
  reading.catch(() => modules.delete(url));
  return reading;
}

/**
 * Reads a module when it is first shown, and again until it arrives. A null url reads nothing.
 * @param {string | null} url
 * @param {string} [sheet]
 * @returns {{module: any, error: any, retry: () => void}} both are undefined until it is read
 */
export function useModule(url, sheet) {
  const [failed, setFailed] = useState(/** @type {any} */ ({}));
  const reader = useRef(/** @type {ReturnType<typeof readerOf> | null} */ (null));
  const module = url === null ? undefined : ready.get(url);
  useEffect(() => {
    if (url === null || module) return;
    const mine = (reader.current = readerOf(
      () => load(url, sheet),
      ({ data, error }) => {
        if (data || error) setFailed({ url, error });
      },
    ));
    mine.read();
    return mine.end;
  }, [url]);
  const retry = useCallback(() => reader.current?.read(), []);
  return { module, error: module || failed.url !== url ? undefined : failed.error, retry };
}

/**
 * Imports a module, twice when only the first try failed. Where a module that it imports
 * did not arrive, only a page that begins again reads that.
 * @param {string} url
 */
async function arrive(url) {
  try {
    return await tried(url);
  } catch {
    await reach(url);
    return tried(url).catch((failure) => {
      beginAgain();
      throw failure;
    });
  }
}

/** Imports a module at another address than before, because browsers keep an import that failed. @param {string} url */
async function tried(url) {
  const n = failures.get(url) ?? 0;
  try {
    return await import(n ? `${url}?try=${n}` : url);
  } catch (failure) {
    failures.set(url, n + 1);
    throw failure;
  }
}

/** Throws Refused unless the file of a module can be read. @param {string} url */
async function reach(url) {
  const answer = await fetch(url, { cache: 'no-cache' }).catch(() => undefined);
  if (!answer) throw unanswered();
  if (!answer.ok)
    throw new Refused(answer.status, {
      error: 'The sandbox has another version than this page.',
      hint: 'reload the page',
    });
}

/** Adds a style sheet and waits for it. @param {string} href */
function styled(href) {
  if ([...document.styleSheets].some((s) => s.href === href)) return; // the index names that of the first screen
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  return new Promise((done, failed) => {
    link.onload = done;
    link.onerror = () => {
      link.remove();
      failed(unanswered());
    };
    document.head.append(link);
  });
}
