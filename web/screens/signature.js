import { html } from '../vendor/preact.js';
import { at } from '../app/paths.js';
import { location } from '../app/router.js';
import { Screen } from '../parts/screen.js';
import { Tabs } from '../parts/tabs.js';
import { Diagnose } from './signature-diagnose.js';
import { Make } from './signature-make.js';

/** The signature bench: why a signature is refused, and how one is made. @param {{code: string}} props */
export default function Signature({ code }) {
  const tab = location.value.query.get('tab') === 'make' ? 'make' : 'diagnose';
  return html`<${Screen} title="Signature bench" name="signature"
    lead="Nothing that is pasted or typed here is kept, and no call is made.">
    <${Tabs} label="What to do" current=${tab} items=${[
      { id: 'diagnose', label: 'Why is it wrong?', href: at(code, 'signature') },
      { id: 'make', label: 'Make one', href: at(code, 'signature', { tab: 'make' }) },
    ]} />
    ${
      tab === 'make'
        ? html`<${Make} code=${code} />`
        : html`<${Diagnose} key=${location.value.query.get('call') ?? ''}
      code=${code} />`
    }
  <//>`;
}
