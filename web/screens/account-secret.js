import { html, useEffect, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { get } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { Copy } from '../parts/copy.js';

const shownFor = 30_000; // ms

/**
 * Secret is the secret of an account, hidden until it is asked for, and hidden
 * again after 30 seconds or when the tab is left.
 * @param {{code: string}} props
 */
export function Secret({ code }) {
  const [secret, setSecret] = useState(/** @type {string | undefined} */ (undefined));
  useEffect(() => {
    if (secret === undefined) return;
    const hide = () => setSecret(undefined);
    const hidden = () => document.hidden && hide();
    const timer = setTimeout(hide, shownFor);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [secret]);
  const read = () => get(ofAccount(code, 'secret')).then((answer) => answer.secret);
  const show = () => act({ does: async () => setSecret(await read()) });
  return html`<code>${secret ?? '••••••••'}</code>
    <button type="button" class="small" aria-pressed=${secret === undefined ? 'false' : 'true'}
      onClick=${() => (secret === undefined ? show() : setSecret(undefined))}>${secret === undefined ? 'Show' : 'Hide'}
      <span class="offscreen"> the secret</span></button>
    <${Copy} text=${read} label="Copy the secret" what="Secret copied" />`;
}
