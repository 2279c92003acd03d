// What a person can command in the search: "freeze clock", "+8d", "fail FORBIDDEN once".
import { library } from '../app/library.js';
import { act } from '../app/actions.js';
import { load } from '../app/load.js';
import { activate, off } from '../app/scenarios.js';

/** @typedef {import('./finds.js').Find} Find */

/**
 * Returns what a text tells to do, nothing when it is no instruction.
 * @param {string} text
 * @param {string} code
 * @returns {Find[]}
 */
export function doings(text, code) {
  const low = text.toLowerCase();
  return [...clock(low, code), ...scenario(low, code), ...back(low)];
}

/** @param {string} low @param {string} code @returns {Find[]} */
function clock(low, code) {
  const change = (/** @type {import('../api').ClockChange} */ to) => async () => {
    const { moving } = await load(import.meta.resolve('../screens/time-move.js'));
    return act(moving(code, to));
  };
  const step = /^(?:(?:advance|clock|move clock)\s+)?([+-]?)(\d+)\s*(s|m|h|d)$/.exec(low);
  if (step && (step[1] || /^\D/.test(low)))
    return [
      {
        kind: 'Do',
        label: `Move the clock by ${step[1] || '+'}${step[2]}${step[3]}`,
        act: change({ advance: `${step[1] === '-' ? '-' : ''}${step[2]}${step[3]}` }),
      },
    ];
  if (low.length > 2 && 'freeze clock'.startsWith(low))
    return [{ kind: 'Do', label: 'Freeze the clock', act: change({ freeze: true }) }];
  if (low.length > 3 && 'real time'.startsWith(low))
    return [{ kind: 'Do', label: 'Back to real time', act: change({ mode: 'real' }) }];
  return [];
}

/**
 * Reads "fail NAME", "NAME once", "NAME 3 times", "NAME off".
 * @param {string} low
 * @param {string} code
 * @returns {Find[]}
 */
function scenario(low, code) {
  const words = /^(?:(fail|break|activate)\s+)?(\S+)(?:\s+(once|off|(\d+)(?:\s+times)?))?$/.exec(low);
  if (!words || !(words[1] || words[3])) return [];
  const found = (library.value ?? []).filter(
    (s) => s.name.toLowerCase() === words[2] || (words[1] && s.name.toLowerCase().startsWith(words[2])),
  );
  const times = words[3] === 'once' ? 1 : Number(words[4]) || undefined;
  return found.slice(0, 3).map((s) =>
    words[3] === 'off'
      ? {
          kind: 'Do',
          label: `${s.name} off`,
          act: () => act({ does: () => off(code, s.name), said: `${s.name} is off.` }),
        }
      : {
          kind: 'Do',
          label: `${s.name} ${times === undefined ? 'on' : `for the next ${times === 1 ? 'call' : `${times} calls`}`}`,
          act: () => activate(s, times ? { times } : {}),
        },
  );
}

/** @param {string} low @returns {Find[]} */
function back(low) {
  if (low.length < 3 || !['all back to normal', 'back to normal', 'normal'].some((words) => words.startsWith(low)))
    return [];
  return [
    {
      kind: 'Do',
      label: 'All back to normal',
      act: () => load(import.meta.resolve('./normal.js')).then(({ normalize }) => normalize()),
    },
  ];
}
