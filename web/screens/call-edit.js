import { html, useId, useState } from '../vendor/preact.js';
import { commandOf, del, put } from '../app/api.js';
import { act } from '../app/actions.js';
import { useAnswer } from '../app/answer.js';
import { ofAccount } from '../app/paths.js';
import { Commands } from '../parts/action.js';
import { Code } from '../parts/code.js';
import { Dialog } from '../parts/dialog.js';
import { Choice, TextField } from '../parts/field.js';
import { valuesOf } from '../parts/json-place.js';

/** Which calls get the other value. */
const ways = [
  { value: '1', label: 'the next call' },
  { value: '3', label: 'the next 3 calls' },
  { value: '', label: 'every call' },
];

/**
 * EditAnswer writes a scenario of the account by which a value of the answer is another one, and shows it before it
 * acts.
 * @param {{entry: import('../api').Entry, at: string, onClose: () => void}} props at is the path of the value that was
 *   chosen
 */
export function EditAnswer({ entry, at: chosen, onClose }) {
  const values = valuesOf(/** @type {string} */ (entry.response.body));
  const first = chosen || (values.keys().next().value ?? '$');
  const [path, setPath] = useState(first);
  const [value, setValue] = useState(values.get(first) ?? 'null');
  const [times, setTimes] = useState('1');
  const list = useId();
  const code = /** @type {string} */ (entry.account),
    name = `edited-${entry.operation}`;
  const yaml = scenarioOf(entry, path, value, times);
  const check = useAnswer('POST', '/scenarios/check', { yaml });
  const fault = check.fresh ? check.data?.faults?.[0]?.message : undefined;
  const at = ofAccount(code, 'scenarios', name);
  const save = async () => {
    const which = ways.find((w) => w.value === times)?.label;
    const done = await act({
      does: () => put(at, { yaml }),
      said: `${which} of ${entry.operation} ${times === '3' ? 'are' : 'is'} answered with ${path} = ${value}.`,
      undo: () => del(at),
    });
    if (done !== undefined) onClose();
  };
  const choose = (/** @type {string} */ to) => {
    setPath(to);
    if (values.has(to)) setValue(/** @type {string} */ (values.get(to)));
  };
  return html`<${Dialog} title="Next time answer" onClose=${onClose}>
    <${TextField} label="Value at" note="A JSONPath; the list has those of this answer. [*] means every element."
      class="mono" list=${list} value=${path} onInput=${choose} />
    <datalist id=${list}>${[...values.keys()].slice(0, 500).map((p) => html`<option key=${p} value=${p} />`)}</datalist>
    <${TextField} label="Becomes" note="JSON, such as 12.5, true, null, or a text in double quotes" fault=${fault}
      class="mono" value=${value} autofocus onInput=${setValue} />
    <${Choice} label="In" value=${times} options=${ways} onChange=${setTimes} />
    <${Code} text=${yaml} label="The scenario" lines=${10} />
    <div class="actions">
      <span class="action">
        <button type="button" class="primary" aria-disabled=${fault ? 'true' : undefined}
          onClick=${() => !fault && save()}>Answer so</button>
      <${Commands} curl=${() => commandOf('PUT', at, { yaml })} about="Answer so" /></span></div>
    <p class="note">It is a scenario of ${code} alone, and stands in the strip while it is active.</p>
  <//>`;
}

/**
 * Returns the scenario. Flow style keeps the value as it is written, because JSON is YAML.
 * @param {import('../api').Entry} entry
 * @param {string} path
 * @param {string} value
 * @param {string} times
 */
function scenarioOf(entry, path, value, times) {
  return `summary: ${JSON.stringify(`As ${entry.id}, but with another ${path}`)}
rules:
  - on: ${entry.operation}
    change:
      - {at: ${JSON.stringify(path)}, set: ${value.trim() || 'null'}}
${times ? `    times: ${times}\n` : ''}`;
}
