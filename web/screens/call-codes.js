import { html, useEffect } from '../vendor/preact.js';
import { commandOf, del, put } from '../app/api.js';
import { act } from '../app/actions.js';
import { quoted } from '../app/format.js';
import { catalogRead, needCatalog } from '../app/library.js';
import { ofAccount } from '../app/paths.js';
import { connection } from '../app/sandbox.js';
import { Commands } from '../parts/action.js';
import { Failure } from '../parts/states.js';

const once = { times: 1 };

/**
 * Codes are the codes that an operation documents, for its next call.
 * @param {{code: string, operation: string, close: () => void}} props
 */
export default function Codes({ code, operation, close }) {
  useEffect(needCatalog, []);
  const { data, error, reload } = catalogRead();
  const found = data?.operations.find((o) => o.id === operation);
  const outcomes = (found?.outcomes ?? []).filter((o) => o.code && o.scenario);
  const lost = connection.value.state === 'lost';
  const pathOf = (/** @type {import('../api').Outcome} */ outcome) =>
    ofAccount(code, 'scenarios', /** @type {string} */ (outcome.scenario));
  const fail = (/** @type {import('../api').Outcome} */ outcome) => {
    const path = pathOf(outcome);
    close();
    return act({
      does: () => put(path, once),
      said: `${outcome.code} fails the next call of ${operation}.`,
      undo: () => del(path),
    });
  };
  return html`<div class="stack call-codes">
    <p class="note">The next call of <code>${operation}</code> is answered with</p>
    ${error && html`<${Failure} error=${error} retry=${reload} />`}
    <ul>${outcomes.map(
      (o) => html`<li key=${o.code} class="call-code">
      <button type="button" class="plain" aria-disabled=${lost ? 'true' : undefined} title=${o.condition}
        onClick=${() => !lost && fail(o)}><span class="mono soft">${o.status}</span> ${o.code}</button>
      <${Commands} curl=${() => commandOf('PUT', pathOf(o), once)}
        cli=${`commerce-sandbox scenario on ${o.scenario} --account ${quoted(code)} --times 1`} about=${`${o.code}`}
        look="small" /></li>`,
    )}</ul>
  </div>`;
}
