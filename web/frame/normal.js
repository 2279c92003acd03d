// Back to what is usual: no scenario, no switched feature, no changed answer, real time.
import { act } from '../app/actions.js';
import { patch, put } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { limitsLeft, off as switchOff } from '../app/scenarios.js';
import { code, readState } from '../app/store.js';

/** Puts everything back, with a way to have it again. */
export async function normalize() {
  const name = code.value;
  /** @type {() => Promise<void>} */
  let undo = async () => {};
  await act({
    does: async () => {
      // Read again, because the page may not show the latest change yet.
      const { state, active, changed } = await readState(name);
      const scenarios = active.filter((/** @type {import('../api').Activation} */ a) => !a.baseline);
      const off = Object.entries(state.features)
        .filter(([, on]) => !on)
        .map(([flag]) => flag);
      const settings = off.length + changed.length > 0;
      const moved = state.clock.mode !== 'real';
      const ahead = Math.round((Date.parse(state.clock.now) - Date.now()) / 1000);
      const clockBefore =
        state.clock.mode === 'frozen' ? { now: state.clock.now, freeze: true } : { advance: `${ahead}s` };
      undo = async () => {
        for (const a of scenarios.toReversed()) await put(ofAccount(name, 'scenarios', a.name), limitsLeft(a));
        if (settings)
          await patch(ofAccount(name), {
            features: all(off, false),
            assume: Object.fromEntries(changed.map((q) => [q.id, q.answer])),
          });
        if (moved) await put(ofAccount(name, 'clock'), clockBefore);
      };
      for (const a of scenarios) await switchOff(name, a.name);
      if (settings)
        await patch(ofAccount(name), {
          features: all(off, true),
          assume: all(
            changed.map((q) => q.id),
            null,
          ),
        });
      if (moved) await put(ofAccount(name, 'clock'), { mode: 'real' });
    },
    said: 'All is back to normal.',
    undo: () => undo(),
  });
}

/**
 * Returns an object with one value for all names.
 * @template T
 * @param {string[]} names
 * @param {T} value
 * @returns {Record<string, T>}
 */
const all = (names, value) => Object.fromEntries(names.map((name) => [name, value]));
