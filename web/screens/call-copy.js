import { html } from '../vendor/preact.js';
import { act, copy } from '../app/actions.js';
import { get } from '../app/api.js';
import { segment } from '../app/paths.js';
import { remember } from '../app/preferences.js';
import { Popover } from '../parts/popover.js';
import { languages } from '../parts/snippets.js';

/** What was copied last, which comes first. */
const last = remember('copied', 'curl');

const formats = [
  ...languages.map(({ value, label }) => ({ value, label, secret: value !== 'curl' })),
  { value: 'pytest', label: 'Test for pytest' },
  { value: 'node-test', label: 'Test for node:test' },
  { value: 'phpunit', label: 'Test for PHPUnit' },
  { value: 'junit', label: 'Test for JUnit' },
  { value: 'go', label: 'Test for Go' },
];

/** CopyAs copies a call as a program or a test. @param {{id: string}} props */
export function CopyAs({ id }) {
  const ordered = [...formats].sort((a, b) => Number(b.value === last.value) - Number(a.value === last.value));
  const copyIt = async (/** @type {{value: string, label: string, secret?: boolean}} */ { value, label, secret }) => {
    last.value = value;
    const text = await act({ does: () => get(`/requests/${segment(id)}`, { format: value }) });
    if (text) copy(text, secret ? `${label}: copied, with the secret` : `${label}: copied`);
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
