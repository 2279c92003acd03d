import { useEffect, useMemo, useState } from '../vendor/preact.js';

const every = 5000; // ms between two summaries

/** Returns a summary for screen readers of the calls that were added, at most every 5 s. */
export function useSummary() {
  const [text, setText] = useState('');
  const gathering = useMemo(
    () => ({
      calls: 0,
      refused: 0,
      timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined),
      last: 0,
    }),
    [],
  );
  useEffect(() => () => clearTimeout(gathering.timer), []);
  const add = useMemo(
    () => (/** @type {import('../api').EntryLine[]} */ rows) => {
      gathering.calls += rows.length;
      // an altered answer is no refusal
      gathering.refused += rows.filter((row) => row.cause && !(row.status >= 200 && row.status < 300)).length;
      gathering.timer ??= setTimeout(
        () => {
          gathering.last = Date.now();
          const { calls, refused } = gathering;
          Object.assign(gathering, { calls: 0, refused: 0, timer: undefined });
          setText(`${calls} new ${calls === 1 ? 'call' : 'calls'}, ${refused} refused`);
        },
        Math.max(100, gathering.last + every - Date.now()),
      );
    },
    [],
  );
  return { text, add };
}
