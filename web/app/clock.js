// The two clocks: the machine's, and that of the account of the page.
import { computed, signal } from '../vendor/preact.js';

/** Milliseconds of the machine's clock, each second. */
export const wallNow = signal(Date.now());

/** The account's clock as it was read, and when. */
const read = signal({ now: 0, at: 0, mode: '' });

/** real, moved or frozen, and '' before it is known. */
export const clockMode = computed(() => read.value.mode);

/** The moment of the account's clock, each second. */
export const accountNow = computed(() => {
  const { now, at, mode } = read.value;
  if (!mode) return new Date(wallNow.value);
  return new Date(mode === 'frozen' ? now : now + Math.max(0, wallNow.value - at));
});

/** How far the account's clock is ahead of the machine's, in milliseconds, to the second. */
export const ahead = computed(() => {
  const { now, at, mode } = read.value;
  return mode ? Math.round((now - (mode === 'frozen' ? wallNow.value : at)) / 1000) * 1000 : 0;
});

/** @param {import('../api').Clock} clock */
export function setMoment({ now, mode }) {
  read.value = { now: Date.parse(now), at: Date.now(), mode };
}

/** Begins to tick. */
export function startClock() {
  setInterval(() => (wallNow.value = Date.now()), 1000);
}
