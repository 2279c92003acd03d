import { html } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { useData } from '../app/data.js';
import { count, number } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { go, setQuery } from '../app/router.js';
import { about } from '../app/sandbox.js';
import { send } from '../app/send.js';
import { account } from '../app/store.js';
import { Copy } from '../parts/copy.js';
import { Empty } from '../parts/states.js';

/**
 * NoCalls says why the list is empty and what fills it.
 * @param {{code: string, without: boolean, q: string, waiting: number}} props
 */
export default function NoCalls({ code, without, q, waiting }) {
  const path = ofAccount(without ? 'none' : code, 'requests');
  const all = useData(q ? path : null, { query: { limit: 1, view: 'line' } });
  const other = useData(without ? null : ofAccount('none', 'requests'), {
    query: { limit: 1, view: 'line' },
    on: ['call', 'cleared'],
  });
  if (waiting) return html`<${Empty} title="The list is paused."><p>${count(waiting, 'call')} arrived since.</p><//>`;
  if (q) {
    return html`<${Empty} title=${html`No call matches <code>${q}</code>.`}>
      <p>${
        all.data &&
        `${count(all.data.total, 'call')} ${all.data.total === 1 ? 'is' : 'are'} in the journal; ` +
          `${number(about.value?.limits.journal_entries ?? 0)} are kept.`
      }</p>
      <button type="button" onClick=${() => setQuery({ q: null })}>Clear the filter</button><//>`;
  }
  if (without)
    return html`<${Empty} title="Every call reached an account.">
      <p>A call without a vendor code, or with one that no account has, appears here.</p><//>`;
  const first = async () => {
    const id = await act({ does: () => send(code, { method: 'GET', path: '/orders/' }) });
    if (id) go(at(code, 'calls', id));
  };
  const url = account.value?.rest_url;
  return html`<${Empty} title="No calls yet.">
    ${
      other.data?.total > 0 &&
      html`<p class="banner bad">
      <span>
        ${count(other.data.total, 'call')} reached no account, for example because of a wrong vendor
        code. <a href=${at(code, 'calls', { account: 'none' })}>See why</a></span></p>`
    }
    <p>Point your client at <code>${url ?? '…'}</code>
    ${url && html` <${Copy} text=${url} label="Copy the REST base address" />`}, or send a call from here. This page
    shows it as it arrives.</p>
    <button type="button" class="primary" onClick=${first}>Send a first call</button>
  <//>`;
}
