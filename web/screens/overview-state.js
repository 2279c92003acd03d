import { html, useEffect } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { number, count } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { account } from '../app/store.js';
import { Section } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { Cause, Status, Time } from '../parts/signs.js';
import { Handles } from './overview-handles.js';

const listed = 8;

/**
 * State is what happened in the account, and what is in it. say gets the first in a sentence.
 * @param {{code: string, say: (headline: string) => void}} props
 */
export default function State({ code, say }) {
  const calls = useData(ofAccount(code, 'requests'), { query: { view: 'line', limit: listed, facets: 'cause' }, on: ['call', 'cleared', 'reset'] });
  const lost = useData('/requests', { query: { view: 'line', limit: listed }, on: ['call', 'cleared'] });
  useEffect(() => {
    if (calls.data) say(headline(code, calls.data));
  }, [code, calls.data]);
  const known = (calls.data && lost.data) || calls.error || lost.error;
  return html`<${Section} title="Last calls" actions=${html`<a href=${at(code, 'calls')}>All calls</a>`}>
      <${Loaded} of=${lost.error ? lost : known ? calls : { ...calls, data: undefined }} rows=${listed}>
        ${(/** @type {import('../api').EntryLines} */ answer) => html`<${LastCalls} code=${code} calls=${latest(answer.requests, lost.data?.requests ?? [])} lost=${lost.data?.total ?? 0} />`}
      <//>
    <//>
    ${known && html`<${Counts} code=${code} /><${Handles} code=${code} />`}`;
}

/** @param {string} code @param {import('../api').EntryLines} calls */
function headline(code, calls) {
  if (calls.total === 0) return 'Ready. Nothing has called yet.';
  const { client = 0, scenario = 0, sandbox = 0 } = calls.facets?.cause ?? {};
  const all = client + scenario + sandbox;
  const refused = all ? `${number(all)} ${all === 1 ? 'was' : 'were'} refused` : 'none was refused';
  return `${code} has answered ${count(calls.total, 'call')}; ${refused}${scenario ? `, ${number(scenario)} of them arranged` : ''}.`;
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
  if (calls.length === 0) return html`<p class="soft">No calls yet. Point your client at the REST base, or send one from here. They appear here as they arrive.</p>`;
  return html`<ul class="overview-calls">${calls.map((call) => html`<li key=${call.id}><a href=${at(code, 'calls', call.id)}>
    <${Time} iso=${call.time ?? call.wall_time} wall=${call.wall_time} />
    <span class="cut mono">${call.method} ${call.uri}</span>
    <${Status} status=${call.status} code=${call.code} cause=${call.cause} />
    <span class="overview-why cut"><${Cause} cause=${call.cause} /> <span class="soft">${call.account ? '' : 'without an account: '}${call.why}</span></span></a></li>`)}</ul>
    ${lost > 0 && html`<p class="note">${count(lost, 'call')} reached no account, for example because of a wrong vendor code. <a href=${at(code, 'calls', { account: 'none' })}>See them</a></p>`}`;
}

/** Counts leads to the records. @param {{code: string}} props */
function Counts({ code }) {
  const records = account.value?.counts?.records;
  return html`<${Section} title="Data"><ul class="row">
    ${['orders', 'campaigns', 'customers', 'subscriptions', 'products', 'partners'].map((kind) => html`<li key=${kind}><a class="overview-count" href=${at(code, 'data', kind)}><strong>${records ? number(/** @type {any} */ (records)[kind]) : '…'}</strong> ${kind}</a></li>`)}
  </ul><//>`;
}
