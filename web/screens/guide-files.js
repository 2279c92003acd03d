// The files of the guide, beside the modules. They belong to one version, so that
// each is read once.
import { contentOf, unanswered } from '../app/api.js';
import { once, useOnce } from '../app/load.js';

/**
 * @typedef {{id: string, level: number, text: string}} Heading
 * @typedef {{name: string, group: string, title: string, summary: string, headings: Heading[]}} Entry
 * @typedef {{page: string, title: string, id: string, heading: string, text: string}} Section
 * @typedef {string | {tag: string, attrs?: Record<string, string>, children?: Node[]}} Node
 */

/** Reads a file. @param {string} address */
const read = (address) =>
  once(address, async () => {
    const answer = await fetch(address).catch(() => Promise.reject(unanswered()));
    return contentOf(answer, await answer.text().catch(() => ''));
  });

/**
 * Reads a file of the guide; null reads none.
 * @param {string | null} name
 */
export function useFile(name) {
  const address = name && new URL(`../guide/${name}.json`, import.meta.url).href;
  return useOnce(address, () => read(/** @type {string} */ (address)));
}
