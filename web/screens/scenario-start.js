// What the editor of a scenario begins with.
import { useEffect, useState } from '../vendor/preact.js';
import { post } from '../app/api.js';
import { useData } from '../app/data.js';
import { library } from '../app/library.js';
import { ofAccount, segment } from '../app/paths.js';
import { code as account } from '../app/store.js';

/**
 * @typedef {object} Start
 * @property {string} key of the draft
 * @property {string} name
 * @property {string} yaml
 * @property {string} [source] of a scenario that is there
 */

const template = `summary: What goes wrong, in one line
rules:
  - on: customer-orders
    fail: FORBIDDEN
`;

/**
 * Returns the scenario to begin with: one that is there, the draft of a call, a
 * copy, or a small one.
 * @param {{present?: string, from: string | null, copy: string | null}} of
 * @returns {{data: Start | undefined, error: import('../app/api.js').Refused | undefined, reload: () => void}}
 */
export function useStart({ present, from, copy }) {
  const name = present ?? (from ? undefined : copy);
  const file = useData(name ? ofAccount(account.value, 'scenarios', name) : null, { on: ['library', 'account'] });
  const draft = useDraftOf(present ? null : from);
  if (from && !present) return draft;
  if (!name)
    return {
      data: { key: 'scenario new', name: free('my-scenario'), yaml: template },
      error: undefined,
      reload: () => {},
    };
  const data =
    file.data &&
    (present
      ? { key: `scenario ${name}`, name, yaml: file.data.yaml, source: file.data.source }
      : {
          key: `scenario copy of ${name}`,
          name: free(`${name.toLowerCase().replaceAll('_', '-')}-copy`),
          yaml: file.data.yaml || ofCode(file.data),
        });
  return { data, error: file.error, reload: file.reload };
}

/** Drafts a scenario of a call. @param {string | null} call */
function useDraftOf(call) {
  const [state, setState] = useState(/** @type {any} */ ({}));
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!call) return;
    const ending = new AbortController();
    post(`/requests/${segment(call)}/scenario`, undefined, { signal: ending.signal }).then(
      (answer) => setState({ data: { key: `scenario from ${call}`, name: answer.name, yaml: answer.yaml } }),
      (error) => !ending.signal.aborted && setState({ error }),
    );
    return () => ending.abort();
  }, [call, round]);
  return { ...state, reload: () => setRound((n) => n + 1) };
}

/** Returns a name that the library does not have. @param {string} name */
function free(name) {
  const taken = new Set(library.value?.map((s) => s.name));
  let number = 1;
  while (taken.has(number === 1 ? name : `${name}-${number}`)) number++;
  return number === 1 ? name : `${name}-${number}`;
}

/**
 * Returns the file that does the same as a bare error code, which has none.
 * @param {import('../api').ScenarioFile} file
 */
function ofCode({ name, operations }) {
  const summary = `${name} for every operation that documents it`;
  return `summary: ${summary}\nrules:\n  - on: [${operations.join(', ')}]\n    fail: ${name}\n`;
}
