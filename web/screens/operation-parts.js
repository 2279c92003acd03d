// What the description of an operation says.
import { html, useState } from '../vendor/preact.js';
import { at } from '../app/paths.js';
import { Code } from '../parts/code.js';

/** @typedef {import('../api').OperationDetail} Detail */

/** @param {{op: Detail}} props */
export function Rules({ op }) {
  return html`<p class="note">The first that fails decides.</p><ol class="operation-rules">${op.rules.map(
    (r, i) => html`<li key=${i}>
    <span>${r.fails}</span> <span class="note"><code>${r.status} ${r.code}</code>, check ${r.check}</span></li>`,
  )}</ol>`;
}

/** @param {{op: Detail, code: string}} props */
export function Parameters({ op, code }) {
  if (op.parameters.length === 0) return html`<p class="soft">It has none.</p>`;
  return html`<div class="scroll" role="region" aria-label="Parameters" tabindex="0"><table class="operation-table">
    <thead>
      <tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Rule</th></tr>
      </thead>
    <tbody>${op.parameters.map(
      (p) => html`<tr key=${p.in + p.name}>
      <th scope="row"><code>${p.name}</code>${p.required && html` <span class="note">required</span>`}</th>
      <td>${p.in}</td><td>${p.type}${p.format ? `, ${p.format}` : ''}</td>
      <td>${ruleOf(p)}${p.question && html` <a href=${at(code, 'questions') + '#' + p.question}>${p.question}</a>`}</td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}

/** Returns what a value must be. @param {import('../api').Parameter} p */
export function ruleOf(p) {
  const limits =
    p.minimum !== undefined && p.maximum !== undefined
      ? `${p.minimum} to ${p.maximum}`
      : p.minimum !== undefined
        ? `at least ${p.minimum}`
        : p.maximum !== undefined
          ? `at most ${p.maximum}`
          : '';
  return [
    p.rule,
    !p.rule && limits,
    p.enum && `one of ${p.enum.join(', ')}`,
    p.max_length && `at most ${p.max_length} characters`,
    p.default && `default ${p.default}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** @param {{op: Detail, code: string}} props */
export function Questions({ op, code }) {
  if (op.questions.length === 0) return html`<p class="soft">Its description leaves nothing open.</p>`;
  return html`<ul class="operation-questions">${op.questions.map(
    (q) => html`<li key=${q.id}>
    <a href=${at(code, 'questions') + '#' + q.id}>${q.id}</a> <span>${q.question}</span> <span
      class=${q.chosen && q.chosen !== q.default ? 'bent' : 'soft'}>
      ${q.chosen ? (q.chosen === q.default ? q.chosen : `${q.chosen}, answered otherwise than usual`) : q.answer}</span>
      </li>`,
  )}</ul>`;
}

/** @param {{op: Detail}} props */
export function Exchanges({ op }) {
  return html`<div class="operation-exchanges">
    ${op.exchanges.map((e) => html`<${Exchange} key=${e.name} exchange=${e} />`)}</div>`;
}

/**
 * Exchange shows its text once it is opened, because all of them are long.
 * @param {{exchange: import('../api').Exchange}} props
 */
function Exchange({ exchange: e }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary><strong>${e.name}</strong> <span class="soft">${e.summary}</span></summary>
    ${open && html`<${Code} text=${e.text} label=${`Exchange ${e.name}`} lines=${24} />`}</details>`;
}
