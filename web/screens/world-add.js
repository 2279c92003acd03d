import { html, useRef, useState } from '../vendor/preact.js';
import { act, say } from '../app/actions.js';
import { post } from '../app/api.js';
import { useAnswer } from '../app/answer.js';
import { useData } from '../app/data.js';
import { draftOf } from '../app/drafts.js';
import { count } from '../app/format.js';
import { useKeys } from '../app/keys.js';
import { at, ofAccount } from '../app/paths.js';
import { location } from '../app/router.js';
import { Action } from '../parts/action.js';
import { Editor } from '../parts/editor.js';
import { Faults } from '../parts/faults.js';
import { Screen, Section } from '../parts/screen.js';
import { Failure, Loaded } from '../parts/states.js';
import { Unsaved } from '../parts/unsaved.js';
import { mended } from '../parts/yaml-fault.js';
import { templates } from './world-templates.js';
import { useWorldWords } from './world-words.js';

/** @typedef {import('../api').Fault} Fault */
/** @typedef {import('../api').AddedRecord} Added */
/** @typedef {import('./world-words.js').Handles} Handles */

/** WorldAdd adds records to an account: a fragment of a world. @param {{code: string}} props */
export default function WorldAdd({ code }) {
  const wanted = location.value.query.get('kind');
  const { kind, yaml } = templates.find((t) => t.kind === wanted) ?? templates[0];
  const handles = useData(ofAccount(code, 'handles'), { on: ['record', 'reset'] });
  const lead = html`A fragment of a world in YAML. It may hold several records, and name records that ${code} has.`;
  return html`<${Screen} title="Add a record" lead=${lead}>
    <nav class="row" aria-label="Begin with">
      ${templates.map(
        (t) => html`<a key=${t.kind} class="chip" aria-current=${t.kind === kind ? 'true' : undefined}
        href=${at(code, 'data', 'add', { kind: t.kind })}>${t.label}</a>`,
      )}</nav>
    <${Loaded} of=${handles} rows=${10}>
      ${(/** @type {Handles} */ all) => html`<${Writing} key=${kind} code=${code} kind=${kind}
        yaml=${yaml(customerOf(all))} handles=${all} />`}<//>
  <//>`;
}

/** Returns the handle of a customer whom tests do not count. @param {Handles} handles */
function customerOf(handles) {
  const all = Object.keys(handles).filter((name) => handles[name].kind === 'customer');
  return all.includes('customer-regular') ? 'customer-regular' : all[0];
}

/** @param {{code: string, kind: string, yaml: string, handles: Handles}} props */
function Writing({ code, kind, yaml, handles }) {
  const draft = draftOf(`world ${code} ${kind}`);
  const text = draft.value?.text ?? yaml;
  const change = (/** @type {string} */ next) => (draft.value = next === yaml ? null : { text: next, name: kind });
  const [added, setAdded] = useState(/** @type {Added[]} */ ([]));
  const path = ofAccount(code, 'world'),
    body = { yaml: text };
  /** @type {{data: import('../api').WorldCheck | undefined, error: any, fresh: boolean}} */
  const check = useAnswer('POST', `${path}?dry_run=true`, body, { on: ['record', 'reset'] });
  const faults = check.data?.faults ?? [];
  const complete = useWorldWords(code, handles);
  const reach = useRef(/** @type {((fault: Fault) => void) | undefined} */ (undefined));
  const use = (/** @type {Fault} */ fault) => {
    if (check.fresh) change(mended(text, fault)); // a fault of an older text is elsewhere by now
    reach.current?.(fault);
  };

  const why = check.fresh && faults.length ? 'Mend the faults first.' : undefined;
  const adding = {
    does: () => post(path, body),
    said: (/** @type {{records: Added[]}} */ answer) => `${code} has ${count(records(answer).length, 'record')} more.`,
  };
  const done = (/** @type {{records: Added[]}} */ answer) => {
    draft.value = null;
    setAdded(records(answer));
  };
  const main = async () => {
    if (why) return say(why, { kind: 'failed' });
    const answer = await act(adding);
    if (answer) done(answer);
  };
  useKeys({ 'ctrl+Enter': main }, { 'ctrl+Enter': 'Add the records' });

  return html`<div class="writing-columns">
    <div class="stack">
      <${Editor} label="YAML of the records" value=${text} onChange=${change} faults=${faults} onUse=${use}
        reach=${reach} complete=${complete} onMain=${main} />
      <div class="actions">
        <${Action} label="Add" name="Add the records" primary path=${path} body=${body} disabled=${Boolean(why)}
          why=${why} ...${adding} done=${done} />
        ${draft.value && html`<${Unsaved} draft=${draft} />`}</div>
    </div>
    <div class="stack">
      ${check.error && html`<${Failure} error=${check.error} />`}
      ${
        check.data &&
        html`<${Faults} faults=${faults} onUse=${use}
        onGo=${(/** @type {Fault} */ fault) => reach.current?.(fault)} fine="No faults" />`
      }
      ${
        added.length > 0 &&
        html`<${Section} title="Added">
        <ul class="stack">
          ${added.map(
            (r) => html`<li key=${r.kind + r.id}>
            <a href=${at(code, 'data', `${r.kind}s`, r.id)}>${r.kind} ${r.id}</a></li>`,
          )}</ul><//>`
      }
    </div>
  </div>`;
}

/** Returns the added records without their handles. @param {{records: Added[]}} answer */
const records = (answer) => answer.records.filter((r) => r.kind !== 'handle');
