import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { download } from '../app/download.js';
import { count, fullTime, number, quoted, took } from '../app/format.js';
import { at, segment, ui } from '../app/paths.js';
import { go } from '../app/router.js';
import { Action } from '../parts/action.js';
import { Result, ResultBanner } from '../parts/result.js';
import { Screen, Section } from '../parts/screen.js';
import { OperationName, Status, Time } from '../parts/signs.js';
import { Loaded } from '../parts/states.js';

/** @typedef {import('../api').Run} Sum */
/** @typedef {import('../api').RunAccount} Test */

const formats = [
  ['junit', 'run.xml', 'JUnit XML'],
  ['markdown', 'run.md', 'Markdown'],
  ['json', 'run.json', 'JSON'],
];

/**
 * Run sums up the tests of a run: what each called, its verdict, and what all of them covered.
 * @param {{code: string, run: string}} props
 */
export default function Run({ code, run }) {
  const path = `/runs/${segment(run)}`;
  const found = useData(path, { on: ['account', 'call', 'cleared', 'reset'], all: true });
  const actions = html`${formats.map(
    ([id, file, label]) => html`<${Action} key=${id} kind="small" label=${label} name=${`Save as ${label}`} method="GET"
      path=${`${path}?format=${id}`}
      cli=${`commerce-sandbox verdict --run ${quoted(run)} --format ${id}`}
      does=${() => download(`${path}?format=${id}`, `${run}.${file}`)} said="Saved." />`,
  )}
    <${Action} kind="small" danger label="Delete" name=${`Delete the run ${run} with its accounts`} method="DELETE"
      path=${path} cli=${`commerce-sandbox runs delete ${quoted(run)}`} said="The run is deleted with its accounts."
      done=${() => go(ui('runs'))} />`;
  return html`<${Screen} name="run" title=${run} heading=${html`Run <span class="mono">${run}</span>`}
    actions=${actions} lead=${html`<a href=${ui('runs')}>All runs</a>`}>
    <${Loaded} of=${found} rows=${8}>${(/** @type {Sum} */ sum) => html`
      <${Headline} sum=${sum} />
      <${Before} sum=${sum} />
      <${Section} title="Tests">
        <div class="scroll" role="region" aria-label="Tests of the run" tabindex="0"><table class="runs-table folds">
        <thead>
          <tr><th scope="col">Test</th><th scope="col">Account</th><th scope="col">Verdict</th>
            <th scope="col" class="end">Calls</th><th scope="col" class="end">Refused</th>
            <th scope="col">Opened</th></tr></thead>
        <tbody>
          ${[...sum.accounts]
            .sort((a, b) => Number(a.verdict.passed) - Number(b.verdict.passed))
            .map(
              (test) => html`<${Row}
            key=${test.vendor_code + test.opened} test=${test} />`,
            )}
          </tbody>
      </table></div>
      ${
        sum.dropped > 0 &&
        html`<p class="note">
        ${count(sum.dropped, 'deleted account')} found no room; only the coverage has their calls.</p>`
      }<//>
      <${Covered} code=${code} sum=${sum} />`}<//>
  <//>`;
}

/** @param {{sum: Sum}} props */
function Headline({ sum }) {
  const { covered, outcomes } = sum.coverage.documented;
  return html`<${ResultBanner} result=${sum.result}>
    <p>${sum.failed > 0 && `${number(sum.failed)} of `}${count(sum.accounts.length, 'test')}${
      sum.failed > 0 && ' failed'
    }; ${count(sum.calls, 'call')}, ${number(sum.refused)} refused; ${`${number(covered)} of ${number(outcomes)}`}
      ${' '}documented outcomes covered; ${sum.calls > 0 && `it took ${took(sum.duration * 1000)}, and `}began
      at ${fullTime(sum.opened)}.</p><//>`;
}

/** Before is what is new since the run before. @param {{sum: Sum}} props */
function Before({ sum: { before } }) {
  if (!before) return null;
  const { refusals, newly_missing: missing } = before;
  return html`<${Section} title=${html`New since <a href=${ui('runs', before.run)}>${before.run}</a>`}>
    ${refusals.length + missing.length === 0 && html`<p>No new refusal, and no outcome less.</p>`}
    ${
      refusals.length > 0 &&
      html`<h3>Refusals</h3><ul class="stack">${refusals.map(
        (r) => html`<li key=${r.vendor_code + r.ids[0]}>${r.label || r.vendor_code}: <${Refused} of=${r} /></li>`,
      )}</ul>`
    }
    ${
      missing.length > 0 &&
      html`<h3>Outcomes no longer covered</h3><ul class="stack">${missing.map(
        (o) => html`<li key=${o.operation + o.status + o.code}>${o.operation}: ${o.status} ${o.code}</li>`,
      )}</ul>`
    }
  <//>`;
}

/** Refused is how calls were refused, with the first of them. @param {{of: import('../api').Refusal}} props */
function Refused({ of }) {
  return html`<${Status} status=${of.status} code=${of.code} cause=${of.cause} /> ${of.operation} ${
    of.why && html`<span class="soft">${of.why}</span>`
  } <a href=${ui('c', of.ids[0])}>${of.ids[0]}</a>${of.calls > 1 && ` and ${count(of.calls - 1, 'more call')}`}`;
}

/** Row is one test: its account, and why its verdict fails. @param {{test: Test}} props */
function Row({ test }) {
  const { verdict } = test;
  return html`<tr><th scope="row">${test.label || html`<span class="soft">without a label</span>`}</th>
    <td>${
      test.deleted
        ? html`<span class="mono soft" title="deleted">${test.vendor_code}, deleted</span>`
        : html`<a class="mono" href=${at(test.vendor_code, 'calls')}>${test.vendor_code}</a> ${' '}
          <a href=${at(test.vendor_code, 'drawn')} aria-label=${`draw the calls of ${test.vendor_code}`}>draw</a>`
    }</td>
    <td><${Result} result=${verdict.result} />
      ${
        verdict.failures.length > 0 &&
        html`<ul class="run-failures">
        ${verdict.failures.map((text) => html`<li key=${text}>${text}</li>`)}
        ${verdict.more ? html`<li class="soft">${count(verdict.more, 'further failure')}</li>` : null}</ul>`
      }
      ${verdict.later ? html`<p class="note">${count(verdict.later, 'call')} came after the verdict.</p>` : null}</td>
    <td class="end" data-label="Calls">${number(test.calls)}</td>
    <td class="end" data-label="Refused">${number(test.refused)}${test.refusals.map(
      (r) => html` <a key=${r.ids[0]} href=${ui('c', r.ids[0])}>${r.status} ${r.code}</a>`,
    )}</td>
    <td><${Time} iso=${test.opened} /></td></tr>`;
}

/** Covered is what the calls of all tests met. @param {{code: string, sum: Sum}} props */
function Covered({ code, sum }) {
  const { coverage } = sum;
  const met = coverage.outcomes.filter((o) => o.count > 0);
  const operations = [...new Set(met.map((o) => o.operation))];
  const { covered, outcomes } = coverage.documented;
  return html`<${Section} title=${`Covered: ${number(covered)} of ${number(outcomes)} documented outcomes`}>
    <dl class="facts">${operations.map(
      (id) =>
        html`<dt key=${id}><${OperationName} code=${code} id=${id} /></dt><dd>${met
          .filter((o) => o.operation === id)
          .map((o) => `${`${o.status} ${o.code || ''}`.trim()} ×${number(o.count)}`)
          .join(' · ')}</dd>`,
    )}</dl>
  <//>`;
}
