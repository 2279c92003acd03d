import { html, useState } from '../vendor/preact.js';
import { unanswered } from '../app/api.js';
import { at } from '../app/paths.js';
import { go } from '../app/router.js';
import { about } from '../app/sandbox.js';
import { Copy } from '../parts/copy.js';
import { Screen, Section } from '../parts/screen.js';
import { Failure, Lazy } from '../parts/states.js';

const programURL = import.meta.resolve('./overview-program.js');
const stateURL = import.meta.resolve('./overview-state.js');

/** Overview says whether the sandbox is up and how to call it. @param {{code: string}} props */
export default function Overview({ code }) {
  const [headline, setHeadline] = useState(`${code} is ready.`);
  return html`<${Screen} name="overview" title="Overview"
    heading=${html`<span class="overview-headline">${headline}</span>`}>
    <div class="columns overview-columns">
      <div class="stack">
        <${Addresses} />
        <${FirstCall} code=${code} />
      </div>
      <div class="stack overview-right"><${Lazy} url=${stateURL} props=${{ code, say: setHeadline }} /></div>
    </div>
  <//>`;
}

/** Addresses are where clients call. */
function Addresses() {
  const addresses = about.value?.addresses;
  const rows = [
    ['REST base', addresses?.rest],
    ['SOAP', addresses?.soap],
    ['WSDL', addresses?.wsdl],
  ];
  return html`<${Section} title="Addresses"><dl class="facts">
    ${rows.map(
      ([label, url]) => html`<dt key=${label}>${label}</dt>
      <dd><code>${url ?? '…'}</code>${url && html`<${Copy} text=${url} label=${`Copy the ${label} address`} />`}</dd>`,
    )}
  </dl><//>`;
}

/** FirstCall sends a call, and shows how a program sends it. @param {{code: string}} props */
function FirstCall({ code }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const press = async () => {
    setBusy(true);
    const parts = await Promise.all([import('../app/actions.js'), import('../app/send.js')]).catch(() => undefined);
    const id = await parts?.[0].act({ does: () => parts[1].send(code, { method: 'GET', path: '/orders/' }) });
    setFailed(!parts);
    setBusy(false);
    if (id) go(at(code, 'calls', id));
  };
  return html`<${Section} title="Call it">
    <div class="actions">
      <button type="button" class="primary overview-first" aria-busy=${busy ? 'true' : undefined} onClick=${press}>Send
        a first call</button><span class="note">GET /orders/, signed, from this page</span></div>
    ${failed && html`<${Failure} error=${unanswered()} retry=${press} />`}
    <${Lazy} url=${programURL} props=${{ code }}><div class="overview-program"></div><//>
  <//>`;
}
