// Moving the clock of an account, saying what that did, and moving it back.
import { del, get, post, put } from '../app/api.js';
import { took } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { account } from '../app/store.js';
import { changesRecords, happened, sentence } from './time-words.js';

/** @typedef {import('../api').ClockChange} Change */

const prefix = 'before-clock-';
const keptSnapshots = 3;

/** The number of orders from which a page says beforehand that a snapshot takes a while. */
export const manyOrders = 20_000;

/**
 * Returns what an Action needs to change the clock. What it says was counted
 * right before the change. A move that changes records takes a snapshot first, to
 * which its undo goes back.
 * @param {string} code
 * @param {Change} change
 */
export function moving(code, change) {
  const path = ofAccount(code, 'clock');
  /** @type {() => Promise<any>} */
  let back = async () => {};
  let words = '';
  let since = '';
  return {
    method: 'PUT', path, body: change, cli: command(code, change),
    does: async () => {
      const preview = await put(path, { ...change, dry_run: true });
      words = sentence(preview);
      const saved = changesRecords(preview) ? await snapshot(code) : undefined;
      const clock = restoring(code, preview.clock.before);
      back = async () => {
        if (saved) await post(ofAccount(code, 'reset'), { to: saved.name, keep: ['scenarios', 'journal', 'clock', 'features', 'questions'] });
        return clock();
      };
      const answer = await put(path, change);
      since = happened(answer) + (saved ? ` The snapshot ${saved.name} has the records of before; it took ${took(saved.took)}.` : '');
      return answer;
    },
    said: () => `The clock is ${change.mode ? 'real again' : 'moved'}: ${words}.${since}`,
    undo: () => back(),
  };
}

/** Takes a snapshot of the records before a move, and deletes older ones of its kind. @param {string} code */
async function snapshot(code) {
  const all = await get(ofAccount(code, 'snapshots'));
  const old = all.snapshots.filter((/** @type {any} */ s) => s.name.startsWith(prefix)).sort((/** @type {any} */ a, /** @type {any} */ b) => a.name.localeCompare(b.name));
  for (const s of old.slice(0, Math.max(0, old.length - keptSnapshots + 1))) await del(ofAccount(code, 'snapshots', s.name));
  const name = prefix + new Date().toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  const began = performance.now();
  await put(ofAccount(code, 'snapshots', name), {});
  return { name, took: performance.now() - began };
}

/**
 * Returns what gives a clock back: a running one goes on as if nobody had moved it.
 * @param {string} code
 * @param {import('../api').Clock} before
 */
function restoring(code, before) {
  const path = ofAccount(code, 'clock');
  const read = Date.now();
  return async () => {
    if (before.mode === 'frozen') return put(path, { now: before.now, freeze: true });
    // A frozen clock stays frozen when it is moved, so that it is made real first.
    await put(path, { mode: 'real' });
    if (before.mode === 'real') return account.value?.clock;
    return put(path, { now: new Date(Date.parse(before.now) + Date.now() - read).toISOString() });
  };
}

/** Returns the command for a shell. @param {string} code @param {Change} change */
function command(code, { mode, now, advance, freeze }) {
  const words = ['commerce-sandbox clock', `--account ${code}`];
  if (mode === 'real') words.push('--real');
  if (now) words.push(`--to '${now}'`);
  if (advance) words.push(`--advance ${advance}`);
  if (freeze) words.push('--freeze');
  return words.join(' ');
}
