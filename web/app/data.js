// What a component reads from the control interface, kept true by events.
import { useCallback, useEffect, useRef, useState } from '../vendor/preact.js';
import { request } from './api.js';
import { queryText } from './paths.js';
import { generation } from './sandbox.js';
import { code } from './store.js';
import { everybody, on } from './events.js';
import { readerOf } from './reader.js';

/** @typedef {import('./api.js').Refused} Refused */

/**
 * Reads a path below /_sandbox and returns what it holds: data and error stay
 * until the next answer. It reads again after events of the kinds that belong to
 * the account of the page or to none, after a restart, and when the path changes.
 * A null path reads nothing. With all, the events of every account count.
 * @template [T=any]
 * @param {string | null} path
 * @param {{query?: import('./api.js').Query, body?: any, on?: string[], all?: boolean,
 *   when?: (event: import('./events.js').StreamEvent) => boolean}} [options]
 * With a body, it is asked by POST. when says which of the events matter
 * @returns {{data: T | undefined, error: Refused | undefined, pending: boolean, reload: () => void}}
 */
export function useData(path, { query, body, on: kinds = [], all = false, when } = {}) {
  const address = path === null ? null : path + queryText(query);
  const [state, setState] = useState(
    /** @type {any} */ ({ address: undefined, data: undefined, error: undefined, pending: path !== null }),
  );
  const reader = useRef(/** @type {ReturnType<typeof readerOf> | null} */ (null));
  const matters = useRef(when);
  matters.current = when;
  const round = generation.value;

  useEffect(() => {
    if (address === null) {
      setState({ address, data: undefined, error: undefined, pending: false });
      return;
    }
    const mine = (reader.current = readerOf(
      (signal) => request(body ? 'POST' : 'GET', address, { body, signal }),
      (answer) =>
        setState((/** @type {any} */ old) => {
          if (answer.data === undefined && answer.error === undefined) return { ...old, pending: true };
          // A failure keeps what the page shows of the same address.
          const data = answer.error
            ? old.address === address && !gone(answer.error)
              ? old.data
              : undefined
            : answer.data;
          return { address, data, error: answer.error, pending: false };
        }),
    ));
    mine.read();
    return mine.end;
  }, [address, round]);

  const list = kinds.join(' ');
  useEffect(() => {
    if (!list) return;
    return on(list.split(' '), (event) => {
      if (!all && event.account && event.account !== code.peek() && event.account !== 'none') return;
      if (matters.current?.(event) !== false) reader.current?.again();
    });
  }, [list, all]);
  useEffect(() => {
    if (!all) return;
    everybody.value++;
    return () => void everybody.value--;
  }, [all]);

  const reload = useCallback(() => reader.current?.read(), []);
  const changed = state.address !== undefined && path !== null && pathOf(state.address) !== path;
  return {
    data: changed ? undefined : state.data,
    error: changed ? undefined : state.error,
    pending: state.pending || changed,
    reload,
  };
}

/** @param {string} address */
const pathOf = (address) => address?.split('?')[0];

/** @param {Refused} error */
const gone = (error) => error.status === 404;
