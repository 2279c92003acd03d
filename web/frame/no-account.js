import { html } from '../vendor/preact.js';
import { post } from '../app/api.js';
import { begin } from '../app/sandbox.js';
import { ui } from '../app/paths.js';
import { code } from '../app/store.js';
import { Action } from '../parts/action.js';
import { Screen } from '../parts/screen.js';
import { Empty } from '../parts/states.js';

/** NoAccount is shown for a vendor code without an account. */
export default function NoAccount() {
  const name = code.value;
  const body = { vendor_code: name };
  return html`<${Screen} title=${`No account ${name}`}>
    <${Empty} title=${`The sandbox has no account ${name}.`}>
      <p>It was deleted, or nobody called with this vendor code yet. The first signed call opens it, or you do.</p>
      <${Action} primary label=${`Open ${name}`} path="/accounts" body=${body} does=${() => post('/accounts', body)}
        said=${`${name} is open.`} done=${begin} />
      <p><a href=${ui('accounts')}>All accounts</a> lists those that it has.</p>
    <//>
  <//>`;
}
