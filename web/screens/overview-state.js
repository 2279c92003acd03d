import { html, useEffect } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { callsIn, number, count } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { account } from '../app/store.js';
import { CallList } from '../parts/call-list.js';
import { Section } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { Handles } from './overview-handles.js';

const listed = 8;

/**
 * State is what happened in the account, and what is in it. say gets the first in a sentence.
 * @param {{code: string, say: (headline: string) => void}} props
 */
export default function State({ code, say }) {
  const path = ofAccount(code, 'requests'),
    news = ['call', 'cleared', 'reset'];
  const calls = useData(path, { query: { view: 'line', limit: listed }, on: news });
  // Previews and comparisons are no calls of the client; an answer that a scenario altered is no refusal.
  const asked = useData(path, { query: { view: 'line', limit: 1, q: 'preview:false' }, on: news });
  const refused = useData(path, { query: { view: 'line', limit: 1, q: 'preview:false -status:2xx' }, on: news });
  const arranged = useData(path, {
    query: { view: 'line', limit: 1, q: 'preview:false -status:2xx cause:scenario' },
    on: news,
  });
  const lost = useData(ofAccount('none', 'requests'), {
    query: { view: 'line', limit: listed },
    on: ['call', 'cleared'],
  });
  useEffect(() => {
    if (asked.data && refused.data && arranged.data)
      say(headline(code, callsIn(asked.data), callsIn(refused.data), callsIn(arranged.data)));
  }, [code, asked.data, refused.data, arranged.data]);
  const parts = [calls, lost, asked, refused, arranged];
  const known = parts.every((p) => p.data) || parts.some((p) => p.error);
  return html`<${Section} title="Last calls" actions=${html`<a href=${at(code, 'calls')}>All calls</a>`}>
      <${Loaded} of=${lost.error ? lost : known ? calls : { ...calls, data: undefined }} rows=${listed}>
        ${(/** @type {import('../api').EntryLines} */ answer) => html`<${LastCalls} code=${code}
          calls=${latest(answer.requests, lost.data?.requests ?? [])} lost=${lost.data?.total ?? 0} />`}
      <//>
    <//>
    ${known && html`<${Counts} code=${code} /><${Handles} code=${code} />`}`;
}

/** @param {string} code @param {number} calls @param {number} refused @param {number} arranged */
function headline(code, calls, refused, arranged) {
  if (calls === 0) return 'Ready. Nothing has called yet.';
  const said = refused ? `${number(refused)} ${refused === 1 ? 'was' : 'were'} refused` : 'none was refused';
  const onPurpose = arranged ? `, ${number(arranged)} of them arranged` : '';
  return `${code} has answered ${count(calls, 'call')}; ${said}${onPurpose}.`;
}

/**
 * Returns the last calls of the account and of those that reached none, because a
 * wrong vendor code leads there.
 * @param {import('../api').EntryLine[]} calls @param {import('../api').EntryLine[]} lost
 */
function latest(calls, lost) {
  return [...calls, ...lost].sort((a, b) => Date.parse(b.wall_time) - Date.parse(a.wall_time)).slice(0, listed);
}

/** @param {{code: string, calls: import('../api').EntryLine[], lost: number}} props */
function LastCalls({ code, calls, lost }) {
  if (calls.length === 0)
    return html`<p class="soft">No calls yet. Point your client at the REST base, or send one from here. They appear
      here as they arrive.</p>`;
  return html`<${CallList} code=${code} calls=${calls} why />
    ${
      lost > 0 &&
      html`<p class="note">
      ${count(lost, 'call')} reached no account, for example because of a wrong vendor
      code. <a href=${at(code, 'calls', { account: 'none' })}>See them</a></p>`
    }`;
}

/** Counts leads to the records. @param {{code: string}} props */
function Counts({ code }) {
  const records = account.value?.counts?.records;
  return html`<${Section} title="Data"><ul class="row">
    ${['orders', 'campaigns', 'customers', 'subscriptions', 'products', 'partners'].map(
      (kind) => html`<li key=${kind}>
      <a class="tile overview-count" href=${at(code, 'data', kind)}>
        <strong>${records ? number(/** @type {any} */ (records)[kind]) : '…'}</strong> ${kind}</a></li>`,
    )}
  </ul><//>`;
}
