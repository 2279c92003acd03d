import { html, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { get, Refused } from '../app/api.js';
import { timeOrDate } from '../app/format.js';
import { library, needLibrary } from '../app/library.js';
import { at, ofAccount } from '../app/paths.js';
import { canRepeat, repeat } from '../app/repeat.js';
import { go } from '../app/router.js';
import { Popover } from '../parts/popover.js';

/** @typedef {import('../api').Entry} Entry */
/** @typedef {import('../api').EntryLine} Line */
/** @typedef {import('../api').Scenario} Scenario */

const listed = 40; // scenarios
const lately = 6; // calls of the same operation

/** Reports whether the call can be repeated as a preview. @param {Entry} entry */
export const comparable = (entry) => !canRepeat(entry) && Boolean(entry.account);

/**
 * Returns the scenario that answers a question so and does nothing else.
 * @param {Scenario[]} scenarios @param {string} question @param {string} answer
 */
export function answering(scenarios, question, answer) {
  return scenarios.find(
    (s) =>
      s.effects.length > 0 &&
      s.effects.every((e) => e.act === 'answer-to-question' && e.question === question && e.answer === answer),
  )?.name;
}

/**
 * Reports whether a scenario can affect a call of an operation.
 * @param {Scenario} s
 * @param {string | undefined} operation
 */
const affects = (s, operation) =>
  !s.error && s.group !== 'codes' && (s.operations.length === 0 || s.operations.includes(operation ?? ''));

/**
 * Sends a call again as previews, which store nothing, and shows how the answers differ.
 * @param {Entry} entry @param {string} code
 * @param {string} scenario '' for the account as it is now, compared with the recorded answer
 */
export async function compareUnder(entry, code, scenario) {
  const preview = { 'X-Sandbox-Preview': '1' };
  // Under a scenario, both answers are of now: the data may have changed since the call.
  const ids = await act({
    does: async () => {
      const now = await repeat(entry, preview);
      return scenario ? [now, await repeat(entry, { ...preview, 'X-Sandbox-Scenario': scenario })] : [entry.id, now];
    },
  });
  if (ids) go(at(code, 'compare', ...ids));
}

/** CompareWith chooses what to compare the answer with. @param {{entry: Entry, code: string}} props */
export function CompareWith({ entry, code }) {
  const [text, setText] = useState('');
  const low = text.trim().toLowerCase();
  const found = comparable(entry)
    ? (library.value ?? []).filter(
        (s) => affects(s, entry.operation) && `${s.name} ${s.summary}`.toLowerCase().includes(low),
      )
    : [];
  const [others, setOthers] = useState(/** @type {Line[]} */ ([]));
  const opened = (/** @type {boolean} */ open) => {
    if (!open) return;
    needLibrary();
    latest(entry).then(setOthers, () => setOthers([]));
  };
  return html`<${Popover} label="Compare with…" opened=${opened}>
    ${(/** @type {() => void} */ close) => {
      const row = (/** @type {string} */ label, /** @type {() => any} */ act) =>
        html`<li key=${label}><button type="button" class="plain" onClick=${() => {
          close();
          act();
        }}>${label}</button></li>`;
      return html`<div class="stack call-codes">
        <input type="search" aria-label="Scenario or id of a call" placeholder="Scenario or id of a call" value=${text}
          autofocus onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
        <ul>${isID.test(text.trim()) && row(text.trim(), () => go(at(code, 'compare', text.trim(), entry.id)))}
          ${!low && entry.account && row(`the ${entry.operation ?? 'call'} before`, () => compareBefore(entry, code))}
          ${!low && others.map((other) => row(lineOf(other), () => go(at(code, 'compare', ...inOrder(other, entry)))))}
          ${!low && comparable(entry) && row('the account as it is now', () => compareUnder(entry, code, ''))}
          ${found.slice(0, listed).map((s) => row(s.name, () => compareUnder(entry, code, s.name)))}</ul>
        <p class="note">
          ${
            comparable(entry)
              ? 'Under a scenario or now, the call is sent again as a preview, which stores nothing.'
              : `It cannot be sent again: ${canRepeat(entry) || 'a call without an account cannot be signed'}.`
          }
        </p>
      </div>`;
    }}
  <//>`;
}

/** Returns the latest other calls of the operation of a call. @param {Entry} entry @returns {Promise<Line[]>} */
async function latest({ account, operation, id }) {
  if (!account || !operation) return [];
  const query = { q: `operation:${operation}`, limit: lately + 1, view: 'line' };
  const found = await get(ofAccount(account, 'requests'), query);
  return found.requests.filter((/** @type {Line} */ line) => line.id !== id).slice(0, lately);
}

/** @param {Line} line */
const lineOf = ({ id, status, code, time: moment }) =>
  [id, status, code, timeOrDate(moment)].filter(Boolean).join(' · ');

/** Returns the ids of two calls, the earlier one first. @param {Line} other @param {Entry} entry */
const inOrder = (other, entry) => (other.wall_time < entry.wall_time ? [other.id, entry.id] : [entry.id, other.id]);

const isID = /^[\w.-]+-\d+$/;

/** Compares a call with the one before of its operation. @param {Entry} entry @param {string} code */
async function compareBefore(entry, code) {
  const before = await act({
    does: async () => {
      const found = await get(ofAccount(/** @type {string} */ (entry.account), 'requests'), {
        q: entry.operation ? `operation:${entry.operation}` : '',
        before: entry.id,
        limit: 1,
        view: 'line',
      });
      if (found.requests.length === 0)
        throw new Refused(404, { error: `No ${entry.operation ?? 'call'} before ${entry.id} is kept.`, hint: '' });
      return found.requests[0].id;
    },
  });
  if (before) go(at(code, 'compare', before, entry.id));
}
