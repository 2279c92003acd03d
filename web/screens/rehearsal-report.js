import { html } from '../vendor/preact.js';
import { count, fullTime, quoted, took } from '../app/format.js';
import { Finding } from './rehearsal-finding.js';
import { Counts, Matrix } from './rehearsal-matrix.js';
import { differenceText, hasFault } from './rehearsal-words.js';

/** @typedef {import('./rehearsal-read.js').Report} Shape */

/**
 * Report shows a rehearsal: in numbers, as a matrix, and each finding.
 * @param {{report: Shape, copy?: any}} props copy is the component that copies a line
 */
export function Report({ report, copy }) {
  const { headline, answers, days, remarks, trials, findings, good } = report;
  return html`
    <section class="section" aria-label="In numbers">
      <p class="rehearsal-number"><strong>${headline}</strong></p>
      ${[answers, days].filter((line) => line && line !== headline).map((line) => html`<p key=${line}>${line}</p>`)}
      ${remarks.length > 0 && html`<ul class="stack">${remarks.map((r) => html`<li key=${r}>${r}</li>`)}</ul>`}
      <p class="note">${count(trials.length, 'trial')}:</p>
      <${Counts} trials=${trials} />
      <${Facts} report=${report} />
    </section>
    ${
      trials.some(hasFault) &&
      html`<section class="section"><h2>Calls by faults</h2>
      <p class="note">Each cell is a call that met a fault, with the worst result of that fault alone and as the second
        one of a pair. Open one for its trials.</p>
      <${Matrix} trials=${trials} spared=${good.spared} /></section>`
    }
    <section class="section"><h2>Findings</h2>
      ${
        findings.length === 0
          ? html`<p>Nothing was found that the command does not
        survive.</p>`
          : findings.map((t) => html`<${Finding} key=${t.schedule} trial=${t} report=${report} copy=${copy} />`)
      }
    </section>`;
}

/** @param {{report: Shape}} props */
function Facts({ report }) {
  const { command, begun, took_ns, good, unfinished, accepted } = report;
  return html`<dl class="facts">
    ${command.length > 0 && html`<dt>Command</dt><dd><code>${command.map(quoted).join(' ')}</code></dd>`}
    <dt>Begun</dt><dd>${fullTime(begun)}, for ${took(took_ns / 1e6)}</dd>
    <dt>Good run</dt><dd>${count(good.calls.length, 'call')} in ${took(good.duration_ns / 1e6)}</dd>
    ${
      unfinished > 0 &&
      html`<dt>Not tried</dt>
      <dd>${count(unfinished, 'schedule')}, because the time or the number of trials was over</dd>`
    }
    ${
      good.unstable.length > 0 &&
      html`<dt>Left out</dt>
      <dd>calls that only one of two good runs made: ${good.unstable.join(', ')}</dd>`
    }
    ${
      good.ignored.length > 0 &&
      html`<dt>Left out</dt>
      <dd>records that two good runs left differently: ${good.ignored.map(differenceText).join('; ')}</dd>`
    }
    ${accepted.length > 0 && html`<dt>Accepted, and gone</dt><dd>${accepted.map((a) => a.schedule).join(', ')}</dd>`}
  </dl>`;
}
