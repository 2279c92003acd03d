import { html, useState } from '../vendor/preact.js';
import { act, say } from '../app/actions.js';
import { useKeys } from '../app/keys.js';
import { go } from '../app/router.js';
import { connection } from '../app/sandbox.js';
import { canRepeat, repeat } from '../app/repeat.js';

/**
 * Again sends the call again, freshly signed, and shows the new one.
 * @param {{entry: import('../api').Entry, href: (id: string) => string}} props
 */
export function Again({ entry, href }) {
  const [busy, setBusy] = useState(false);
  const why = connection.value.state === 'lost' ? 'The sandbox does not answer.' : canRepeat(entry);
  const send = async () => {
    if (busy) return;
    if (why) return say(why, { kind: 'failed' });
    setBusy(true);
    const id = await act({ does: () => repeat(entry), said: (to) => `Sent again as ${to}.` });
    setBusy(false);
    if (id) go(href(id));
  };
  useKeys({ r: send }, { r: 'Send the call again' });
  return html`<button type="button" class="small primary" aria-disabled=${why ? 'true' : undefined}
    aria-busy=${busy ? 'true' : undefined} title=${why || 'Freshly signed (r)'} onClick=${send}>Send again</button>`;
}
