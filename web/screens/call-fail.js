import { html, useEffect } from '../vendor/preact.js';
import { put, del } from '../app/api.js';
import { act } from '../app/actions.js';
import { catalog, needCatalog } from '../app/library.js';
import { ofAccount } from '../app/paths.js';
import { connection } from '../app/stream.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';

/**
 * MakeFail makes the next call of an operation fail with one of the codes that
 * the operation documents.
 * @param {{code: string, operation: string, small?: boolean, tabindex?: number}} props
 */
export function MakeFail({ code, operation, small, tabindex }) {
  const label = small ? html`<${Icon} name="scenarios" />` : 'Make this fail next time';
  return html`<${Popover} class=${small ? 'icon small plain' : 'bent'} label=${label} name=${small ? `Make ${operation} fail next time` : undefined} tabindex=${tabindex} opened=${(/** @type {boolean} */ open) => open && needCatalog()}>
    ${(/** @type {() => void} */ close) => html`<${Codes} code=${code} operation=${operation} close=${close} />`}
  <//>`;
}

/** @param {{code: string, operation: string, close: () => void}} props */
function Codes({ code, operation, close }) {
  useEffect(needCatalog, []);
  const found = catalog.value?.operations.find((o) => o.id === operation);
  const outcomes = (found?.outcomes ?? []).filter((o) => o.code && o.scenario);
  const lost = connection.value.state === 'lost';
  const fail = (/** @type {import('../api').Outcome} */ outcome) => {
    const path = ofAccount(code, 'scenarios', /** @type {string} */ (outcome.scenario));
    close();
    return act({ does: () => put(path, { times: 1 }), said: `${outcome.code} fails the next call of ${operation}.`, undo: () => del(path) });
  };
  return html`<div class="stack call-codes">
    <p class="note">The next call of <code>${operation}</code> is answered with</p>
    <ul>${outcomes.map((o) => html`<li key=${o.code}><button type="button" class="plain" aria-disabled=${lost ? 'true' : undefined} title=${o.condition} onClick=${() => !lost && fail(o)}><span class="mono soft">${o.status}</span> ${o.code}</button></li>`)}</ul>
  </div>`;
}
