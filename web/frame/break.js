import { html, signal, useEffect, useId, useState } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { useKeys } from '../app/keys.js';
import { catalog, library, needCatalog, needLibrary } from '../app/library.js';
import { ofAccount } from '../app/paths.js';
import { activate, commandsOf, lasting, limitsOf } from '../app/scenarios.js';
import { active, code } from '../app/store.js';
import { Commands } from '../parts/action.js';
import { Does } from '../parts/does.js';
import { Icon } from '../parts/icon.js';
import { Lasting } from '../parts/lasting.js';
import { Popover } from '../parts/popover.js';
import { codesOf, likely, matching } from './likely.js';

/** Whether the box is open. */
export const breaking = signal(false);

const sampled = 20; // calls whose operations say what is likely

/** Break makes the next calls fail: a button of the header and the key b. */
export function Break() {
  const [lately, setLately] = useState(/** @type {string[]} */ ([]));
  useKeys({ b: () => (breaking.value = true) }, { b: 'Break something' });
  const opened = async (/** @type {boolean} */ open) => {
    if (!open) return;
    needLibrary();
    needCatalog();
    const answer = await get(ofAccount(code.value, 'requests'), { view: 'line', limit: sampled }).catch(() => undefined);
    setLately(answer?.requests.map((/** @type {any} */ r) => r.operation).filter(Boolean) ?? []);
  };
  const label = html`<${Icon} name="bent" /><span class="break-word">Break something</span>`;
  return html`<${Popover} class="bent break" box="break-box" name="Break something" label=${label} wanted=${breaking} opened=${opened}>
    ${(/** @type {() => void} */ close) => html`<${Box} close=${close} lately=${lately} />`}
  <//>`;
}

/** Box is the field with the rows that it finds. @param {{close: () => void, lately: string[]}} props */
function Box({ close, lately }) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const all = library.value ?? [];
  const { rows, more } = text.trim() ? matching(all, text) : { rows: likely(all, codesOf(catalog.value, lately)), more: 0 };
  useEffect(() => setChosen(0), [text]);
  useEffect(() => document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' }), [chosen]);
  const take = (/** @type {number} */ i) => {
    if (!rows[i]) return;
    close();
    activate(rows[i], limitsOf(lasting.value));
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((chosen + step + rows.length) % Math.max(1, rows.length));
    } else if (event.key === 'Enter') take(chosen);
  };
  const now = rows[Math.min(chosen, rows.length - 1)];
  return html`<div class="stack">
    <input type="text" role="combobox" aria-label="What should happen to the next calls" placeholder="A code, slow, outage…" autocomplete="off" spellcheck=${false}
      aria-expanded="true" aria-controls=${id} aria-activedescendant=${rows.length ? `${id}-${chosen}` : undefined} value=${text}
      onInput=${(/** @type {any} */ e) => setText(e.target.value)} onKeyDown=${key} />
    <ul id=${id} role="listbox" aria-label="Scenarios" class="break-rows" onMouseDown=${(/** @type {Event} */ e) => e.preventDefault()}>
      ${rows.map((s, i) => html`<li key=${s.name} id=${`${id}-${i}`} role="option" aria-selected=${i === chosen ? 'true' : 'false'} title=${s.summary}
        onMouseMove=${() => setChosen(i)} onClick=${() => take(i)}>
        <span class="cut mono">${s.name}</span><${Does} effects=${s.effects} active=${active.value.some((a) => a.name === s.name)} /></li>`)}
    </ul>
    ${rows.length === 0 && library.value && html`<p class="note" role="status">No scenario has “${text}” in its name, its summary or its code.</p>`}
    ${more > 0 && html`<p class="note">${more} more: type on.</p>`}
    <div class="break-foot">
      <${Lasting} />
      ${now && html`<${Commands} key=${now.name + JSON.stringify(limitsOf(lasting.value))} about=${now.name} curl=${() => commandsOf(now.name, limitsOf(lasting.value)).curl} cli=${commandsOf(now.name, limitsOf(lasting.value)).cli} look="small" />`}
    </div>
  </div>`;
}
