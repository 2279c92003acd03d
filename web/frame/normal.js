// Back to what is usual: no scenario, no switched feature, no changed answer, real time.
import { act } from '../app/actions.js';
import { del, put } from '../app/api.js';
import { ahead, clockMode } from '../app/clock.js';
import { ofAccount } from '../app/paths.js';
import { limitsLeft } from '../app/scenarios.js';
import { account, active, changed, code } from '../app/store.js';

/** Puts everything back, with a way to have it again. */
export async function normalize() {
  const name = code.value;
  const scenarios = active.value.filter((a) => !a.baseline);
  const off = Object.entries(account.value?.features ?? {}).filter(([, on]) => !on).map(([flag]) => flag);
  const questions = changed.value;
  const clock = account.value?.clock;
  const moved = clockMode.value !== 'real';
  const clockBefore = clock?.mode === 'frozen' ? { now: clock.now, freeze: true } : { advance: `${ahead.value / 1000}s` };
  await act({
    does: async () => {
      for (const a of scenarios) await del(ofAccount(name, 'scenarios', a.name));
      for (const flag of off) await put(ofAccount(name, 'features', flag), { enabled: true });
      for (const q of questions) await put(ofAccount(name, 'questions', q.id), { answer: null });
      if (moved) await put(ofAccount(name, 'clock'), { mode: 'real' });
    },
    said: 'All is back to normal.',
    undo: async () => {
      for (const a of scenarios.toReversed()) await put(ofAccount(name, 'scenarios', a.name), limitsLeft(a));
      for (const flag of off) await put(ofAccount(name, 'features', flag), { enabled: false });
      for (const q of questions) await put(ofAccount(name, 'questions', q.id), { answer: q.answer });
      if (moved) await put(ofAccount(name, 'clock'), clockBefore);
    },
  });
}
