import { html, useEffect, useState } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { count, took } from '../app/format.js';
import { at, ofAccount, segment } from '../app/paths.js';
import { Diff } from '../parts/diff.js';
import { inQuotes } from '../parts/query-terms.js';
import { Section } from '../parts/screen.js';
import { Cause, Chip, Status, Time } from '../parts/signs.js';
import { Loaded } from '../parts/states.js';

/** @typedef {import('../api').EntryLine} Line */

const atOnce = 20; // calls

/** Calls change these kinds; of the others, a call can only have the id in its text. */
const changing = ['order', 'campaign', 'subscription'];

/** Returns the query of the calls that touched a record. @param {string} one @param {string} id */
export function touchedBy(one, id) {
  const text = inQuotes(id);
  return changing.includes(one) ? `record:${one}/${/^[\w.-]+$/.test(id) ? id : text}` : `text:${text}`;
}

/**
 * History is every call that touched the record, over both protocols, each with what it changed.
 * @param {{code: string, one: string, id: string, onMade: (call: Line) => void}} props
 */
export function History({ code, one, id, onMade }) {
  const [limit, setLimit] = useState(atOnce);
  const q = touchedBy(one, id);
  const calls = useData(ofAccount(code, 'requests'), { query: { q, view: 'line', limit }, on: ['call', 'cleared', 'reset'] });
  return html`<${Section} title="History" id="history" actions=${html`<a href=${at(code, 'calls', { q })}>Show in Calls</a>`}>
    <p class="note">${changing.includes(one) ? 'Calls that changed it or name it in their path' : 'Calls that contain its id'}, over REST and SOAP, the newest first. A change by hand is no call.</p>
    <${Loaded} of=${calls} rows=${3}>${(/** @type {import('../api').EntryLines} */ answer) => html`
      ${answer.requests.length === 0 && html`<p class="soft">No call that is kept touched it.</p>`}
      <ol class="record-history">${answer.requests.map((line) => html`<li key=${line.id}><${Call} code=${code} line=${line} one=${one} id=${id} onMade=${onMade} /></li>`)}</ol>
      ${answer.total > answer.requests.length && html`<button type="button" onClick=${() => setLimit(limit + atOnce)}>Show more of ${count(answer.total, 'call')}</button>`}`}
    <//>
  <//>`;
}

/** @param {{code: string, line: Line, one: string, id: string, onMade: (call: Line) => void}} props */
function Call({ code, line, one, id, onMade }) {
  const entry = useData(line.changes ? `/requests/${segment(line.id)}` : null);
  const change = /** @type {import('../api').Entry | undefined} */ (entry.data)?.changes?.find((c) => c.kind === one && c.id === id);
  const made = change && change.before === undefined && !change.truncated;
  useEffect(() => {
    if (made) onMade(line);
  }, [made]);
  return html`<div class="row record-call"><${Time} iso=${line.time} wall=${line.wall_time} full />
      <${Chip}>${line.protocol?.toUpperCase()}<//>
      <a class="cut" href=${at(code, 'calls', line.id)} title=${`${line.method} ${line.uri}`}>${line.operation || `${line.method} ${line.uri}`}</a>
      <${Status} status=${line.status} code=${line.code} cause=${line.cause} /><${Cause} cause=${line.cause} /><span class="note">${took(line.ms)}</span></div>
    ${line.changes === undefined ? html`<p class="note">${line.why || 'It changed nothing.'}</p>`
      : entry.data && html`<${Changed} change=${change} made=${made} id=${id} call=${line.id} />`}`;
}

/** @param {{change?: import('../api').Change, made?: boolean, id: string, call: string}} props */
function Changed({ change, made, id, call }) {
  if (!change) return html`<p class="note">It changed other records.</p>`;
  if (change.truncated) return html`<p class="note">It changed the record; the journal had no room for how.</p>`;
  const diff = html`<${Diff} before=${change.before} after=${change.after} label=${`What ${call} changed of ${id}`} />`;
  if (made) return html`<details class="record-folded"><summary>It created the record.</summary>${diff}</details>`;
  return change.after === undefined ? html`<details class="record-folded"><summary>It deleted the record.</summary>${diff}</details>` : diff;
}
