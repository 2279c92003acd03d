// Scenarios of an account: what one does, for how long it is activated, and the
// way back.
import { act } from './actions.js';
import { commandOf, del, put } from './api.js';
import { wallNow } from './clock.js';
import { count, countdown, quoted } from './format.js';
import { isOutside, ofAccount } from './paths.js';
import { remember } from './preferences.js';
import { active, code } from './store.js';

/** @typedef {import('../api').Scenario} Scenario */
/** @typedef {import('../api').Activation} Activation */
/** @typedef {import('../api').ActivationLimits} Limits */
/** @typedef {'off' | 'next' | 'calls' | 'period'} Lasting */

/** The ways in which an activation ends. @type {{value: Lasting, label: string}[]} */
export const ways = [
  { value: 'off', label: 'until switched off' },
  { value: 'next', label: 'next call' },
  { value: 'calls', label: 'next n calls' },
  { value: 'period', label: 'for 10 min' },
];

/** How long the next activation lasts. The browser keeps it. @type {import('./preferences.js').Kept<Lasting>} */
export const lasting = remember('lasting', /** @type {Lasting} */ ('off'));

/** For how many calls, when it lasts for some. */
export const lastingCalls = remember('lasting-calls', 3);

/** Returns the limits of a way. @param {Lasting} way @returns {Limits} */
export function limitsOf(way) {
  if (way === 'next') return { times: 1 };
  if (way === 'calls') return { times: lastingCalls.value };
  return way === 'period' ? { for: '10m' } : {};
}

/** Returns when an activation ends, '' when nothing ends it. @param {Activation} a */
export function leftOf({ remaining, until }) {
  const calls = remaining !== null && `${count(remaining, 'call')} left`;
  return [calls, until && countdown(Date.parse(until) - wallNow.value)].filter(Boolean).join(', ');
}

/** Returns the limits that an activation still has. @param {Activation} a @returns {Limits} */
export function limitsLeft(a) {
  return {
    ...(a.remaining !== null && { times: a.remaining }),
    ...(a.until && { for: `${Math.max(1, Math.round((Date.parse(a.until) - Date.now()) / 1000))}s` }),
  };
}

/**
 * Activates a scenario for the account of the page.
 * @param {Pick<Scenario, 'name'> & Partial<Scenario>} scenario
 * @param {Limits} limits
 * @param {string} [more] a sentence to say after what it does
 * @returns {Promise<Activation | undefined>}
 */
export function activate(scenario, limits, more = '') {
  const account = code.value,
    path = ofAccount(account, 'scenarios', scenario.name);
  const before = active.value.find((a) => a.name === scenario.name);
  return act({
    does: () => put(path, limits),
    said: sentence(scenario, limits) + (more && ` ${more}`),
    undo: () => (before ? put(path, limitsLeft(before)) : off(account, scenario.name)),
  });
}

/** Switches a scenario off. One of the account alone stays. @param {string} account @param {string} name */
export const off = (account, name) => del(ofAccount(account, 'scenarios', name), { query: { keep: true } });

/** Deactivates a scenario. @param {Activation} a */
export function deactivate(a) {
  const account = code.value,
    path = ofAccount(account, 'scenarios', a.name);
  return act({
    does: () => off(account, a.name),
    said: `${a.name} is off${a.baseline ? ' until the next reset' : ''}.`,
    undo: () => put(path, limitsLeft(a)),
  });
}

/**
 * Returns what an activation does, as a sentence.
 * @param {Pick<Scenario, 'name'> & Partial<Scenario>} scenario
 * @param {Limits} limits
 */
function sentence(scenario, limits) {
  const operations = scenario.operations ?? [];
  const fails = (scenario.effects ?? []).some((e) => e.act === 'fail');
  const one = limits.times === 1;
  const calls =
    limits.times === undefined ? 'every call' : one ? 'the next call' : `the next ${count(limits.times, 'call')}`;
  const single = limits.times === undefined || one;
  const which =
    scenario.group === 'codes'
      ? ` that ${single ? 'documents' : 'document'} it`
      : operations.length === 1
        ? ` of ${operations[0]}`
        : '';
  const where =
    operations.length > 1
      ? ` (${manyOf(operations)})`
      : scenario.group === 'codes' && operations.length === 1
        ? ` (${operations[0]})`
        : '';
  const until = limits.for ? ' for 10 min' : limits.times === undefined ? ' until it is switched off' : '';
  return `${scenario.name} ${fails ? 'fails' : 'affects'} ${calls}${which}${where}${until}.`;
}

/** Returns how many operations there are, and the names of calls that have none. @param {string[]} ids */
function manyOf(ids) {
  const outside = ids.filter((operation) => isOutside({ operation }));
  return [count(ids.length - outside.length, 'operation'), ...outside].join(', ');
}

/** Returns the commands that activate a scenario. @param {string} name @param {Limits} limits */
export function commandsOf(name, limits) {
  const flags = [limits.times !== undefined && `--times ${limits.times}`, limits.for && `--for ${limits.for}`].filter(
    Boolean,
  );
  return {
    curl: commandOf('PUT', ofAccount(code.value, 'scenarios', name), limits),
    cli: ['commerce-sandbox scenario on', quoted(name), '--account', quoted(code.value), ...flags].join(' '),
  };
}
