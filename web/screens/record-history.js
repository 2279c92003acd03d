import { html, useEffect, useState } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { count, dateTime, took } from '../app/format.js';
import { at, ofAccount, segment } from '../app/paths.js';
import { Diff } from '../parts/diff.js';
import { inQuotes } from '../parts/query-terms.js';
import { Section } from '../parts/screen.js';
import { Cause, Chip, Status, Time } from '../parts/signs.js';
import { Failure, Loaded } from '../parts/states.js';

/** @typedef {import('../api').EntryLine} Line */
/** @typedef {import('../api').HandChange} Hand */

/**
 * @typedef {{before: any, after: any, wall: number, line?: Line, by: any}} Changed
 * what a call, a person or a scenario changed of the record: the record before and after, when, the call, and who in
 * words
 * @typedef {(key: string, changed: Changed) => () => void} OnChanged gets what is known, and returns how to forget it
 */

const atOnce = 20; // calls

/** Calls change these kinds; of the others, a call can only have the id in its text. */
const changing = ['order', 'campaign', 'subscription'];

/** Returns the query of the calls that touched a record. @param {string} one @param {string} id */
function touchedBy(one, id) {
  const text = inQuotes(id);
  return changing.includes(one) ? `record:${one}/${/^[\w.-]+$/.test(id) ? id : text}` : `text:${text}`;
}

/**
 * History is every call that touched the record, over both protocols, and every change by hand, each with what it
 * changed.
 * @param {{code: string, one: string, id: string, onChanged: OnChanged}} props
 */
export function History({ code, one, id, onChanged }) {
  const [limit, setLimit] = useState(atOnce);
  const q = touchedBy(one, id);
  const calls = useData(ofAccount(code, 'requests'), {
    query: { q, view: 'line', limit },
    on: ['call', 'cleared', 'reset'],
  });
  const byHand = useData(ofAccount(code, 'by-hand'), {
    query: { record: `${one}/${id}`, limit },
    on: ['record', 'clock', 'cleared', 'reset'],
  });
  const what = changing.includes(one) ? 'Calls that changed it or name it in their path' : 'Calls that contain its id';
  return html`<${Section} title="History" id="history"
    actions=${html`<a href=${at(code, 'drawn', { q })}>Draw them</a>
      <a href=${at(code, 'calls', { q })}>Show in Calls</a>`}>
    <p class="note">
      ${what}, over REST and SOAP, and changes by hand since ${sinceOf(byHand.data)}, the newest first.</p>
    ${byHand.error && html`<${Failure} error=${byHand.error} retry=${byHand.reload} />`}
    <${Loaded} of=${calls} rows=${3}>${(/** @type {import('../api').EntryLines} */ answer) => {
      const rows = merged(answer.requests, byHand.data?.changes ?? [], answer.total > answer.requests.length);
      return html`
      ${rows.length === 0 && html`<p class="soft">No call that is kept touched it, and nobody changed it by hand.</p>`}
      <ol class="record-history">${rows.map(
        ({ line, hand, key }) =>
          html`<li key=${key}>${
            line
              ? html`<${Call} code=${code} line=${line} one=${one} id=${id} onChanged=${onChanged} />`
              : html`<${ByHand} hand=${hand} id=${id} name=${key} onChanged=${onChanged} />`
          }</li>`,
      )}</ol>
      ${
        answer.total > answer.requests.length &&
        html`<button type="button"
        onClick=${() => setLimit(limit + atOnce)}>Show more of ${count(answer.total, 'call')}</button>`
      }`;
    }}
    <//>
  <//>`;
}

/** Says since when changes by hand are kept. @param {import('../api').ByHand | undefined} data */
const sinceOf = (data) => (data?.why ? `${data.why}, ${dateTime(data.since ?? '')}` : 'the beginning');

