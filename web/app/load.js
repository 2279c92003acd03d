// What is read when somebody needs it, and once: screens, parts of the frame, the editor, the guide.
import { useCallback, useEffect, useRef, useState } from '../vendor/preact.js';
import { passes, Refused, unanswered } from './api.js';
import { beginAgain } from './begin-again.js';
import { readerOf } from './reader.js';

/** What is being read or was, by its address. @type {Map<string, Promise<any>>} */
const readings = new Map();

/** What is read already, so that it is shown at once. @type {Map<string, any>} */
const ready = new Map();

/** How often a module did not arrive. @type {Map<string, number>} */
const failures = new Map();

/**
 * Reads what never changes while the sandbox runs, and again only after a failure.
 * @param {string} address
 * @param {() => Promise<any>} read
 * @returns {Promise<any>}
 */
export function once(address, read) {
  const reading =
    readings.get(address) ??
    read().then((data) => {
      ready.set(address, data);
      return data;
    });
  readings.set(address, reading);
  reading.catch(() => readings.delete(address));
  return reading;
}

/**
 * Reads what never changes when it is first shown, and again until it arrives. A null address reads nothing.
 * @param {string | null} address
 * @param {() => Promise<any>} read calls once, which reads it for all
 * @returns {{data: any, error: any, reload: () => void}} data and error are undefined until it is read
 */
export function useOnce(address, read) {
  const [failed, setFailed] = useState(/** @type {any} */ ({}));
  const reader = useRef(/** @type {ReturnType<typeof readerOf> | null} */ (null));
  const data = address === null ? undefined : ready.get(address);
  useEffect(() => {
    if (address === null || data) return;
    const mine = (reader.current = readerOf(read, (answer) => {
      if (answer.data || answer.error) setFailed({ address, error: answer.error });
    }));
    mine.read();
    return mine.end;
  }, [address]);
  const reload = useCallback(() => reader.current?.read(), []);
  return { data, error: data || failed.address !== address ? undefined : failed.error, reload };
}

/**
 * Reads a module before somebody needs it, and returns it. It throws Refused when the sandbox does not answer or
 * has another version, and otherwise the fault of the module.
 * @param {string} url
 * @param {string} [sheet] the style sheet that it needs
 */
export const loadAhead = (url, sheet) =>
  once(url, async () => (await Promise.all([arrive(url), sheet && styled(sheet)]))[0]);

/**
 * Reads a module that somebody needs as loadAhead does. Where a module that it imports did not arrive, only a page
 * that begins again reads that.
 * @type {typeof loadAhead}
 */
export const load = (url, sheet) =>
  loadAhead(url, sheet).catch((failure) => {
    if (!(failure instanceof Refused)) beginAgain();
    throw failure;
  });

/** Reads a module as useOnce does. @param {string | null} url @param {string} [sheet] the style sheet that it needs */
export const useModule = (url, sheet) => useOnce(url, () => load(/** @type {string} */ (url), sheet));

/** Imports a module, twice when only the first try failed. @param {string} url */
async function arrive(url) {
  try {
    return await tried(url);
  } catch {
    await reach(url);
    return tried(url);
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
  if (!answer || passes(answer.status)) throw unanswered();
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
