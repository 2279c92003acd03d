import { html } from '../vendor/preact.js';
import { act, copy } from '../app/actions.js';
import { get } from '../app/api.js';
import { segment } from '../app/paths.js';
import { remember } from '../app/preferences.js';
import { Popover } from '../parts/popover.js';

/** What was copied last, which comes first. */
const last = remember('copied', 'curl');

const formats = [
  { value: 'curl', label: 'curl' },
  { value: 'php', label: 'PHP' },
  { value: 'python', label: 'Python' },
  { value: 'node', label: 'Node' },
  { value: 'pytest', label: 'Test for pytest' },
  { value: 'node-test', label: 'Test for node:test' },
  { value: 'phpunit', label: 'Test for PHPUnit' },
  { value: 'junit', label: 'Test for JUnit' },
  { value: 'go', label: 'Test for Go' },
];

/** CopyAs copies a call as a program or a test. @param {{id: string}} props */
export function CopyAs({ id }) {
  const ordered = [...formats].sort((a, b) => Number(b.value === last.value) - Number(a.value === last.value));
  const copyIt = async (/** @type {{value: string, label: string}} */ { value, label }) => {
    last.value = value;
    const text = await act({ does: () => get(`/requests/${segment(id)}`, { format: value }) });
    if (text) copy(text, /php$|python|node$/.test(value) ? `${label}: copied, with the secret` : `${label}: copied`);
  };
  return html`<${Popover} class="small" label="Copy call as…">${(/** @type {() => void} */ close) =>
    html`<div class="stack">${ordered.map(
      (f) =>
        html`<button key=${f.value} type="button" onClick=${() => {
          close();
          copyIt(f);
        }}>${f.label}</button>`,
    )}</div>`}<//>`;
}
