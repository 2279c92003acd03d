import { html } from '../vendor/preact.js';
import { useAnswer } from '../app/answer.js';
import { useData } from '../app/data.js';
import { count } from '../app/format.js';
import { askedOf, at, segment } from '../app/paths.js';
import { answerRows, DiffRows, Rest } from '../parts/diff.js';
import { fieldOf, ignore, Ignored, ignoredFields } from '../parts/ignored.js';
import { Screen, Section } from '../parts/screen.js';
import { Status, Time } from '../parts/signs.js';
import { Failure, Skeleton } from '../parts/states.js';
import { comparable, compareUnder } from './call-compare.js';

/** @typedef {import('../parts/diff.js').Row} Row */

/**
 * Compare shows how two recorded calls and their answers differ. It sends nothing.
 * @param {{code: string, a: string, b: string}} props
 */
export default function Compare({ code, a, b }) {
  const { data, error } = useAnswer('POST', '/compare', { a, b }, { wait: 0 });
  const calls = [useData(`/requests/${segment(a)}`), useData(`/requests/${segment(b)}`)];
  const ready = data && calls.every((call) => call.data || call.error); // all at once, so that nothing moves
  return html`<${Screen} title=${`${a} and ${b}`} name="compare" heading="Two calls"
    lead="Recorded calls are compared; nothing is sent.">
    ${
      error &&
      html`<${Failure} error=${error} />${calls.map(
        ({ data: call }) =>
          call &&
          comparable(call) &&
          html`<p class="actions" key=${call.id}>
      <button type="button" onClick=${() => compareUnder(call, code, '')}>Send ${call.id} again and compare</button>
      <span class="note">as a preview, which stores nothing</span></p>`,
      )}`
    }
    ${!ready && !error && html`<${Skeleton} rows=${6} />`}
    ${
      ready &&
      html`<ul class="compare-calls">
      ${calls.map((call, i) => call.data && html`<${Side} key=${i} code=${code} call=${call.data} />`)}</ul>
      <${Requests} rows=${data.request} names=${[a, b]} />
      <${Differences} c=${data} names=${[a, b]} />`
    }
  <//>`;
}

/** Side is one of the two calls. @param {{code: string, call: import('../api').Entry}} props */
function Side({ code, call }) {
  return html`<li><a class="mono" href=${at(call.account || code, 'calls', call.id)}>${call.id}</a>
    <${Status} status=${call.response.status} code=${call.response.code} cause=${call.cause} />
    <span class="mono">${askedOf({ ...call, ...call.request })}</span>
    ${call.scenario?.length ? html`<span class="bent">under ${call.scenario.join(', ')}</span>` : null}
    <${Time} iso=${call.account_time ?? call.wall_time} wall=${call.wall_time} /></li>`;
}

/** Requests are how the requests differ. @param {{rows: Row[], names: [string, string]}} props */
function Requests({ rows, names }) {
  if (rows.length === 0) return html`<${Section} title="Both requests are the same" />`;
  return html`<${Section} title="How the requests differ">
    <${DiffRows} rows=${rows} label="How the requests differ" names=${names} /><//>`;
}

/**
 * Differences are the fields that differ, without those that the address says to ignore.
 * @param {{c: import('../api').Comparison, names: [string, string]}} props
 */
function Differences({ c, names }) {
  const ignored = ignoredFields();
  const all = answerRows(c);
  const rows = all.filter((row) => !ignored.includes(fieldOf(row.path)));
  const same = c.status.a === c.status.b ? 'Both answers are the same' : 'Only the status differs';
  const differ = `The answers differ in ${count(rows.length, 'field')}`;
  return html`<${Section} title=${rows.length ? differ : all.length ? 'No other field of the answers differs' : same}>
    ${
      rows.length > 0 &&
      html`<${DiffRows} rows=${rows} label="How the answers differ" names=${names}
      onIgnore=${ignore} />`
    }
    <${Ignored} />
    <${Rest} of=${c} />
  <//>`;
}
