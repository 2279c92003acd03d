// Back to what is usual: no scenario, no switched feature, no changed answer, real time.
import { act } from '../app/actions.js';
import { del, put } from '../app/api.js';
import { ahead } from '../app/clock.js';
import { ofAccount } from '../app/paths.js';
import { limitsLeft } from '../app/scenarios.js';
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
      const off = Object.entries(state.features).filter(([, on]) => !on).map(([flag]) => flag);
      const moved = state.clock.mode !== 'real';
      const clockBefore = state.clock.mode === 'frozen' ? { now: state.clock.now, freeze: true } : { advance: `${ahead.value / 1000}s` };
      undo = async () => {
        for (const a of scenarios.toReversed()) await put(ofAccount(name, 'scenarios', a.name), limitsLeft(a));
        for (const flag of off) await put(ofAccount(name, 'features', flag), { enabled: false });
        for (const q of changed) await put(ofAccount(name, 'questions', q.id), { answer: q.answer });
        if (moved) await put(ofAccount(name, 'clock'), clockBefore);
      };
      for (const a of scenarios) await del(ofAccount(name, 'scenarios', a.name));
      for (const flag of off) await put(ofAccount(name, 'features', flag), { enabled: true });
      for (const q of changed) await put(ofAccount(name, 'questions', q.id), { answer: null });
      if (moved) await put(ofAccount(name, 'clock'), { mode: 'real' });
    },
    said: 'All is back to normal.',
    undo: () => undo(),
  });
}
