import { html, useState } from '../vendor/preact.js';
import { bytes } from '../app/format.js';
import { library } from '../app/library.js';
import { Field } from '../parts/field.js';
import { fieldsOf, inJSON, made } from './operation-form.js';
import { ruleOf } from './operation-parts.js';

/** @typedef {import('../api').OperationDetail} Detail */
/** @typedef {import('./operation-form.js').Form} Form */

/** Inputs are the fields of the form. @param {{op: Detail, form: Form, onChange: (form: Form) => void}} props */
export function Inputs({ op, form, onChange }) {
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    onChange({ ...form, values: { ...form.values, [name]: value } });
  const fields = fieldsOf(op);
  const needed = fields.filter((p) => (p.required && p.name.split('.').length < 3) || op.sample?.values[p.name]),
    rest = fields.filter((p) => !needed.includes(p));
  const input = (/** @type {import('../api').Parameter} */ p) =>
    html`<${Input} key=${p.name} p=${p} soap=${op.protocol === 'soap'} value=${form.values[p.name] ?? ''}
      onInput=${(/** @type {string} */ v) => set(p.name, v)} />`;
  return html`
    ${op.examples.length > 0 && html`<${Examples} op=${op} form=${form} onChange=${onChange} />`}
    ${needed.map(input)}
    ${op.parameters.some((p) => p.name === 'File') && html`<${Upload} form=${form} onChange=${onChange} />`}
    ${
      inJSON(op) &&
      html`<${Field} label="Body" note="JSON">
      ${(/** @type {any} */ a) => html`<textarea ...${a} rows="14" spellcheck="false" value=${form.body}
        onInput=${(/** @type {any} */ e) => onChange({ ...form, body: e.target.value })}></textarea>`}<//>`
    }
    ${
      rest.length > 0 &&
      html`<details class="operation-more" open=${rest.some((p) => form.values[p.name])}>
      <summary>${rest.length} more, which it can do without</summary>
      <div class="stack">${rest.map(input)}</div></details>`
    }
    <${Arranged} op=${op} form=${form} onChange=${onChange} />`;
}

/** @param {{p: import('../api').Parameter, soap: boolean, value: string, onInput: (value: string) => void}} props */
function Input({ p, soap, value, onInput }) {
  const note = [
    ruleOf({ ...p, enum: undefined }),
    p.type.startsWith('array') && p.in === 'query' && 'several with commas',
  ]
    .filter(Boolean)
    .join('; ');
  const choices = p.enum && !p.type.startsWith('array') ? p.enum : p.type === 'boolean' ? ['true', 'false'] : undefined;
  return html`<${Field} label=${html`${p.name}${p.required && html` <span class="note">required</span>`}`} note=${note}>
    ${(/** @type {any} */ a) =>
      choices
        ? html`<select ...${a} value=${value} onChange=${(/** @type {any} */ e) => onInput(e.target.value)}>
      <option value="">${'—'}</option>
        ${[...new Set([...choices, ...(value ? [value] : [])])].map(
          (c) => html`<option key=${c} value=${c}
          selected=${c === value}>${c}</option>`,
        )}</select>`
        : html`<input ...${a} class="mono" spellcheck="false" autocomplete="off" value=${value}
        placeholder=${soap && made.includes(p.name) ? 'made when it is sent' : (p.default ?? '')}
        onInput=${(/** @type {any} */ e) => onInput(e.target.value)} />`}<//>`;
}

/**
 * Examples fill the form with a record that has a handle.
 * @param {{op: Detail, form: Form, onChange: (form: Form) => void}} props
 */
function Examples({ op, form, onChange }) {
  const choose = (/** @type {any} */ e) => {
    const found = op.examples.find((x) => x.handle === e.target.value);
    if (found) onChange({ ...form, values: { ...form.values, ...found.values } });
  };
  const present = chosenOf(op, form.values);
  return html`<${Field} label="Record">${(
    /** @type {any} */ a,
  ) => html`<select ...${a} value=${present} onChange=${choose}><option value="">${'—'}</option>
    ${op.examples.map(
      (x) => html`<option key=${x.handle} value=${x.handle} selected=${x.handle === present}>
      ${x.handle}</option>`,
    )}</select>`}<//>`;
}

/**
 * Returns the handle of the record whose ids the form has, the more of them the better.
 * @param {Detail} op
 * @param {Record<string, string>} values
 */
function chosenOf(op, values) {
  const equal = (/** @type {import('../api').Example} */ x) =>
    Object.entries(x.values).reduce(
      (n, [name, value]) => (values[name] === value ? n + 1 : values[name] ? -Infinity : n),
      0,
    );
  const best = op.examples.reduce((n, x) => Math.max(n, equal(x)), 0);
  const fit = best > 0 ? op.examples.filter((x) => equal(x) === best) : [];
  return (fit.find((x) => x.handle === op.sample?.handle) ?? fit[0])?.handle ?? '';
}

/** Upload reads a chosen file in base64. @param {{form: Form, onChange: (form: Form) => void}} props */
function Upload({ form, onChange }) {
  const [chosen, setChosen] = useState('');
  const read = async (/** @type {any} */ e) => {
    const file = /** @type {File | undefined} */ (e.target.files[0]);
    if (!file) return;
    setChosen(`${file.name}, ${bytes(file.size)}`);
    onChange({
      ...form,
      values: { ...form.values, FileName: file.name, File: base64(new Uint8Array(await file.arrayBuffer())) },
    });
  };
  const size = Math.floor(((form.values.File ?? '').replace(/=+$/, '').length * 3) / 4);
  return html`<${Field} label="File" note=${chosen || `As long as none is chosen: ${bytes(size)} of text.`}>
    ${(/** @type {any} */ a) => html`<input ...${a} type="file" onChange=${read} />`}<//>`;
}

/** @param {Uint8Array} all */
function base64(all) {
  let text = '';
  for (let i = 0; i < all.length; i += 32768) text += String.fromCharCode(...all.subarray(i, i + 32768));
  return btoa(text);
}

/**
 * Arranged says what this one call is to be answered with.
 * @param {{op: Detail, form: Form, onChange: (form: Form) => void}} props
 */
function Arranged({ op, form, onChange }) {
  const fit = (library.value ?? []).filter((s) => !s.error && s.operations.includes(op.id)).map((s) => s.name);
  const names = form.scenario && !fit.includes(form.scenario) ? [form.scenario, ...fit] : fit;
  return html`<${Field} label="Answer with" note="For this call only, by a header">${(
    /** @type {any} */ a,
  ) => html`<select ...${a} class=${form.scenario ? 'bent' : ''} value=${form.scenario}
    onChange=${(/** @type {any} */ e) => onChange({ ...form, scenario: e.target.value })}>
      <option value="">what is usual</option>
        ${names.map((n) => html`<option key=${n} value=${n} selected=${n === form.scenario}>${n}</option>`)}</select>`}
        <//>
    <label class="row">
      <input type="checkbox" checked=${form.preview}
        onChange=${(/** @type {any} */ e) => onChange({ ...form, preview: e.target.checked })} />Preview: answer, and
        store nothing</label>`;
}
