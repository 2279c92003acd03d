import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { at } from '../app/paths.js';
import { aligned, differing, visible } from '../parts/aligned.js';
import { Icon } from '../parts/icon.js';
import { Section } from '../parts/screen.js';
import { Signed } from '../parts/signed.js';
import { deciderOf } from './call-verdict.js';

/** @typedef {import('../api').Entry} Entry */
/** @typedef {import('../api').Check} Check */

/**
 * Checks are what the sandbox looked at, in its order: the failed one open, what it did not look at in grey.
 * @param {{entry: Entry, code: string, diagnosis?: import('../api').SignatureDiagnosis}} props
 */
export function Checks({ entry, code, diagnosis }) {
  const { checks = [], not_reached: rest = [] } = entry;
  if (checks.length + rest.length === 0) return null;
  const failed = checks.filter((c) => !c.passed),
    passed = checks.filter((c) => c.passed);
  const signature = failed.some((c) => c.name === 'credential');
  const kind = entry.cause === 'scenario' ? 'bent' : entry.cause === 'sandbox' ? 'warn' : 'bad';
  const agent = entry.request.header?.find((f) => f.name.toLowerCase() === 'user-agent')?.value;
  const given = failed.map(
    (check, i) => html`<${Failed} key=${i} check=${check} first=${i === 0} kind=${kind}
      by=${entry.cause === 'scenario' && deciderOf(entry)} code=${code} />`,
  );
  return html`<${Section} title="Checks"
    actions=${signature && html`<a href=${at(code, 'signature', { call: entry.id })}>Open in the signature bench</a>`}>
    ${
      signature && diagnosis && !diagnosis.valid
        ? html`<${Signed} diagnosis=${diagnosis} userAgent=${agent}>
      ${given}<//>`
        : given
    }
    <ol class="call-checks">
      ${passed.map(
        (check, i) => html`<li key=${i}><${Icon} name="ok" class="mark ok" />
        <span><span class="offscreen">passed: </span>${check.name}
          ${check.given && html` <code class="soft">${check.given}</code>`}
          ${check.message && html` <span class="soft">${check.message}</span>`}</span></li>`,
      )}
      ${rest.map(
        (name) => html`<li key=${name} class="soft"><span class="mark" aria-hidden="true">–</span>
        <span>${name} <span class="note">not looked at</span></span></li>`,
      )}
    </ol>
    ${
      entry.omitted
        ? html`<p class="note">
      ${count(entry.omitted, 'more check, note, change or line', 'more checks, notes, changes and lines')} found no
      room.</p>`
        : null
    }
  <//>`;
}

/**
 * Failed is a failed check with what was given and what would be right, side by side. The verdict has the
 * message of the first one.
 * @param {{check: Check, first: boolean, kind: string, by?: string | false, code: string}} props by is the scenario
 *   that decided it
 */
function Failed({ check, first, kind, by, code }) {
  const { name, field, message, given, expected } = check;
  const [was, right] = marked(given, expected);
  return html`<div class=${`call-failed panel ${kind}-edge`}>
    <p><span class=${`status ${kind}`}><${Icon} name=${kind} />
      <span><span class="offscreen">failed: </span><strong>${name}</strong></span></span>
      ${field && field !== name ? html` <span class="soft">in</span> <code>${field}</code>` : ''}</p>
    ${by && html`<p>Decided by scenario <a href=${at(code, 'scenarios', by)}>${by}</a>.</p>`}
    ${message && !first && html`<p>${message}</p>`}
    ${
      (given !== undefined || expected !== undefined) &&
      html`<div class="call-sides">
      <div><p class="note">Given</p>
        <pre tabindex="0" role="region" aria-label=${`Given: ${name}`}>
          ${given === undefined ? html`<span class="soft">nothing</span>` : was}</pre></div>
      <div><p class="note">Expected</p>
        <pre tabindex="0" role="region" aria-label=${`Expected: ${name}`}>
          ${expected === undefined ? html`<span class="soft">nothing</span>` : right}</pre></div>
    </div>`
    }
  </div>`;
}

/**
 * Returns both texts, their differing characters marked when they are alike
 * enough: what is expected may be a description.
 * @param {string | undefined} given
 * @param {string | undefined} expected
 * @returns {any[]}
 */
function marked(given = '', expected = '') {
  const compare = given.length === expected.length ? differing : aligned;
  const a = compare(given, expected).filter((run) => run.kind !== 'missing'),
    b = compare(expected, given).filter((run) => run.kind !== 'missing');
  const same = a.reduce((n, run) => n + (run.kind === 'same' ? run.text.length : 0), 0);
  const alike = given.length === expected.length || same * 2 >= Math.max(given.length, expected.length);
  if (!alike) return [visible(given), visible(expected)];
  const shown = (/** @type {typeof a} */ runs, /** @type {string} */ kind) =>
    runs.map((run, i) => (run.kind === 'same' ? visible(run.text) : html`<${kind} key=${i}>${visible(run.text)}<//>`));
  return [shown(a, 'del'), shown(b, 'ins')];
}
