import { html, signal, useEffect, useId, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { get, post } from '../app/api.js';
import { Icon } from './icon.js';
import { options, withOption } from './query-terms.js';

const pause = 150; // ms of no key before the query is asked

/**
 * The fields of the kinds of lists that were asked for.
 * @type {Map<string, import('../vendor/preact.js').Signal<import('../api').QueryField[]>>}
 */
const known = new Map();

/** @param {string} kind */
function fieldsOf(kind) {
  let fields = known.get(kind);
  if (!fields) {
    const into = signal(/** @type {import('../api').QueryField[]} */ ([]));
    fields = into;
    known.set(kind, into);
    get('/query', { kind }).then(
      (answer) => {
        into.value = answer.fields;
      },
      () => known.delete(kind),
    );
  }
  return fields;
}

/**
 * QueryBox is the field for the query of a list, with completion of names and
 * values. It reports a query that can be asked, when no key was pressed for a
 * moment and at Enter; what is wrong with another one is shown below the field.
 * @param {{kind: string, value: string, onChange: (query: string) => void, facets?: import('./query-terms.js').Facets,
 *   error?: import('../app/api.js').Refused, label?: string, placeholder?: string}} props
 * kind is that of GET /_sandbox/query, such as calls or orders; error is what the list itself answered
 */
export function QueryBox({ kind, value, onChange, facets = {}, error, label = 'Filter', placeholder = 'Filter' }) {
  const id = useId();
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const waiting = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const reported = useRef(value);
  const [text, setText] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [wrong, setWrong] = useState(/** @type {import('../api').QueryCheck | undefined} */ (undefined));
  const fields = fieldsOf(kind);

  // At once, otherwise what is typed before the effect runs makes the reported value look old.
  useLayoutEffect(() => {
    if (value === reported.current) return; // what was typed since is newer
    reported.current = value;
    clearTimeout(waiting.current);
    setText(value);
    setWrong(undefined);
  }, [value]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const listed = open ? options(fields.value, facets, text, Math.min(caret, text.length)) : [];
  const report = (/** @type {string} */ query) => {
    clearTimeout(waiting.current);
    const wanted = (reported.current = query.trim());
    const check = wanted
      ? post('/query/check', { kind, q: wanted }).catch(() => ({ valid: true }))
      : Promise.resolve({ valid: true });
    check.then((/** @type {import('../api').QueryCheck} */ found) => {
      if (reported.current !== wanted) return;
      setWrong(found.valid ? undefined : found);
      if (found.valid) onChange(wanted);
    });
  };
  const type = (/** @type {string} */ now, /** @type {number} */ place) => {
    setText(now);
    setCaret(place);
    setOpen(true);
    setChosen(-1);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => report(now), pause);
  };
  const take = (/** @type {number} */ i) => {
    const done = withOption(text, listed[i]);
    type(done.text, done.caret);
    if (input.current) {
      input.current.value = done.text;
      input.current.setSelectionRange(done.caret, done.caret);
    }
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const { key: name } = event;
    if (name === 'ArrowDown' || name === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (listed.length)
        setChosen((chosen + (name === 'ArrowDown' ? 1 : chosen < 0 ? 0 : -1) + listed.length) % listed.length);
    } else if (name === 'Enter') {
      event.preventDefault();
      if (chosen >= 0 && listed[chosen]) take(chosen);
      else {
        setOpen(false);
        report(text);
      }
    } else if (name === 'Escape' && listed.length) {
      event.preventDefault();
      setOpen(false);
    }
  };
  const moved = () => setCaret(input.current?.selectionStart ?? 0);
  const fault = wrong ? { text: wrong.error, hint: wrong.hint } : error && { text: error.message, hint: error.hint };
  return html`<div class="query" role="search" aria-label=${label}>
    <${Icon} name="search" />
    <input ref=${input} type="text" role="combobox" aria-label=${label} placeholder=${placeholder} autocomplete="off"
      autocapitalize="off" spellcheck=${false} maxlength="2000"
      aria-autocomplete="list" aria-expanded=${listed.length > 0 ? 'true' : 'false'} aria-controls=${`${id}-list`}
      aria-activedescendant=${chosen >= 0 && listed[chosen] ? `${id}-${chosen}` : undefined}
      aria-invalid=${fault ? 'true' : undefined} aria-describedby=${fault && `${id}-fault`}
      value=${text} onInput=${(/** @type {any} */ e) => type(e.target.value, e.target.selectionStart)} onKeyDown=${key}
      onKeyUp=${moved}
      onClick=${() => {
        moved();
        if (!text) setOpen(true);
      }} onBlur=${() => setOpen(false)} />
    ${
      text &&
      html`<button type="button" class="icon small plain" aria-label="Clear the filter" title="Clear the filter"
        onClick=${() => {
          setText('');
          report('');
          input.current?.focus();
        }}><${Icon} name="close" /></button>`
    }
    <ul id=${`${id}-list`} role="listbox" aria-label=${`What the ${label.toLowerCase()} can have`} class="found"
      hidden=${listed.length === 0}>
      ${listed.map(
        (
          o,
          i,
        ) => html`<li key=${o.label} id=${`${id}-${i}`} role="option" aria-selected=${i === chosen ? 'true' : 'false'}
        ref=${i === chosen ? (/** @type {Element | null} */ e) => e?.scrollIntoView({ block: 'nearest' }) : undefined}
        onMouseDown=${(/** @type {Event} */ e) => {
          e.preventDefault();
          take(i);
        }}><code class="cut">${o.label}</code><span class="note cut">${o.note}</span></li>`,
      )}
    </ul>
    <p class="note bad" role="status" id=${`${id}-fault`}>
      ${fault && html`${fault.text}${fault.hint && html`<br /><span class="soft">${fault.hint}</span>`}`}</p>
  </div>`;
}
