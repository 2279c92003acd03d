// The files of the guide, beside the modules. They belong to one version, so that
// each is read once.
import { useCallback, useEffect, useState } from '../vendor/preact.js';
import { Refused } from '../app/api.js';

/**
 * @typedef {{id: string, level: number, text: string}} Heading
 * @typedef {{name: string, title: string, summary: string, headings: Heading[]}} Entry
 * @typedef {{page: string, title: string, id: string, heading: string, text: string}} Section
 * @typedef {string | {tag: string, attrs?: Record<string, string>, children?: Node[]}} Node
 */

/** @type {Map<string, Promise<any>>} */
const read = new Map();

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(`../guide/${name}.json`, import.meta.url)).catch(() => undefined);
  if (answer?.ok) return answer.json();
  const text = answer ? (await answer.text()).trim() : 'The sandbox does not answer.';
  throw new Refused(answer?.status ?? 0, { error: text, hint: '' });
}

/** @param {string} name */
function once(name) {
  const reading = read.get(name) ?? fetched(name);
  read.set(name, reading);
  reading.catch(() => read.delete(name));
  return reading;
}

/**
 * Reads a file of the guide; null reads none.
 * @param {string | null} name
 * @returns {{data: any, error: Refused | undefined, reload: () => void}}
 */
export function useFile(name) {
  const [state, setState] = useState(/** @type {{name: string | null, data?: any, error?: Refused}} */ ({ name }));
  const [round, again] = useState(0);
  useEffect(() => {
    let wanted = true;
    setState((old) => (old.name === name ? { ...old, error: undefined } : { name }));
    if (name)
      once(name).then(
        (data) => wanted && setState({ name, data }),
        (error) => wanted && setState({ name, error }),
      );
    return () => void (wanted = false);
  }, [name, round]);
  const reload = useCallback(() => again((n) => n + 1), []);
  return { data: state.name === name ? state.data : undefined, error: state.error, reload };
}
