import { html, useState } from '../vendor/preact.js';
import { stepped } from '../app/format.js';
import { Choice, Field } from '../parts/field.js';

/** @typedef {import('./record-editables.js').Editable} Editable */
/** @typedef {(path: (string | number)[], value: any) => void} Set */

/** Input changes one value of a record. @param {{of: Editable, draft: any, set: Set}} props */
export function Input({ of, draft, set }) {
  const { path, label, note, type, write, limits } = of;
  const [typed, setTyped] = useState(''); // a number as it is typed, such as 7.50
  const present = of.value ?? path.reduce((whole, at) => whole?.[at], draft) ?? '';
  const value = type === 'number' && typed !== '' && Number(typed) === present ? typed : present;
  const change = (/** @type {any} */ e) => {
    setTyped(e.target.value);
    set(path, write ? write(e.target.value) : read(e.target.value, type));
  };
  const step = (/** @type {KeyboardEvent} */ e) => {
    const now = stepped(value, e.key);
    if (now) set(path, now);
  };
  const input = (/** @type {any} */ a) => {
    if (type === 'area')
      return html`<textarea ...${a} ...${limits} rows="3" dir="auto" value=${value} onInput=${change}></textarea>`;
    if (type !== 'choice')
      return html`<input ...${a} ...${limits} type=${type === 'number' ? type : 'text'} autocomplete="off"
        value=${value} onInput=${change} onKeyDown=${type === 'date' ? step : undefined} />`;
    const options = [...new Set([...(of.options ?? []), value])];
    return html`<select ...${a} onChange=${change}>
      ${options.map((o) => html`<option key=${o} value=${o} selected=${o === value}>${o}</option>`)}</select>`;
  };
  return html`<div class=${type === 'area' ? 'record-wide' : ''}><${Field} label=${label} note=${note}>${input}<//>
    ${
      of.removable &&
      html`<button type="button" class="link" aria-label=${`Remove ${label}`}
      onClick=${() => set(entryOf(path), undefined)}>Remove</button>`
    }</div>`;
}

/** Reads what a person typed. @param {string} text @param {string} type */
function read(text, type) {
  if (type === 'number') return text === '' ? '' : Number(text);
  return type === 'date' && text === '' ? null : text;
}

/** Returns the path of the element of a list that a path leads into. @param {(string | number)[]} path */
function entryOf(path) {
  const n = path.findIndex((at) => typeof at === 'number');
  return n < 0 ? path : path.slice(0, n + 1);
}

/**
 * Adder adds a value to a list of the record.
 * @param {{of: import('./record-editables.js').Addable, add: (more: any) => void}} props
 */
export function Adder({ of, add }) {
  const [text, setText] = useState('');
  const fits = of.options ? of.options.includes(text) : new RegExp(`^${of.pattern}$`).test(text);
  const options = [{ value: '', label: 'Choose…' }, ...(of.options ?? []).map((o) => ({ value: o, label: o }))];
  const press = () => {
    if (!fits) return;
    add(of.write(text));
    setText('');
  };
  return html`<div class="row record-adder">
    ${
      of.options
        ? html`<${Choice} label=${of.label} value=${text} options=${options} onChange=${setText} />`
        : html`<label class="row"><span>${of.label}</span>
        <input type="text" class="record-code" value=${text} maxlength="3" autocomplete="off" spellcheck=${false}
          onInput=${(/** @type {any} */ e) => setText(e.target.value)} /></label>`
    }
    <button type="button" aria-label=${`Add ${of.name}`} aria-disabled=${fits ? undefined : 'true'}
      title=${fits ? undefined : of.options ? 'Choose one.' : `It is ${of.pattern}.`} onClick=${press}>Add</button>
  </div>`;
}
