// Moving the clock of an account, saying what that did, and moving it back.
import { act, say } from '../app/actions.js';
import { put } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { number } from '../app/format.js';
import { account } from '../app/store.js';

/** @typedef {import('../api').ClockChange} Change */
/** @typedef {import('../api').ClockPreview} Preview */

/** Returns what a move would do as one text. @param {Preview} preview */
export function sentence({ consequences, progress }) {
  const all = consequences.map((c) => `${number(c.count)} ${c.what} ${c.does}`).join(', ');
  if (!all) return 'no order leaves or enters the default search, and nothing begins or ends';
  return progress?.more ? `${all} and more that is not counted` : all;
}

/** Reports whether a move changes records. @param {Preview} preview */
export const changesRecords = ({ progress }) => Object.values(progress ?? {}).some((n) => n > 0);

/**
 * Returns what an Action needs to change the clock. What it says was counted
 * right before the change. A move that changes records has no undo.
 * @param {string} code
 * @param {Change} change
 */
export function moving(code, change) {
  const path = ofAccount(code, 'clock');
  return {
    method: 'PUT',
    path,
    body: change,
    cli: command(code, change),
    does: async () => {
      const preview = await put(path, { ...change, dry_run: true });
      const back = restoring(code, preview.clock.before);
      const answer = await put(path, change);
      const stays = change.freeze && !change.now;
      const said = `The clock is ${change.mode ? 'real again' : 'moved'}: ${sentence(preview)}.`;
      say(stays ? 'The clock is frozen.' : answer.changed ? `${said} ${answer.changed}.` : said, {
        undo: changesRecords(preview) ? undefined : () => act({ does: back, said: 'Undone.' }),
      });
      return answer;
    },
  };
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
