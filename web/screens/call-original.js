import { html } from '../vendor/preact.js';
import { statusWord } from '../app/format.js';
import { DiffRows, Rest } from '../parts/diff.js';
import { Section } from '../parts/screen.js';

/** @param {import('../api').Response} r */
const statusOf = (r) => `${r.status} ${statusWord(r.status)}`;

/**
 * Original shows the answer of the operation beside that of the scenario, field by
 * field. The two in whole are among the messages.
 * @param {{entry: import('../api').Entry}} props
 */
export function Original({ entry: { original, response, altered } }) {
  if (!original) return null;
  if (!altered)
    return html`<${Section} title="What the client did not get">
      <p>The operation was carried out and answered ${statusOf(original)}. The answer is below.</p><//>`;
  const rows = [...altered.body]; // the journal keeps no headers of an original
  if (original.status !== response.status)
    rows.unshift({ path: 'status', change: 'changed', a: statusOf(original), b: statusOf(response) });
  return html`<${Section} title="What the scenario changed">
    ${
      rows.length === 0 && !altered.notes?.length
        ? html`<p>Only headers differ.</p>`
        : html`<${DiffRows} rows=${rows} label="What the scenario changed" names=${['Original', 'Client got']} />`
    }
    <${Rest} of=${altered} />
  <//>`;
}
