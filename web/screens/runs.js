import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { count, number, took } from '../app/format.js';
import { ui } from '../app/paths.js';
import { Result } from '../parts/result.js';
import { Screen } from '../parts/screen.js';
import { Time } from '../parts/signs.js';
import { Empty, Loaded } from '../parts/states.js';

/** @typedef {import('../api').RunLine} Sum */

/** The figures of a run, by the heads of their columns. @type {[string, (r: Sum) => any][]} */
const figures = [
  ['Tests', (r) => number(r.accounts + r.deleted)],
  ['Failed', (r) => number(r.failed)],
  ['Calls', (r) => number(r.calls)],
  ['Refused', (r) => number(r.refused)],
  ['Covered', (r) => `${number(r.covered.covered)} of ${number(r.covered.outcomes)}`],
  ['Took', (r) => r.calls > 0 && took(r.duration * 1000)],
];

/** Runs are the executions of test suites whose accounts belong together. */
export default function Runs() {
  const runs = useData('/runs', { on: ['account', 'call'], all: true });
  return html`<${Screen} name="runs" title="Runs"
    lead=${
      'A run is the accounts of one execution of a test suite. Its result stays when they are deleted, and when ' +
      'the sandbox starts again.'
    }>
    <${Loaded} of=${runs} rows=${5}>${(/** @type {import('../api').RunList} */ list) =>
      list.runs.length === 0
        ? html`<${Empty} title="No account names a run.">
        <p>Open accounts with <code>POST /_sandbox/accounts {"run": "ci-17", "label": "test_refund"}</code>, as the
        fixtures of the <a href=${ui('guide', 'verify-and-coverage')}>guide</a> do.</p><//>`
        : html`<div class="scroll" role="region" aria-label="Runs" tabindex="0"><table class="runs-table folds">
          <thead>
            <tr><th scope="col">Run</th><th scope="col">Result</th>
              ${figures.map(([label]) => html`<th key=${label} scope="col" class="end">${label}</th>`)}
              <th scope="col">Began</th></tr></thead>
          <tbody>${list.runs.toReversed().map(
            (r) => html`<tr key=${r.run}><th scope="row"><a href=${ui('runs', r.run)}>${r.run}</a></th>
            <td><${Result} result=${r.result} /></td>
            ${figures.map(([label, of]) => html`<td key=${label} class="end" data-label=${label}>${of(r)}</td>`)}
            <td><${Time} iso=${r.opened} /></td></tr>`,
          )}</tbody>
        </table></div>
        ${list.dropped > 0 && html`<p class="note">${count(list.dropped, 'older run')} found no room.</p>`}`}<//>
  <//>`;
}
