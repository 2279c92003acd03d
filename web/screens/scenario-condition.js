import { html, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { post, Refused } from '../app/api.js';
import { useData } from '../app/data.js';
import { timeOrDate } from '../app/format.js';
import { ofAccount, segment } from '../app/paths.js';
import { Choice } from '../parts/field.js';
import { heldOf } from './scenario-held.js';

const lately = 8; // calls to take a condition from

/**
 * ConditionOf takes the condition of a rule from a recorded call, as the sandbox drafts it.
 * @param {{code: string, operation: string, onTake: (when: string) => void}} props
 */
export function ConditionOf({ code, operation, onTake }) {
  const [round, setRound] = useState(0);
  const q = operation && `operation:${operation}`;
  const calls = useData(q ? ofAccount(code, 'requests') : null, {
    query: { q, view: 'line', limit: lately },
    on: ['call', 'cleared'],
  });
  const lines = /** @type {import('../api').EntryLine[]} */ (calls.data?.requests ?? []);
  if (!q) return null;
  const options = lines.map((line) => ({
    value: line.id,
    label: [line.id, line.status, line.code, timeOrDate(line.time)].filter(Boolean).join(' · '),
  }));
  const first = { value: '', label: lines.length ? 'Take it from…' : 'No call of it is kept' };
  const take = async (/** @type {string} */ id) => {
    setRound(round + 1); // the list says again what it does
    const when = id && (await act({ does: () => conditionOf(id), said: `The condition is that of ${id}.` }));
    if (when) onTake(when);
  };
  return html`<${Choice} key=${round} label="Condition of a call" value=""
    options=${[first, ...options]} onChange=${take} />`;
}

/** @param {string} id of a call */
async function conditionOf(id) {
  const held = heldOf((await post(`/requests/${segment(id)}/scenario`)).yaml);
  const when = 'rules' in held ? held.rules[0]?.when : undefined;
  if (!when)
    throw new Refused(404, {
      error: `Nothing distinguishes ${id} from other calls of its operation.`,
      hint: 'name a field of it, such as body.Name',
    });
  return when;
}
