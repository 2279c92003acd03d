import { html } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { useData } from '../app/data.js';
import { number, quoted } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Copy } from '../parts/copy.js';
import { Screen } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';
import { Switch } from '../parts/switch.js';
import { Tabs } from '../parts/tabs.js';
import { nameOf, Row } from './coverage-row.js';
import { Forget } from './coverage-reset.js';

/** @typedef {import('../api').CoverageReport} Report */
/** @typedef {import('../api').CoverageOutcome} Outcome */

/** Coverage is what the calls tried, and what they never tried. @param {{code: string}} props */
export default function Coverage({ code }) {
  const query = location.value.query;
  const everywhere = query.get('of') === 'all',
    unmet = query.get('show') === 'unmet';
  const path = everywhere ? '/coverage' : ofAccount(code, 'coverage');
  const kinds = ['call', 'reset', 'cleared'];
  const mine = useData(ofAccount(code, 'coverage'), { on: kinds });
  const all = useData('/coverage', { on: kinds, all: everywhere });
  const report = everywhere ? all : mine;
  const named = (/** @type {string} */ name, /** @type {Report | undefined} */ r) =>
    r ? `${name}, ${r.documented.percent} %` : name;
  const tabs = [
    { id: 'one', label: named(code, mine.data), href: at(code, 'coverage', { show: query.get('show') }) },
    {
      id: 'all',
      label: named('All accounts', all.data),
      href: at(code, 'coverage', { of: 'all', show: query.get('show') }),
    },
  ];
  const reload = () => {
    mine.reload();
    all.reload();
  };
  const markdown = () => get(path, { format: 'markdown' });
  const actions = html`<${Copy} text=${markdown} label="Copy as Markdown" what="Coverage copied as Markdown">Copy as
    Markdown<//><${Forget} reload=${reload} />`;
  return html`<${Screen} name="coverage" title="Coverage" actions=${actions}
    lead="Each outcome that an operation can have. A hollow one was never tried: open it to try it.">
    <${Tabs} label="Whose calls" items=${tabs} current=${everywhere ? 'all' : 'one'} />
    <${Loaded} of=${report} rows=${16}>${(/** @type {Report} */ r) => html`
      <${Totals} report=${r} code=${everywhere ? '' : code} whose=${code} />
      <div class="row">
        <${Switch} checked=${unmet} label="Only what was never tried"
          onChange=${(/** @type {boolean} */ on) => setQuery({ show: on ? 'unmet' : '' })} /><${Legend} /></div>
      <${Table} report=${r} code=${code} unmet=${unmet} />`}<//>
  <//>`;
}

/**
 * Totals is the number, and the line that holds a build to it.
 * @param {{report: Report, code: string, whose: string}} props
 */
function Totals({ report, code, whose }) {
  const { documented, all, other, outside = 0 } = report;
  const of = code && `--account ${quoted(code)} `;
  const command = `commerce-sandbox coverage ${of}--fail-under ${Math.floor(documented.percent)}`;
  return html`<div class="stack">
    <p class="coverage-number">
      <strong>${documented.percent} %</strong> <span>
        ${number(documented.covered)} of ${number(documented.outcomes)} documented outcomes</span></p>
    <div class="coverage-bar" aria-hidden="true"><i style=${{ width: `${documented.percent}%` }}></i></div>
    <p class="note">With those that the interface does not
      document: ${number(all.covered)} of ${number(all.outcomes)}, ${all.percent} %.${
        other > 0 && ` Calls that ended in none of these: ${number(other)}.`
      }${
        outside > 0 &&
        html` Calls of paths outside of the
        interface: <a href=${at(whose, 'calls', { q: 'operation:unknown-path' })}>${number(outside)}</a>.`
      }</p>
    <p class="row"><span class="note">Fails a build that covers less than now:</span><code>${command}</code>
      <${Copy} text=${command} label="Copy the command" what="Command copied" /></p>
  </div>`;
}

function Legend() {
  return html`<ul class="row note coverage-legend" aria-label="Legend">
    <li><span class="coverage-cell coverage-met" aria-hidden="true">✓</span> tried</li>
    <li><span class="coverage-cell coverage-unmet" aria-hidden="true">○</span> documented, never tried</li>
    <li><span class="coverage-cell coverage-unmet coverage-small" aria-hidden="true">○</span> not documented, never
      tried</li>
  </ul>`;
}

/** @param {{report: Report, code: string, unmet: boolean}} props */
function Table({ report, code, unmet }) {
  const open = location.value.query.get('cell');
  /** @type {Map<string, Outcome[]>} */
  const operations = new Map();
  for (const o of report.outcomes) {
    if (unmet && o.count > 0 && nameOf(o) !== open) continue; // a cell that fills stays while it is looked at
    operations.set(o.operation, [...(operations.get(o.operation) ?? []), o]);
  }
  if (operations.size === 0)
    return html`<${Empty} title="Every outcome was tried.">
      <p>Nothing is left to
      try. <button type="button" class="link" onClick=${() => setQuery({ show: '' })}>Show all</button></p><//>`;
  return html`<table class="coverage-map folds">
    <thead>
      <tr><th scope="col">Operation</th><th scope="col">Success</th><th scope="col">Documented failures</th>
        <th scope="col">Not documented</th></tr></thead>
    ${[...operations].map(
      ([id, outcomes]) => html`<${Row} key=${id} code=${code} operation=${id}
      outcomes=${outcomes} />`,
    )}
  </table>`;
}
