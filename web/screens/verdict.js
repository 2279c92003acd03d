import { html } from '../vendor/preact.js';
import { download } from '../app/download.js';
import { useData } from '../app/data.js';
import { count, number, quoted } from '../app/format.js';
import { at, ofAccount, ui } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { ResultBanner } from '../parts/result.js';
import { Screen, Section } from '../parts/screen.js';
import { Cause, Chip, OperationName, Status } from '../parts/signs.js';
import { Empty, Loaded } from '../parts/states.js';

/** @typedef {import('../api').Verdict} Sum */
/** @typedef {import('../api').Refusal} Refusal */

/** What CI servers and people read. */
const formats = [
  { id: 'junit', file: 'verdict.xml', label: 'JUnit XML' },
  { id: 'text', file: 'verdict.txt', label: 'Text' },
  { id: 'json', file: 'verdict.json', label: 'JSON' },
];

/** What asks for a verdict that no run keeps. */
const look = { look: true };

/**
 * Verdict sums up what the calls of an account were refused for, and what nobody tried.
 * @param {{code: string}} props
 */
export default function Verdict({ code }) {
  const path = ofAccount(code, 'verdict');
  const verdict = useData(path, { body: look, on: ['call', 'cleared', 'reset', 'scenario', 'question'] });
  const actions = formats.map(
    (f) => html`<${Action} key=${f.id} kind="small" label=${f.label} name=${`Save as ${f.label}`}
      path=${`${path}?format=${f.id}`} body=${look}
    cli=${`commerce-sandbox verdict ${quoted(code)} --format ${f.id}`}
    does=${() => download(`${path}?format=${f.id}`, `${code}.${f.file}`, look)} said="Saved." />`,
  );
  return html`<${Screen} name="verdict" title="Verdict" actions=${actions}
    lead=${
      'What a test job would report about the calls of this account. A refusal that no scenario arranged and no ' +
      'expectation names makes it fail; a job gives its expectations to the command verdict.'
    }>
    <${Loaded} of=${verdict} rows=${10}>${(/** @type {Sum} */ v) => html`
      <${Headline} verdict=${v} />
      <${Refused} code=${code} verdict=${v} />
      <${Idle} code=${code} verdict=${v} />
      <${Uncovered} code=${code} verdict=${v} />
      <${Questions} code=${code} verdict=${v} />`}<//>
  <//>`;
}

/** @param {{verdict: Sum}} props */
function Headline({ verdict: v }) {
  const unexpected = sum(v.unasserted.filter((r) => r.fails));
  const uncertain = v.uncertain ?? [];
  const why = v.passed
    ? 'No call was refused that nobody expected.'
    : unexpected === 0 && uncertain.length > 0
      ? 'Nobody knows enough of calls that the journal has dropped.'
      : `${count(unexpected, 'call')} ${unexpected === 1 ? 'was' : 'were'} refused, and nobody expected it.`;
  return html`<${ResultBanner} result=${v.result}>
    <p>${v.calls === 0 ? 'Nothing has called yet.' : `${why} ${count(v.calls, 'call')} in all.`}</p>
    ${
      v.dropped > 0 &&
      html`<p>The journal had no room for ${count(v.dropped, 'call')} and counts only how such calls ended;
      all else is said of the others. A larger <code>--journal</code> keeps more.</p>`
    }
    ${uncertain.map((what) => html`<p key=${what}>${what}</p>`)}
  <//>`;
}

/** @param {Refusal[]} refused */
function sum(refused) {
  return refused.reduce((n, r) => n + r.calls, 0);
}

