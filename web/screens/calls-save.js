import { html } from '../vendor/preact.js';
import { download } from '../app/download.js';
import { count, quoted } from '../app/format.js';
import { ofAccount, queryText } from '../app/paths.js';
import { Action } from '../parts/action.js';

/**
 * SaveCalls saves the account with its calls as a bundle, or the calls that the
 * filter selects as an HTTP Archive.
 * @param {{code: string, q: string, total: number, without: boolean}} props
 */
export default function SaveCalls({ code, q, total, without }) {
  const of = without ? 'none' : code;
  const har = ofAccount(of, 'requests') + queryText({ q, format: 'har' });
  const bundle = ofAccount(code, 'bundle');
  const harCommand = `commerce-sandbox requests --account ${of} ${q ? `-q ${quoted(q)} ` : ''}--har ${of}.har`;
  const said = (/** @type {string} */ name) => `The browser saves ${name}.`;
  return html`<div class="commands">
    ${
      !without &&
      html`<div class="stack">
      <p>The account with its calls, as one file. Another sandbox opens it as it is now. The secret is not in it.</p>
      <${Action} label="Save bundle" method="GET" path=${bundle}
        cli=${`commerce-sandbox bundle save ${code}.bundle.zip --account ${code}`}
        does=${() => download(bundle, `${code}.bundle.zip`)} said=${said} />
    </div>`
    }
    <div class="stack">
      <p>${count(total, 'call')}
        ${q ? html` with <code>${q}</code>` : ''} as an HTTP Archive, for browsers and HTTP clients.</p>
      <${Action} label="Save as HAR" method="GET" path=${har} cli=${harCommand}
        does=${() => download(har, `${of}.har`)} said=${said} />
    </div>
  </div>`;
}
