// What the control interface answers to a question with a body, such as a preview,
// a diagnosis or the check of a text: asked a little after the last change, never two at a time.
import { useEffect, useRef, useState } from '../vendor/preact.js';
import { request } from './api.js';
import { code } from './store.js';
import { generation } from './sandbox.js';
import { on } from './events.js';
import { readerOf } from './reader.js';

/**
 * Asks at once, then wait after the body changed, and again after events of the kinds and
 * when again changes. data is the last answer; fresh says whether it belongs to the present body. A null body
 * asks nothing.
 * @template [T=any]
 * @param {'POST' | 'PUT' | 'DELETE'} method
 * @param {string} path
 * @param {any} body
 * @param {{wait?: number, on?: string[], again?: number}} [options] wait is in milliseconds
 * @returns {{data: T | undefined, error: import('./api.js').Refused | undefined, fresh: boolean}}
 */
export function useAnswer(method, path, body, { wait = 300, on: kinds = [], again = 0 } = {}) {
  const text = body === null ? null : JSON.stringify(body);
  const [state, setState] = useState(/** @type {any} */ ({ text: undefined, path: '' }));
  const asked = useRef(false);
  const reader = useRef(/** @type {ReturnType<typeof readerOf> | undefined} */ (undefined)); // one that has begun
  const list = kinds.join(' ');

  useEffect(() => {
    if (!list) return;
    return on(list.split(' '), (event) => {
      if (!event.account || event.account === code.peek()) reader.current?.again();
    });
  }, [list]);

  useEffect(() => {
    if (text === null) {
      asked.current = false;
      setState({ text, path });
      return;
    }
    const mine = readerOf(
      (signal) => request(method, path, { body: JSON.parse(text), signal }),
      ({ data, error }) => {
        if (data === undefined && !error) return;
        setState((/** @type {any} */ old) => {
          // What nobody answered takes no answer to the same question away.
          const keeps = error?.passing && old.text === text && old.path === path;
          return { text, path, data: keeps ? old.data : data, error };
        });
      },
    );
    const begin = () => {
      reader.current = mine;
      mine.read();
    };
    const timer = setTimeout(begin, asked.current ? wait : 0);
    asked.current = true;
    return () => {
      clearTimeout(timer);
      reader.current = undefined;
      mine.end();
    };
  }, [method, path, text, again, generation.value]);

  const fresh = state.text === text && state.path === path;
  return { data: text === null ? undefined : state.data, error: fresh ? state.error : undefined, fresh };
}
