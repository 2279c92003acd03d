import { html } from '../vendor/preact.js';
import { control, get, token } from '../app/api.js';
import { useData } from '../app/data.js';
import { at, ofAccount } from '../app/paths.js';
import { Copy } from '../parts/copy.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';

/** The operations of the interface, each with how much of it calls covered. @param {{code: string}} props */
export default function Operations({ code }) {
  const catalog = useData('/catalog');
  const coverage = useData(ofAccount(code, 'coverage'), { on: ['call', 'cleared', 'reset'] });
  return html`<${Screen} title="Operations" name="operations" actions=${html`<${Document} code=${code} />`}
    lead="What the interface offers. Open one to read its rules and to send it.">
    <${Loaded} of=${catalog} rows=${16}>${(
      /** @type {import('../api').Catalog} */ c,
    ) => html`<table class="operations-list folds">
      <thead>
        <tr><th scope="col">Operation</th><th scope="col">Call</th><th scope="col">Section</th>
          <th scope="col">Documented outcomes covered</th></tr></thead>
      <tbody>${c.operations.map(
        (op) => html`<tr key=${op.id}>
        <th scope="row"><a href=${at(code, 'operations', op.id)}>${op.id}</a><p class="note">${op.summary}</p></th>
        <td><code>${callOf(op)}</code></td><td data-label="Section">${op.section}</td>
        <td data-label="Covered">${covered(op.id, coverage.data)}</td></tr>`,
      )}</tbody>
    </table>`}<//>
  <//>`;
}

/**
 * Document is every REST operation as Postman, Bruno and Insomnia import it. A link cannot
 * send a token, so then the document is copied.
 * @param {{code: string}} props
 */
function Document({ code }) {
  const label = 'OpenAPI document for Postman, Bruno and Insomnia';
  const copied = async () => JSON.stringify(await get('/openapi.json', { account: code }));
  return token.value
    ? html`<${Copy} text=${copied} label="Copy the document" what="Document copied">${label}<//>`
    : html`<a href=${`${control}/openapi.json?account=${encodeURIComponent(code)}`}
      download=${`${code}.openapi.json`}>${label}</a>`;
}

/** Returns what is called. @param {import('../api').Operation} op */
export function callOf(op) {
  return op.protocol === 'soap' ? `SOAP ${op.action}` : `${op.method} ${op.path}`;
}

/** @param {string} id @param {import('../api').CoverageReport | undefined} report */
function covered(id, report) {
  const outcomes = (report?.outcomes ?? []).filter((o) => o.operation === id && o.documented);
  return outcomes.length ? `${outcomes.filter((o) => o.count > 0).length} of ${outcomes.length}` : '';
}
