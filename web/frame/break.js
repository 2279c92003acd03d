import { html, signal, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { del, put } from '../app/api.js';
import { library, needLibrary } from '../app/library.js';
import { useKeys } from '../app/keys.js';
import { ofAccount } from '../app/paths.js';
import { code } from '../app/store.js';
import { Popover } from '../parts/popover.js';

const opened = signal(false);
const listed = 8;
const likely = ['FORBIDDEN', 'outage', 'slow', 'throttled'];

/** Break makes the next calls fail: a box in every screen. */
export function Break() {
  useKeys({ b: () => (opened.value = true) }, { b: 'Break something' });
  return html`<${Popover} class="bent break" name="Break something" label="Break something" wanted=${opened} opened=${(/** @type {boolean} */ open) => open && needLibrary()}>
    ${(/** @type {() => void} */ close) => html`<${Box} close=${close} />`}
  <//>`;
}

/** @param {{close: () => void}} props */
function Box({ close }) {
  const [text, setText] = useState('');
  const all = library.value ?? [];
  const rows = text
    ? all.filter((s) => (s.name + ' ' + s.summary).toLowerCase().includes(text.toLowerCase()))
    : likely.flatMap((name) => all.filter((s) => s.name === name));
  const activate = (/** @type {string} */ name) => {
    const path = ofAccount(code.value, 'scenarios', name);
    close();
    return act({ does: () => put(path, {}), said: `${name} is active.`, undo: () => del(path) });
  };
  return html`<div class="stack">
    <input type="search" aria-label="Scenario or error code" placeholder="Scenario or error code" value=${text} autofocus onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
    <ul class="stack">${rows.slice(0, listed).map((s) => html`<li key=${s.name}><button type="button" class="plain" onClick=${() => activate(s.name)}>${s.name}</button></li>`)}</ul>
  </div>`;
}
