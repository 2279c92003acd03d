import { html, useRef } from '../vendor/preact.js';
import { took } from '../app/format.js';
import { DiffRows } from '../parts/diff.js';
import { Sequence } from '../parts/sequence.js';
import { Output, Sign } from './rehearsal-matrix.js';
import { drawnTrial, entryID } from './rehearsal-steps.js';
import { differenceText, repeatLine, resultOf } from './rehearsal-words.js';

/**
 * @typedef {import('./rehearsal-read.js').Trial} Trial
 * @typedef {import('./rehearsal-read.js').Report} Report
 */

/**
 * Finding is a trial that the integration does not survive: in words, as a drawing, by
 * its records, and the line that repeats it.
 * @param {{trial: Trial, report: Report, copy?: any}} props copy is the component that copies a line
 */
export function Finding({ trial, report, copy }) {
  const { schedule, accepted, why, records, calls, entries, output, question, advice } = trial;
  const line = repeatLine(schedule, report);
  const whole = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const show = (/** @type {MouseEvent} */ e) => {
    const id = /** @type {Element} */ (e.target).closest('a')?.getAttribute('href')?.slice(1);
    const call = id && document.getElementById(id);
    if (!call || !whole.current) return;
    e.preventDefault();
    whole.current.open = true;
    call.focus();
  };
  return html`<article class="rehearsal-finding panel stack">
    <h3><${Sign} of=${resultOf(trial.result)} word /> ${why}</h3>
    ${accepted && html`<p class="banner ok">Accepted: ${accepted}</p>`}
    ${question && html`<p>Question ${question}. So your code ${advice}.</p>`}
    <div class="rehearsal-columns" onClick=${show}>
      ${calls.length > 0 && html`<${Sequence} ...${drawnTrial(trial)} acts="fault" />`}
      <div class="stack">
        ${
          records.length > 0 &&
          html`<h4>Records beside those of the good run</h4><ul class="stack">${records.map(
            (d, i) => html`<li key=${i}>${differenceText(d)}
          ${
            d.fields.length > 0 &&
            html`<${DiffRows} rows=${d.fields} label=${`Fields of ${d.kind} ${d.name}`}
            names=${['Good run', 'This trial']} />`
          }</li>`,
          )}</ul>`
        }
        ${
          calls.length > 0 &&
          html`<details><summary>The calls as a list</summary>
          <${Calls} calls=${calls} /></details>`
        }
        ${
          entries.length > 0 &&
          html`<details ref=${whole}><summary>What was sent and answered, masked</summary>
          ${entries.map(
            ({ request, response }, i) => html`<section key=${i} id=${entryID(trial, i)} tabindex="-1">
            <h4>${calls[i]?.name}</h4>
            <pre class="codeblock" tabindex="0">${rawText(`${request.method} ${request.uri}`, request)}</pre>
            <pre class="codeblock" tabindex="0">${rawText(response.status || 'no answer', response)}</pre></section>`,
          )}</details>`
        }
        <${Output} text=${output} />
      </div></div>
    <p class="row"><span class="note">Repeats it:</span>
      <code class="rehearsal-line">${line}</code>
      ${copy && html`<${copy} text=${line} label="Copy the command" what="Command copied" />`}</p>
  </article>`;
}

/**
 * Returns a message as it was on the wire.
 * @param {string | number} first @param {import('../api').Request | import('../api').Response} message
 */
function rawText(first, { header = [], body }) {
  const content = typeof body === 'string' ? body : body ? `${body.base64} (base64)` : '';
  return [first, ...header.map((f) => `${f.name}: ${f.value}`), '', content].join('\n').trimEnd();
}

/** @param {{calls: import('./rehearsal-read.js').Call[]}} props */
function Calls({ calls }) {
  return html`<div class="scroll" role="region" aria-label="Calls from the first fault on" tabindex="0"><table>
    <thead>
      <tr><th scope="col">After</th><th scope="col">Call</th><th scope="col">Answer</th><th scope="col">Fault</th>
        <th scope="col">Records</th></tr></thead>
    <tbody>${calls.map(
      (c, i) => html`<tr key=${i}><td>${took(c.at_ns / 1e6)}</td><th scope="row">${c.name}</th>
      <td>${c.status ? `${c.status} ${c.code}` : 'no answer'}</td>
      <td>${c.fault && html`<span class="bent">◆ ${c.fault}</span>`}</td><td>${c.wrote.join(', ')}</td></tr>`,
    )}</tbody>
  </table></div>`;
}
