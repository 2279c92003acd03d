import { html, useId } from '../vendor/preact.js';

/**
 * Field is one input with its label, a note below it and what is wrong with it.
 * children is a function of the attributes that the input must have.
 * @param {{label: any, note?: any, fault?: string, children: (attributes: {id: string, 'aria-describedby'?: string,
 *   'aria-invalid'?: string}) => any}} props
 */
export function Field({ label, note, fault, children }) {
  const id = useId();
  const described = [note && `${id}-note`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${children({ id, 'aria-describedby': described || undefined, 'aria-invalid': fault ? 'true' : undefined })}
    ${note && html`<span class="note" id=${`${id}-note`}>${note}</span>`}
    ${fault && html`<span class="note bad" id=${`${id}-fault`}>${fault}</span>`}
  </div>`;
}

/**
 * TextField is a line of text. What is none of a field's own properties is an attribute of the input.
 * @param {{label: any, value: string, onInput: (text: string) => void, note?: any, fault?: string,
 *   [attribute: string]: any}} props
 */
export function TextField({ label, note, fault, onInput, ...attributes }) {
  return html`<${Field} label=${label} note=${note} fault=${fault}>${(/** @type {any} */ a) =>
    html`<input type="text" autocomplete="off" spellcheck=${false} ...${a} ...${attributes}
      onInput=${(/** @type {any} */ e) => onInput(e.target.value)} />`}<//>`;
}

/**
 * Choice is a set of options of which one is chosen.
 * @param {{label: string, value: string, options: {value: string, label: any}[], onChange: (value: string) => void,
 *   hidden?: boolean}} props
 */
export function Choice({ label, value, options, onChange, hidden }) {
  return html`<label class="row"><span class=${hidden ? 'offscreen' : ''}>${label}</span>
    <select value=${value} onChange=${(/** @type {any} */ e) => onChange(e.target.value)}>
      ${options.map(
        (o) => html`<option key=${o.value} value=${o.value} selected=${o.value === value}>
        ${o.label}</option>`,
      )}
    </select></label>`;
}
