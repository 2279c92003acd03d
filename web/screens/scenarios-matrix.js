import { html, useEffect } from '../vendor/preact.js';
import { catalogRead, library, needCatalog } from '../app/library.js';
import { activate, deactivate, lasting, limitsOf } from '../app/scenarios.js';
import { active } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { OperationName } from '../parts/signs.js';
import { Loaded } from '../parts/states.js';

/** Matrix has each outcome of each operation, to switch its scenario on. @param {{code: string}} props */
export function Matrix({ code }) {
  useEffect(needCatalog, []);
  return html`<p class="soft">A scenario makes calls fail, slow or different. Press an outcome to switch its scenario
    on, or open one of the list to see what it would answer.</p>
    <${Loaded} of=${catalogRead()} rows=${16}>${(/** @type {import('../api').Catalog} */ { operations }) =>
      html`<table class="scenarios-matrix">
      <thead class="offscreen"><tr><th scope="col">Operation</th><th scope="col">Outcomes</th></tr></thead>
    <tbody>${operations
      .filter((o) => o.outcomes.some(named))
      .map(
        (o) => html`<tr key=${o.id}><th scope="row"><${OperationName} code=${code} id=${o.id} /></th>
      <td><ul class="coverage-cells">
        ${o.outcomes.filter(named).map((c) => html`<li key=${c.scenario}><${Cell} outcome=${c} /></li>`)}</ul></td>
        </tr>`,
      )}</tbody></table>`}<//>`;
}

/** Reports whether a scenario makes calls end so. @param {import('../api').Outcome} outcome */
const named = ({ code, scenario }) => Boolean(code && scenario);

/** @param {{outcome: import('../api').Outcome}} props */
function Cell({ outcome: { status, code, condition, scenario: name = '' } }) {
  const a = active.value.find((one) => one.name === name);
  const press = () =>
    a ? deactivate(a) : activate(library.value?.find((s) => s.name === name) ?? { name }, limitsOf(lasting.value));
  return html`<button type="button" class=${`coverage-cell coverage-unmet ${a ? 'coverage-armed' : ''}`}
    aria-pressed=${a ? 'true' : 'false'} title=${condition}
    onClick=${press}>${a && html`<${Icon} name="bent" />`}<span>${status} ${code}</span></button>`;
}
