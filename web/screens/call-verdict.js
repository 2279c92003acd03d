import { html } from '../vendor/preact.js';
import { copy } from '../app/actions.js';
import { count, statusWord } from '../app/format.js';
import { about } from '../app/sandbox.js';
import { at } from '../app/paths.js';
import { Icon } from '../parts/icon.js';

/** @typedef {import('../api').Entry} Entry */

/** How something came to affect a call. @type {Record<string, string>} */
const ways = {
  account: 'active for the account',
  times: 'active for a number of calls',
  period: 'active for a while',
  baseline: 'active since the start',
  header: 'named by a header of the call',
  value: 'named by a value of the call',
  feature: 'the feature is switched',
  question: 'the question is answered otherwise',
};

/** @param {import('../api').Trigger} trigger */
export function triggered({ by }) {
  return ways[by] ?? by;
}

/** Verdict says in a sentence how the call ended, and who is at fault. @param {{entry: Entry, code: string}} props */
export function Verdict({ entry, code }) {
  const checks = entry.checks ?? [];
  const failed = checks.find((c) => !c.passed);
  if (entry.cause === 'client') {
    return html`<${Banner} kind="bad" title="Refused: your call.">${failed?.message ?? entry.why}<//>`;
  }
  if (entry.cause === 'scenario')
    return html`<${Banner} kind="bent" title=${purpose(entry)}><${OnPurpose} entry=${entry} />
      <${Notes} entry=${entry} /><//>`;
  if (entry.cause === 'sandbox') {
    return html`<${Banner} kind="warn" title="The sandbox failed.">This is a bug, not your call. ${entry.why}
      ${' '}
      <button type="button" class="small" onClick=${() => copy(report(entry), 'Report copied, without secrets')}>Copy a
        report</button><//>`;
  }
  const passed = checks.filter((c) => c.passed).length;
  return html`<${Banner} kind="ok" title=${entry.response.status ? 'Answered.' : 'No answer was sent.'}>
    ${passed === 1 ? 'The one check passed.' : passed ? `All ${passed} checks passed.` : ''}
    ${
      entry.scenario?.length
        ? html` ${entry.scenario.map(
            (name, i) => html`${i ? ', ' : ''}
      <a href=${at(code, 'scenarios', name)}>${name}</a>`,
          )} affected it.`
        : ''
    }
    <${Notes} entry=${entry} /><//>`;
}

/** @param {{entry: Entry}} props */
const Notes = ({ entry: { notes } }) =>
  notes?.length ? html`<ul>${notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul>` : null;

/** @param {{kind: string, title: string, children?: any}} props */
function Banner({ kind, title, children }) {
  return html`<div class=${`banner ${kind}`}>
    <div><span class=${`status ${kind}`}><${Icon} name=${kind} /></span> <strong>${title}</strong> ${children}</div>
    </div>`;
}

/** Returns what a scenario did to a call. @param {Entry} entry */
function purpose({ response, original }) {
  if (!response.status) return original ? 'Carried out, and cut on purpose.' : 'Cut on purpose.';
  return original && response.status < 400 ? 'Changed on purpose.' : 'Refused on purpose.';
}

/**
 * Returns the scenario that decided how a call ended, or the only one that affected it.
 * @param {Entry} entry
 */
export function deciderOf({ checks = [], triggers = [] }) {
  const failed = checks.find((c) => c.name === 'scenario' && !c.passed)?.given;
  return failed ?? (triggers.length === 1 ? triggers[0].scenario : undefined);
}

/** OnPurpose says what refused the call, and how it would have ended otherwise. @param {{entry: Entry}} props */
function OnPurpose({ entry }) {
  const triggers = entry.triggers ?? [];
  const what = triggers
    .map((t) => {
      const name = t.scenario ?? t.name;
      if (t.by === 'header') return `A header of the call names ${name}`;
      if (t.by === 'value') return `A value of the call names ${name}`;
      if (t.by === 'feature') return `The feature ${t.name} is switched${t.scenario ? ` by ${t.scenario}` : ''}`;
      if (t.by === 'question')
        return `The question ${t.name} is answered otherwise${t.scenario ? ` by ${t.scenario}` : ''}`;
      return `${name} is ${ways[t.by] ?? 'active'}`;
    })
    .join('; ');
  const { without, checks = [], not_reached: rest = [] } = entry;
  const decider = deciderOf(entry),
    many = triggers.length > 1;
  const decided = many && decider ? `; ${decider} decided it` : '';
  const apart = many ? 'without all of these' : decider ? `without ${decider}` : 'otherwise';
  let otherwise = '';
  if (without && (without.code || without.status >= 400))
    otherwise = `been refused too, with ${without.status} ${without.code || statusWord(without.status)}`;
  else if (without) {
    const passed = passing(checks.filter((c) => c.name !== 'scenario').length + rest.length);
    otherwise = `passed ${passed} and been answered with ${without.status}`;
  }
  return html`${what || entry.why}${decided}${otherwise && `; ${apart} this call would have ${otherwise}`}.`;
}

/** @param {number} checks */
function passing(checks) {
  return checks > 1 ? `all ${count(checks, 'check')}` : 'its checks';
}

/** Returns what a report of a bug needs, without credentials. @param {Entry} entry */
function report(entry) {
  const { request, response } = entry;
  return [
    `commerce-sandbox ${about.value?.version}: ${entry.id} ended with ${response.status} ${response.code ?? ''}`,
    `${request.method} ${request.uri} (${entry.operation ?? 'no operation'})`,
    entry.why ?? '',
    ...(entry.checks ?? []).map(
      (c) => `${c.passed ? 'passed' : 'failed'} ${c.name}${c.message ? ': ' + c.message : ''}`,
    ),
    typeof response.body === 'string' ? response.body.slice(0, 2000) : '',
  ].join('\n');
}
