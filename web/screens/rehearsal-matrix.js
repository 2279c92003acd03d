import { html, useState } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { matrixOf, resultOf, results } from './rehearsal-words.js';

/**
 * @typedef {import('./rehearsal-read.js').Trial} Trial
 * @typedef {import('./rehearsal-words.js').Cell} Cell
 */

/**
 * Sign is a result by its sign, in its colour.
 * @param {{of: import('./rehearsal-words.js').Result, word?: boolean}} props word says it too
 */
export function Sign({ of, word }) {
  return html`<span class=${`rehearsal-sign ${of.id}`} title=${of.meaning}><b aria-hidden="true">${of.sign}</b>
    <span class=${word ? '' : 'offscreen'}>${of.word}</span></span>`;
}

/**
 * Counts are the results with their numbers, which is also what the signs of the matrix mean.
 * @param {{trials: Trial[]}} props
 */
export function Counts({ trials }) {
  return html`<ul class="row rehearsal-counts" aria-label="Results of all trials">
    ${results.map(
      (r) => html`<li key=${r.id}>
      <${Sign} of=${r} word /> <strong>${trials.filter((t) => t.result === r.id).length}</strong></li>`,
    )}
  </ul>`;
}

/**
 * Matrix has a cell for each call and fault. One that is open lists its trials; one that
 * was not tried, because another stands for it, is hollow.
 * @param {{trials: Trial[], spared: string[]}} props
 */
export function Matrix({ trials, spared }) {
  const [open, setOpen] = useState('');
  const { faults, rows, hollow } = matrixOf(trials, spared);
  return html`${hollow.length > 0 && html`<p class="note row"><${Hollow} /> ${why}.</p>`}
    <div class="scroll" role="region" aria-label="Calls by faults" tabindex="0">
    <table class="rehearsal-matrix folds">
    <thead>
      <tr><th scope="col">Call</th>${faults.map((f) => html`<th key=${f} scope="col"><span>${f}</span></th>`)}</tr>
      </thead>
    ${rows.map(({ place, cells }) => {
      const shown = [...cells.values()].find((c) => c.name === open);
      return html`<tbody key=${place}>
        <tr><th scope="row">${place}</th>
          ${faults.map(
            (f) => html`<td key=${f}>
            ${cells.has(f) && html`<${Place} cell=${cells.get(f)} open=${f === shown?.fault} toggle=${setOpen} />`}
            </td>`,
          )}</tr>
        ${
          shown &&
          html`<tr class="rehearsal-open">
          <td colspan=${faults.length + 1}><${Trials} cell=${shown} /></td></tr>`
        }
      </tbody>`;
    })}
    ${hollow.map(
      (row) => html`<tbody key=${row.place}><tr><th scope="row">${row.place}</th>
        ${faults.map(
          (f) => html`<td key=${f}>${row.faults.has(f) && html`<${Hollow} fault=${f} />`}</td>`,
        )}</tr></tbody>`,
    )}
  </table></div>`;
}

/** @param {{cell: Cell, open: boolean, toggle: (name: string) => void}} props */
function Place({ cell, open, toggle }) {
  const { worst, place, fault, trials } = cell;
  return html`<button type="button" class=${`rehearsal-cell ${worst.id}`} aria-expanded=${open ? 'true' : 'false'}
    title=${`${place}, ${fault}: ${worst.word}`} onClick=${() => toggle(open ? '' : cell.name)}>
    <b aria-hidden="true">${worst.sign}</b><span class="offscreen">${place}, </span>
    <span class="rehearsal-fault">${fault}</span>
    <span class="offscreen">: ${worst.word}
      ${trials.length > 1 ? `, the worst of ${count(trials.length, 'trial')}` : ''}</span></button>`;
}

const why = 'not tried, because the first and the last call of the operation stand for it';

/** Hollow is a cell that was not tried; without a fault, its sign. @param {{fault?: string}} props */
function Hollow({ fault }) {
  return html`<span class="rehearsal-cell hollow" title=${why}><b aria-hidden="true">○</b>
    ${fault && html`<span class="rehearsal-fault">${fault}</span><span class="offscreen">: ${why}</span>`}</span>`;
}

/** Trials are those of a cell: of its fault alone, and as the second one. @param {{cell: Cell}} props */
function Trials({ cell }) {
  return html`<ul class="stack rehearsal-trials">${cell.trials.map(
    (t) => html`<li key=${t.schedule}>
    <p class="row"><${Sign} of=${resultOf(t.result)} word /><code>${t.schedule}</code></p>
    ${t.why && html`<p>${t.why}</p>`}<${Output} text=${t.output} />
  </li>`,
  )}</ul>`;
}

/** Output is what the command printed last, as text. @param {{text: string}} props */
export function Output({ text }) {
  return text
    ? html`<details><summary>Output of the command</summary><pre class="codeblock" tabindex="0">${text}</pre></details>`
    : null;
}