/** @param {{code: string, verdict: Sum}} props */
function Refused({ code, verdict: v }) {
  if (v.refused.length === 0)
    return html`<${Section} title="Refused calls">
      <${Empty} title="No call was refused.">
        <p>${v.calls === 0 && html`Point your client at the addresses on the <a href=${at(code)}>overview</a>.`}</p><//>
        <//>`;
  const same = (/** @type {Refusal} */ a, /** @type {Refusal} */ b) => a.ids[0] === b.ids[0];
  return html`<${Section} title=${`Refused calls (${number(sum(v.refused))})`}>
    <ul class="verdict-list">${v.refused.map(
      (r) => html`<li key=${r.ids[0]}>
      <p class="row"><${Cause} cause=${r.cause} /> <${Status} status=${r.status} code=${r.code} cause=${r.cause} />
        ${
          r.operation
            ? html`<${OperationName} code=${code} id=${r.operation} />`
            : html`<span class="soft">no
          operation</span>`
        }
        ${v.unasserted.some((u) => u.fails && same(u, r)) && html`<${Chip} kind="bad">Nobody expected it<//>`}</p>
      ${r.why && html`<p class="measure">${r.why}</p>`}
      <p class="note">${count(r.calls, 'call')}: <${Calls} ids=${r.ids} calls=${r.calls} />
        ${
          r.scenarios?.length
            ? html` · affected
          by ${r.scenarios.map(
            (name, i) => html`${i ? ', ' : ''}
          <a key=${name} href=${at(code, 'scenarios', name)}>${name}</a>`,
          )}`
            : ''
        }</p>
    </li>`,
    )}</ul>
  <//>`;
}

/** Calls are links to the first calls of a row. @param {{ids: string[], calls: number}} props */
function Calls({ ids, calls }) {
  const shown = ids.slice(0, 5);
  return html`${shown.map((id, i) => html`${i ? ', ' : ''}<a key=${id} href=${ui('c', id)}>${id}</a>`)}
    ${calls > shown.length && ` and ${number(calls - shown.length)} more`}`;
}

const longAnswer = 80; // characters; a longer answer is on the page of the questions

/** Questions are those with a changed answer first. @param {{code: string, verdict: Sum}} props */
function Questions({ code, verdict: v }) {
  if (v.questions.length === 0) return null;
  const sorted = [...v.questions].sort((a, b) => Number(a.default) - Number(b.default));
  return html`<${Section} title=${`Open questions that the answers depended on (${number(v.questions.length)})`}>
    <dl class="verdict-pairs">${sorted.map(
      (q) => html`<div key=${q.id}>
      <dt><a href=${at(code, 'questions') + '#' + q.id}>${q.id}</a></dt>
      <dd>${q.question} ${q.answer.length <= longAnswer && html`<strong>${q.answer}</strong> `}
        ${q.default ? '' : html`<${Chip} kind="bent">changed<//> `}
        <span class="note">${count(q.calls, 'call')}</span></dd></div>`,
    )}</dl>
  <//>`;
}

/** @param {{code: string, verdict: Sum}} props */
function Idle({ code, verdict: v }) {
  if (v.idle_scenarios.length === 0) return null;
  return html`<${Section} title="Scenarios that were active and affected no call">
    <ul class="verdict-list">${v.idle_scenarios.map(
      (s) => html`<li key=${s.name}><p class="row"><a href=${at(code, 'scenarios', s.name)}>${s.name}</a>
      <span class="note">${s.active ? 'still active' : 'deactivated'}
        ${s.matched > 0 ? `; a rule matched ${count(s.matched, 'call')}` : ''}</span></p></li>`,
    )}</ul>
  <//>`;
}

/** @param {{code: string, verdict: Sum}} props */
function Uncovered({ code, verdict: v }) {
  const { documented, covered, percent, missing } = v.uncovered;
  /** @type {Map<string, string[]>} */
  const codes = new Map();
  for (const o of missing) codes.set(o.operation, [...(codes.get(o.operation) ?? []), `${o.status} ${o.code}`]);
  return html`<${Section} title="Documented failures that no call covered"
    actions=${html`<a href=${at(code, 'coverage', { show: 'unmet' })}>Try them</a>`}>
    <p class="note">${number(covered)} of ${number(documented)} documented outcomes are covered, ${percent} %.</p>
    ${
      missing.length === 0
        ? html`<${Empty} title="Every documented failure was covered." />`
        : html`<dl class="verdict-pairs">${[...codes].map(
            ([operation, list]) => html`<div key=${operation}>
      <dt><a href=${at(code, 'operations', operation)}>${operation}</a></dt><dd>${list.join(' · ')}</dd></div>`,
          )}</dl>`
    }
  <//>`;
}
