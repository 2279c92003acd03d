import { html, useState } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { number } from '../app/format.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';

/**
 * Forget counts all outcomes from zero again, and asks, because nothing brings the counts back.
 * @param {{reload: () => void}} props
 */
export function Forget({ reload }) {
  const [report, setReport] = useState(/** @type {import('../api').CoverageReport | undefined} */ (undefined));
  const close = () => setReport(undefined);
  const open = () => get('/coverage').then(setReport, () => {});
  const calls = report?.outcomes.reduce((sum, o) => sum + o.count, 0) ?? 0;
  return html`<button type="button" onClick=${open}>Count from zero…</button>
    ${
      report &&
      html`<${Dialog} title="Count from zero?" onClose=${close}>
      <p class="measure">The counts of all accounts go, not only of this one: ${number(report.all.covered)} outcomes
        that ${number(calls)} calls covered. The calls themselves stay.</p>
      <div class="actions">
        <${Action} danger label="Count from zero" method="DELETE" path="/coverage" said="Coverage counts from zero."
          done=${() => {
            close();
            reload();
          }} /><button type="button" onClick=${close}>Keep the counts</button></div>
    <//>`
    }`;
}
