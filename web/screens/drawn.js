import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { count, number } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { QueryBox } from '../parts/query-box.js';
import { Screen } from '../parts/screen.js';
import { Sequence } from '../parts/sequence.js';
import { Empty, Loaded } from '../parts/states.js';
import { stepsOf } from './drawn-steps.js';

const most = 60; // calls of a drawing

/** Drawn is a selection of the calls of an account, drawn in time. @param {{code: string}} props */
export default function Drawn({ code }) {
  const q = location.value.query.get('q') ?? '';
  const calls = useData(ofAccount(code, 'requests'), {
    query: { q, view: 'line', limit: most },
    on: ['call', 'cleared', 'reset'],
  });
  const fault = calls.error?.status === 400 && q ? calls.error : undefined;
  return html`<${Screen} name="drawn" title="Drawn in time"
    lead="Who called when, how long it took, what a scenario did, and which records changed; the oldest call first."
    actions=${html`<a href=${at(code, 'calls', { q })}>The same as a list</a>`}>
    <${QueryBox} kind="calls" value=${q} error=${fault}
      onChange=${(/** @type {string} */ text) => setQuery({ q: text })}
      placeholder="Filter, such as after:-1m operation:create-upsell" label="Filter calls" />
    <${Loaded} of=${fault ? { ...calls, error: undefined } : calls} rows=${8}>${(
      /** @type {import('../api').EntryLines} */ answer,
    ) =>
      answer.requests.length === 0
        ? html`<${Empty} title="No call to draw."><p>${q ? 'No call matches the filter.' : 'Nothing has called yet.'}
            </p><//>`
        : html`${
            answer.total > answer.requests.length &&
            html`<p class="note">The latest ${number(most)} of ${count(answer.total, 'call')}.</p>`
          }
          <${Sequence} steps=${stepsOf(code, answer.requests.toReversed())} acts="scenario" />`}<//>
  <//>`;
}
