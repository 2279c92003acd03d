import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { dateTime } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { about } from '../app/sandbox.js';
import { Empty } from '../parts/states.js';

/** Gone says why a call is not there, as far as the sandbox knows it. @param {{id: string, code: string, error: import('../app/api.js').Refused}} props */
export function Gone({ id, code, error }) {
  const cut = id.lastIndexOf('-'), owner = id.slice(0, cut), number = Number(id.slice(cut + 1));
  const named = cut > 0 && Number.isInteger(number) && number > 0;
  const path = owner === 'none' ? '/requests' : ofAccount(owner, 'requests');
  const near = useData(named ? path : null, { query: { limit: 1, view: 'line' } });
  const before = useData(named ? path : null, { query: { limit: 1, view: 'line', before: id } });
  if (!named) return html`<${Empty} title=${`${id} is no id of a call.`}><p>${error.hint}.</p><p><a href=${at(code, 'calls')}>All calls of ${code}</a></p><//>`;
  return html`<${Empty} title=${`${id} is no longer kept.`}>
    <p>${reason(number, near, before)}</p>
    <p class="row"><a class="button" href=${at(owner === 'none' ? code : owner, 'calls', owner === 'none' ? { account: 'none' } : {})}>All calls</a>
      ${near.data?.total > 0 && html`<a class="button" href=${at(code, 'calls', near.data.requests[0].id)}>Latest call</a>`}</p>
  <//>`;
}

/** @param {number} number @param {any} near @param {any} before */
function reason(number, near, before) {
  if (near.error?.status === 404) return 'Its account was deleted, or never existed.';
  if (!near.data || !before.data) return '';
  const newest = near.data.requests[0];
  const last = newest && Number(newest.id.slice(newest.id.lastIndexOf('-') + 1));
  const started = about.value ? ` the restart at ${dateTime(about.value.started)} UTC` : ' a restart';
  if (last !== undefined && number > last) return `No call has this number yet: the last one is ${newest.id}. Or it was forgotten by${started}.`;
  if (near.data.dropped > 0 && before.data.total === 0) return `It was dropped because the journal is full: ${near.data.dropped} older calls were. A start with a larger --journal keeps more.`;
  if (newest) return `It was cleared, or forgotten by a reset or by${started}. Calls since then are kept.`;
  return `It was cleared, or forgotten by a reset or by${started}.`;
}
