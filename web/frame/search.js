import { html, useEffect, useId, useRef, useState } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { go } from '../app/router.js';
import { code } from '../app/store.js';
import { Icon } from '../parts/icon.js';

/** Search goes to what the text names: a call, records, a scenario, an operation, a page of the guide. */
export function Search() {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  useKeys({ '/': () => input.current?.focus() }, { '/': 'Search' });
  const [find, setFind] = useState(/** @type {{finds: typeof import('./finds.js').finds} | null} */ (null));
  const found = open && find && text.trim() ? find.finds(text.trim(), code.value) : [];
  const focused = () => {
    setOpen(true);
    import('./finds.js').then((module) => {
      module.prepare();
      setFind(module);
    }, () => {});
  };
  useEffect(() => setChosen(0), [text]);
  const take = (/** @type {number} */ i) => {
    if (!found[i]) return;
    setOpen(false);
    setText('');
    input.current?.blur();
    go(found[i].href);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setChosen((chosen + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % Math.max(1, found.length));
    } else if (event.key === 'Enter') take(chosen);
    else if (event.key === 'Escape') {
      event.preventDefault();
      setText('');
      input.current?.blur();
    }
  };
  return html`<div class="search" role="search">
    <${Icon} name="search" />
    <input ref=${input} type="text" name="search" role="combobox" aria-label="Search calls, records, scenarios and the guide" placeholder="Search  /" autocomplete="off" spellcheck=${false}
      aria-expanded=${found.length > 0 ? 'true' : 'false'} aria-controls=${id} aria-activedescendant=${found.length ? `${id}-${chosen}` : undefined}
      value=${text} onFocus=${focused} onBlur=${() => setOpen(false)} onInput=${(/** @type {any} */ e) => setText(e.target.value)} onKeyDown=${key} />
    <ul id=${id} role="listbox" aria-label="Found" class="found" hidden=${found.length === 0}>
      ${found.map((f, i) => html`<li key=${f.href} id=${`${id}-${i}`} role="option" aria-selected=${i === chosen ? 'true' : 'false'}
        onMouseDown=${(/** @type {Event} */ e) => { e.preventDefault(); take(i); }}><span class="note">${f.kind}</span><span class="cut">${f.label}</span></li>`)}
    </ul>
  </div>`;
}
