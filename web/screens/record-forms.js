import { html } from '../vendor/preact.js';
import { download } from '../app/download.js';
import { ofAccount } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { Copy } from '../parts/copy.js';
import { Section } from '../parts/screen.js';

/**
 * Forms are the uploaded order forms: the file to save, its size and its hash.
 * @param {{code: string, order: import('../api').OrderRecord}} props
 */
export function Forms({ code, order }) {
  const forms = order.sandbox.purchase_order?.forms ?? [];
  if (forms.length === 0) return null;
  return html`<${Section} title="Order forms"><ul class="stack">${forms.map((form, i) => {
    const path = ofAccount(code, 'orders', order.RefNo, 'forms', String(i + 1));
    return html`<li key=${i}>
    <p><strong dir="auto">${form.file_name}</strong> <span class="soft">
      ${form.size} bytes, uploaded ${form.uploaded_at}</span></p>
      ${
        form.sha256 &&
        html`<p class="row">
        <span class="soft">SHA-256</span> <code class="mono">${form.sha256}</code>
        <${Copy} text=${form.sha256} label="Copy the hash" /></p>`
      }
      <${Action} label="Save" name=${`Save ${form.file_name}`} method="GET" path=${path}
        does=${() => download(path, form.file_name)} said="Saved." /></li>`;
  })}</ul><//>`;
}
