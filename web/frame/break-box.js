import { html, useEffect, useId, useRef, useState } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { catalogRead, libraryRead, needCatalog, needLibrary } from '../app/library.js';
import { ofAccount } from '../app/paths.js';
import { activate, commandsOf, lasting, limitsOf } from '../app/scenarios.js';
import { active, code } from '../app/store.js';
import { Commands } from '../parts/action.js';
import { Does } from '../parts/does.js';
import { Lasting } from '../parts/lasting.js';
import { Failure } from '../parts/states.js';
import { codesOf, likely, matching } from '../app/likely.js';

const sampled = 20; // calls whose operations say what is likely

/** BreakBox is the field with the rows that it finds. @param {{close: () => void}} props */
export default function BreakBox({ close }) {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [lately, setLately] = useState(/** @type {string[] | undefined} */ (undefined));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [scenarios, operations] = [libraryRead(), catalogRead()];
  const all = scenarios.data ?? [];
  const failed = [scenarios, operations].find((one) => one.error);
  // The rows wait for all that decides them, because a row that moves is pressed by mistake.
  const known = lately && operations.data;
  const { rows, more } = text.trim()
    ? matching(all, text)
    : { rows: known ? likely(all, codesOf(operations.data, lately)) : [], more: 0 };
  useEffect(() => {
    needLibrary();
    needCatalog();
    input.current?.focus();
    get(ofAccount(code.value, 'requests'), { view: 'line', limit: sampled }).then(
      (answer) => setLately(answer.requests.map((/** @type {any} */ r) => r.operation).filter(Boolean)),
      () => setLately([]),
    );
  }, []);
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
    <input ref=${input} type="text" name="scenario" role="combobox" aria-label="What should happen to the next calls"
      placeholder="A code, slow, outage…" autocomplete="off" spellcheck=${false}
      aria-expanded="true" aria-controls=${id} aria-activedescendant=${rows.length ? `${id}-${chosen}` : undefined}
      value=${text}
      onInput=${(/** @type {any} */ e) => setText(e.target.value)} onKeyDown=${key} />
    <ul id=${id} role="listbox" aria-label="Scenarios" class="break-rows"
      onMouseDown=${(/** @type {Event} */ e) => e.preventDefault()}>
      ${rows.map(
        (
          s,
          i,
        ) => html`<li key=${s.name} id=${`${id}-${i}`} role="option" aria-selected=${i === chosen ? 'true' : 'false'}
          title=${s.summary}
        onMouseMove=${() => setChosen(i)} onClick=${() => take(i)}>
        <span class="cut mono">${s.name}</span>
        <${Does} beside=${s.name} does=${s.does} active=${active.value.some((a) => a.name === s.name)} /></li>`,
      )}
    </ul>
    ${failed && html`<${Failure} error=${failed.error} retry=${failed.reload} />`}
    ${
      rows.length === 0 &&
      text.trim() &&
      scenarios.data &&
      html`<p class="note" role="status">No scenario has “${text}”
      in its name, its summary or its code.</p>`
    }
    ${more > 0 && html`<p class="note">${more} more: type on.</p>`}
    <div class="break-foot">
      <${Lasting} />
      ${
        now &&
        html`<${Commands} key=${now.name + JSON.stringify(limitsOf(lasting.value))} about=${now.name}
        curl=${() => commandsOf(now.name, limitsOf(lasting.value)).curl}
        cli=${commandsOf(now.name, limitsOf(lasting.value)).cli} look="small" />`
      }
    </div>
  </div>`;
}