/**
 * Returns calls and changes by hand, the newest first. Changes that are older than all calls wait until these are
 * shown.
 * @param {Line[]} lines @param {Hand[]} hands @param {boolean} more whether there are older calls
 * @returns {{key: string, wall: string, line?: Line, hand?: Hand}[]}
 */
function merged(lines, hands, more) {
  const oldest = more ? Date.parse(lines[lines.length - 1].wall_time) : 0;
  const rows = [
    ...lines.map((line) => ({ key: line.id, wall: line.wall_time, line })),
    ...hands
      .filter((hand) => Date.parse(hand.wall_time) >= oldest)
      .map((hand, i) => ({ key: `change ${hands.length - i} by hand`, wall: hand.wall_time, hand })),
  ];
  return rows.sort((a, b) => Date.parse(b.wall) - Date.parse(a.wall));
}

/**
 * ByHand is a change that no call made.
 * @param {{hand?: Hand, id: string, name: string, onChanged: OnChanged}} props
 */
function ByHand({ hand, id, name, onChanged }) {
  useEffect(() => {
    if (hand?.change)
      return onChanged(name, {
        ...whole(hand.change),
        wall: Date.parse(hand.wall_time),
        by: hand.moved ? 'a scenario' : 'by hand',
      });
  }, [hand?.wall_time]);
  if (!hand) return null;
  return html`<div class="row record-call"><${Time} iso=${hand.wall_time} full />${
    hand.moved ? html`<${Chip} kind="bent">a scenario, ${hand.moved} a call<//>` : html`<${Chip}>by hand<//>`
  }</div>
    <${Changed} change=${hand.change} made=${hand.change?.before === undefined} id=${id} call=${name} />`;
}

/** @param {{code: string, line: Line, one: string, id: string, onChanged: OnChanged}} props */
function Call({ code, line, one, id, onChanged }) {
  const entry = useData(line.changes ? `/requests/${segment(line.id)}` : null);
  const change = /** @type {import('../api').Entry | undefined} */ (entry.data)?.changes?.find(
    (c) => c.kind === one && c.id === id,
  );
  const made = change && change.before === undefined && !change.truncated;
  useEffect(() => {
    if (change && !change.truncated)
      return onChanged(line.id, {
        ...whole(change),
        wall: Date.parse(line.wall_time),
        line,
        by: html`<a href=${at(code, 'calls', line.id)}>${line.operation || line.id}</a>`,
      });
  }, [change]);
  return html`<div class="row record-call"><${Time} iso=${line.time} wall=${line.wall_time} full />
      <${Chip}>${line.protocol?.toUpperCase()}<//>
      <a class="cut" href=${at(code, 'calls', line.id)} title=${`${line.method} ${line.uri}`}>
        ${line.operation || `${line.method} ${line.uri}`}</a>
      <${Status} status=${line.status} code=${line.code} cause=${line.cause} /><${Cause} cause=${line.cause} />
      <span class="note">${took(line.ms)}</span></div>
    ${
      line.changes === undefined
        ? html`<p class="note">${line.why || 'It changed nothing.'}</p>`
        : entry.data && html`<${Changed} change=${change} made=${made} id=${id} call=${line.id} />`
    }`;
}

/** @param {import('../api').Change} change @returns {{before: any, after: any}} */
const whole = ({ before, after }) => ({ before, after });

/** @param {{change?: import('../api').Change, made?: boolean, id: string, call: string}} props */
function Changed({ change, made, id, call }) {
  if (!change) return html`<p class="note">It changed other records.</p>`;
  if (change.truncated) return html`<p class="note">It changed the record; the journal had no room for how.</p>`;
  const diff = html`<${Diff} before=${change.before} after=${change.after} label=${`What ${call} changed of ${id}`} />`;
  if (made) return html`<details class="folded"><summary>It created the record.</summary>${diff}</details>`;
  return change.after === undefined
    ? html`<details class="folded"><summary>It deleted the record.</summary>${diff}</details>`
    : diff;
}
