import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { count, number, took } from '../app/format.js';
import { ui } from '../app/paths.js';
import { Result } from '../parts/result.js';
import { Screen } from '../parts/screen.js';
import { Time } from '../parts/signs.js';
import { Empty, Loaded } from '../parts/states.js';

/** Runs are the executions of test suites whose accounts belong together. */
export default function Runs() {
  const runs = useData('/runs', { on: ['account', 'call'] });
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
        : html`<div class="scroll" role="region" aria-label="Runs" tabindex="0"><table class="runs-table">
          <thead>
            <tr><th scope="col">Run</th><th scope="col">Result</th><th scope="col" class="runs-end">Tests</th>
              <th scope="col" class="runs-end">Failed</th><th scope="col" class="runs-end">Calls</th>
              <th scope="col" class="runs-end">Refused</th><th scope="col" class="runs-end">Covered</th>
              <th scope="col" class="runs-end">Took</th><th scope="col">Began</th></tr></thead>
          <tbody>${list.runs.toReversed().map(
            (r) => html`<tr key=${r.run}><th scope="row"><a href=${ui('runs', r.run)}>${r.run}</a></th>
            <td><${Result} result=${r.result} /></td><td class="runs-end">${number(r.accounts + r.deleted)}</td>
            <td class="runs-end">${number(r.failed)}</td><td class="runs-end">${number(r.calls)}</td>
            <td class="runs-end">${number(r.refused)}</td>
            <td class="runs-end">${number(r.covered.covered)} of ${number(r.covered.outcomes)}</td>
            <td class="runs-end">${r.calls > 0 && took(r.duration * 1000)}</td>
            <td><${Time} iso=${r.opened} /></td></tr>`,
          )}</tbody>
        </table></div>
        ${list.dropped > 0 && html`<p class="note">${count(list.dropped, 'older run')} found no room.</p>`}`}<//>
  <//>`;
}
