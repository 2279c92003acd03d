import { html, useEffect, useId, useRef, useState } from '../vendor/preact.js';
import { useKeys } from '../app/keys.js';
import { load } from '../app/load.js';
import { go } from '../app/router.js';
import { code } from '../app/store.js';
import { Icon } from '../parts/icon.js';

const pause = 200; // ms without a key until the sandbox is asked

/**
 * Returns how many calls and records contain a text, empty until it is known.
 * @param {typeof import('./finds.js') | null} find
 * @param {string} text
 */
function useCounts(find, text) {
  const [known, setKnown] = useState(
    /** @type {{text: string, counts: import('./finds.js').Counts}} */ ({ text: '', counts: {} }),
  );
  useEffect(() => {
    if (!find || text.length < 2) return;
    let old = false;
    const timer = setTimeout(async () => {
      const counts = await find.countFinds(text, code.value);
      if (!old) setKnown({ text, counts });
    }, pause);
    return () => {
      old = true;
      clearTimeout(timer);
    };
  }, [find, text]);
  return known.text === text ? known.counts : {};
}

/**
 * Search goes to what the text names: a call, records, a scenario, an operation, a page of the guide; or it
 * does what the text says.
 */
export function Search() {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  useKeys({ '/': () => input.current?.focus() }, { '/': 'Search' });
  const [find, setFind] = useState(/** @type {typeof import('./finds.js') | null} */ (null));
  const asked = text.trim();
  const counts = useCounts(find, asked);
  const found = open && find && asked ? find.finds(asked, code.value, counts) : [];
  const focused = () => {
    setOpen(true);
    load(import.meta.resolve('./finds.js')).then(
      (module) => {
        module.prepare();
        setFind(module);
      },
      () => {},
    ); // the next focus tries again
  };
  useEffect(() => setChosen(0), [text]);
  const take = (/** @type {number} */ i) => {
    if (!found[i]) return;
    setOpen(false);
    setText('');
    input.current?.blur();
    const { act, href } = found[i];
    if (href) go(href);
    else act?.();
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
    <input ref=${input} type="text" name="search" role="combobox"
      aria-label="Search calls, records, scenarios and the guide" placeholder="Search or command  /" autocomplete="off"
      spellcheck=${false}
      aria-expanded=${found.length > 0 ? 'true' : 'false'} aria-controls=${id}
      aria-activedescendant=${found.length ? `${id}-${chosen}` : undefined}
      value=${text} onFocus=${focused} onBlur=${() => setOpen(false)}
      onInput=${(/** @type {any} */ e) => setText(e.target.value)} onKeyDown=${key} />
    <ul id=${id} role="listbox" aria-label="Found" class="found" hidden=${found.length === 0}>
      ${found.map(
        (f, i) => html`<li key=${f.kind + f.label} id=${`${id}-${i}`} role="option"
          aria-selected=${i === chosen ? 'true' : 'false'}
        onMouseDown=${(/** @type {Event} */ e) => {
          e.preventDefault();
          take(i);
        }}><span class="note">${f.kind}</span><span class="cut">${f.label}</span></li>`,
      )}
    </ul>
  </div>`;
}
