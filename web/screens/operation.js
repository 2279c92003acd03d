import { html, useEffect } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { needLibrary } from '../app/library.js';
import { at, ofAccount, segment } from '../app/paths.js';
import { Chip } from '../parts/signs.js';
import { Screen, Section } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { Exchanges, Parameters, Questions, Rules } from './operation-parts.js';
import { Outcomes } from './operation-outcomes.js';
import { Try } from './operation-try.js';
import { callOf } from './operations.js';

/** One operation: what it does, and a form that calls it. @param {{code: string, id: string}} props */
export default function Operation({ code, id }) {
  useEffect(needLibrary, []);
  const of = useData(`/operations/${segment(id)}`, { query: { account: code }, on: ['reset', 'question', 'feature'] });
  const coverage = useData(ofAccount(code, 'coverage'), { on: ['call', 'cleared', 'reset'] });
  /** @type {import('../api').OperationDetail | undefined} */
  const op = of.data;
  return html`<${Screen} title=${id} name="operation" lead=${op?.summary}
    actions=${html`<a href=${at(code, 'operations')}>All operations</a>`}>
    <${Loaded} of=${of} rows=${12}>${(/** @type {import('../api').OperationDetail} */ o) => html`
      <div class="row"><code class="operation-call">${callOf(o)}</code><${Chip}>section ${o.section}<//>
        ${o.feature && html`<${Chip}><a href=${at(code, 'account')}>needs ${o.feature}</a><//>`}</div>
      <${Section} title="Try it"><${Try} key=${code + id} code=${code} op=${o} reload=${of.reload} /><//>
      <${Section} title="Rules, in their order"><${Rules} op=${o} /><//>
      <${Section} title="Parameters"><${Parameters} op=${o} code=${code} /><//>
      <${Section} title="Outcomes"><${Outcomes} op=${o} code=${code} coverage=${coverage.data} /><//>
      <${Section} title="Open questions"><${Questions} op=${o} code=${code} /><//>
      <${Section} title="Recorded exchanges"><${Exchanges} op=${o} /><//>`}<//>
  <//>`;
}
