// What the sandbox says about a text while it is typed.
import { useEffect, useRef, useState } from '../vendor/preact.js';
import { post } from './api.js';
import { generation } from './sandbox.js';
import { on } from './events.js';
import { readerOf } from './reader.js';

const pause = 300; // ms after the last key
const rest = 2000; // ms between two checks that events cause

/**
 * Checks a YAML text by a path of the control interface, 300 ms after its last
 * change, and again after events of the kinds. answer belongs to text; it stays
 * until the next one.
 * @template T
 * @param {string} path
 * @param {import('./api.js').Query} query
 * @param {string | undefined} text nothing is checked before there is one
 * @param {string[]} [kinds]
 * @returns {{answer: T | undefined, of: string | undefined, error: import('./api.js').Refused | undefined}}
 */
export function useCheck(path, query, text, kinds = []) {
  const [state, setState] = useState(/** @type {any} */ ({ answer: undefined, of: undefined, error: undefined }));
  const [again, setAgain] = useState(0);
  const checked = useRef(false);
  const round = generation.value;
  useEffect(() => {
    if (text === undefined) return;
    const mine = readerOf(
      (signal) => post(path, { yaml: text }, { query, signal }),
      ({ data, error }) => {
        if (data) setState({ answer: data, of: text, error: undefined });
        else if (error) setState((/** @type {any} */ old) => ({ ...old, error }));
      },
    );
    const waiting = setTimeout(mine.read, checked.current ? pause : 0);
    checked.current = true;
    return () => {
      clearTimeout(waiting);
      mine.end();
    };
  }, [path, JSON.stringify(query), text, round, again]);
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const end = on(kinds, () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        setAgain((n) => n + 1);
      }, rest);
    });
    return () => {
      clearTimeout(waiting);
      end();
    };
  }, [kinds.join()]);
  return state;
}
