import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { library } from '../app/library.js';
import { at } from '../app/paths.js';
import { setQuery } from '../app/router.js';
import { activate, deactivate } from '../app/scenarios.js';
import { active } from '../app/store.js';
import { Switch } from '../parts/switch.js';

/**
 * Outcomes are the ways in which a call can end, which of them were covered, and
 * what provokes each.
 * @param {{op: import('../api').OperationDetail, code: string, coverage: import('../api').CoverageReport | undefined}}
 *   props
 */
export function Outcomes({ op, code, coverage }) {
  return html`<ul class="operation-outcomes">${op.outcomes.map((o) => {
    const cell = coverage?.outcomes.find(
      (c) => c.operation === op.id && c.status === o.status && (c.code ?? '') === (o.code ?? ''),
    );
    return html`<li key=${o.status + (o.code ?? '')} class=${o.documented ? '' : 'undocumented'}>
      <div>
        <strong>${o.status} ${o.code ?? 'success'}</strong> ${
          !o.documented && html`<span class="note">not documented</span>`
        }<p>${o.condition}</p></div>
      <p class="operation-covered">
        ${
          cell?.count
            ? html`<span class="ok">● covered</span> by ${count(cell.count, 'call')}
          ${cell.last && html`, last <a href=${at(code, 'calls', cell.last.id)}>${cell.last.id}</a>`}`
            : html`<span class="soft">○ not covered</span>`
        }</p>
      ${o.scenario ? html`<${Provoke} name=${o.scenario} />` : html`<span></span>`}
    </li>`;
  })}</ul>`;
}

/**
 * Provoke switches the scenario that makes a call end so, for all calls or for the one of the form.
 * @param {{name: string}} props
 */
function Provoke({ name }) {
  const scenario = library.value?.find((s) => s.name === name) ?? { name };
  const on = active.value.find((a) => a.name === name);
  return html`<div class="row">
    <${Switch} kind="bent" checked=${Boolean(on)} label=${name} disabled=${on?.baseline}
      why="It is active since the start of the sandbox."
    onChange=${(/** @type {boolean} */ now) => (now ? activate(scenario, {}) : on && deactivate(on))} />
    <button type="button" class="link" onClick=${() => setQuery({ with: name })}
      aria-label=${`Answer with ${name} in the form`}>in the form</button></div>`;
}
