import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { at, ofAccount } from '../app/paths.js';
import { Empty } from '../parts/states.js';
import { LetGo } from './calls-under-way.js';

/**
 * Gone says why a call is not there, in the words of the sandbox.
 * @param {{id: string, code: string, error: import('../app/api.js').Refused}} props
 */
export function Gone({ id, code, error }) {
  const owner = /^(.*)-\d+$/.exec(id)?.[1];
  const near = useData(owner ? ofAccount(owner, 'requests') : null, { query: { limit: 1, view: 'line' } });
  const open = near.data?.under_way?.find((/** @type {import('../api').CallUnderWay} */ call) => call.id === id);
  const list = owner === 'none' ? at(code, 'calls', { account: 'none' }) : at((!near.error && owner) || code, 'calls');
  return html`<${Empty} title=${`${error.message[0].toUpperCase()}${error.message.slice(1)}.`}>
    <p>${error.hint}.</p>
    <p class="row">${open && html`<${LetGo} code=${owner} call=${open} />`}
      <a class="button" href=${list}>All calls</a>
      ${
        near.data?.total > 0 &&
        html`<a class="button" href=${at(code, 'calls', near.data.requests[0].id)}>Latest
        call</a>`
      }</p>
  <//>`;
}
