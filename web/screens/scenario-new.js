import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { say } from '../app/actions.js';
import { useAnswer } from '../app/answer.js';
import { useKeys } from '../app/keys.js';
import { catalogRead, needCatalog, needLibrary } from '../app/library.js';
import { useModule } from '../app/load.js';
import { at, queryText } from '../app/paths.js';
import { location } from '../app/router.js';
import { draftOf } from '../app/drafts.js';
import { active } from '../app/store.js';
import { Editor } from '../parts/editor.js';
import { Faults } from '../parts/faults.js';
import { Lasting } from '../parts/lasting.js';
import { Screen } from '../parts/screen.js';
import { Failure, Lazy, Loaded, Skeleton } from '../parts/states.js';
import { Unsaved } from '../parts/unsaved.js';
import { WouldAnswer } from '../parts/would-answer.js';
import { mended } from '../parts/yaml-fault.js';
import { Delete, ForAccount, Save, saveScenario, SaveAndSwitchOn, switchOn } from './scenario-save.js';
import { Tried } from './scenario-effects.js';
import { Name, nameCheck } from './scenario-name.js';
import { useStart } from './scenario-start.js';
import { completeScenario } from './scenario-words.js';

/** @typedef {import('../api').Fault} Fault */

const form = import.meta.resolve('./scenario-form.js'); // with its library of YAML

/** ScenarioNew writes a scenario: a new one, or one of the user's own. @param {{code: string, name?: string}} props */
export default function ScenarioNew({ code, name }) {
  const { query } = location.value;
  const start = useStart({ present: name, from: query.get('from'), copy: query.get('copy') });
  // The form and what it offers come before the editor below it is shown, so that nothing moves.
  useEffect(needCatalog, []);
  const [parts, offers] = [useModule(form), catalogRead()];
  if (!start.data || !(parts.data || parts.error) || !(offers.data || offers.error))
    return html`<${Screen} title=${name ? `Edit ${name}` : 'New scenario'}>
      <${Loaded} of=${start} rows=${10}>${() => null}<//><//>`;
  if (name && !['own', 'account'].includes(start.data.source ?? ''))
    return html`<${NotOwn} code=${code} start=${start.data} />`;
  return html`<${Writing} key=${start.data.key} code=${code} start=${start.data} isNew=${!name} />`;
}

/** @param {{code: string, start: import('./scenario-start.js').Start, isNew: boolean}} props */
function Writing({ code, start, isNew }) {
  const [saved, setSaved] = useState(/** @type {string | undefined} */ (undefined));
  useEffect(() => setSaved(undefined), [start.yaml]);
  const base = saved ?? start.yaml;
  const alone = start.source === 'account';
  const draft = draftOf(start.key);
  const { text, name } = draft.value ?? { text: base, name: start.name };
  const change = (/** @type {{text?: string, name?: string}} */ next) => {
    const now = { text, name, ...next };
    draft.value = now.text === base && now.name === start.name ? null : { ...now, base: draft.value?.base ?? base };
  };
  /** @type {{data: import('../api').ScenarioCheck | undefined, error: any, fresh: boolean}} */
  const check = useAnswer(
    'POST',
    `/scenarios/check${queryText({ account: code })}`,
    { yaml: text },
    { on: ['call', 'cleared'] },
  );
  const faults = check.data?.faults ?? [];
  const reach = useRef(/** @type {((fault: Fault) => void) | undefined} */ (undefined));
  const use = (/** @type {Fault} */ fault) => {
    if (check.fresh) change({ text: mended(text, fault) }); // a fault of an older text is elsewhere by now
    reach.current?.(fault);
  };

  const why =
    (isNew ? nameCheck(name).fault : undefined) ??
    (check.fresh && faults.length ? 'Mend the faults first.' : undefined);
  const what = {
    code,
    name,
    text,
    before: isNew ? undefined : base,
    why,
    saved: () => {
      draft.value = null;
      setSaved(text);
    },
    isNew,
    alone,
  };
  const key = (/** @type {(w: typeof what) => Promise<any>} */ does) => () =>
    void (why ? say(why, { kind: 'failed' }) : does(what));
  const [save, main] = [key(alone ? switchOn : saveScenario), key(switchOn)];
  useKeys({ 'ctrl+s': save, 'ctrl+Enter': main }, { 'ctrl+s': 'Save', 'ctrl+Enter': 'Save and switch on' });

  return html`<${Screen} name="writing" title=${isNew ? 'New scenario' : `Edit ${name}`}
    actions=${draft.value && html`<${Unsaved} draft=${draft} />`}>
    ${
      draft.value?.base !== undefined &&
      draft.value.base !== base &&
      html`<p class="banner warn">The saved text is
      another one than this text began with. Saving replaces it, Discard shows it.</p>`
    }
    ${
      !isNew &&
      active.value.some((a) => a.name === name) &&
      html`<p class="banner bent">
      ${name} is active for ${code}: what you save affects the next calls.</p>`
    }
    <div class="writing-columns scenario-columns" onFocusIn=${needLibrary}>
      <div class="stack">
        ${isNew && html`<${Name} name=${name} onChange=${(/** @type {string} */ next) => change({ name: next })} />`}
        <${Lazy} url=${form} props=${{ code, text, onChange: (/** @type {string} */ next) => change({ text: next }) }}>
          <${Skeleton} rows=${8} /><//>
      </div>
      <div class="stack">
        <${Editor} label="YAML of the scenario" value=${text} faults=${faults} onUse=${use} reach=${reach}
          complete=${completeScenario}
          onChange=${(/** @type {string} */ next) => change({ text: next })} onSave=${save} onMain=${main} />
        <div class="actions">${!alone && html`<${Save} ...${what} />`}<${SaveAndSwitchOn} ...${what} /><${Lasting} />
          ${isNew && html`<${ForAccount} ...${what} />`}${!isNew && html`<${Delete} ...${what} />`}</div>
        ${check.error && html`<${Failure} error=${check.error} />`}
        ${
          check.data &&
          html`<${Faults} faults=${faults} warnings=${check.data.warnings} onUse=${use}
          onGo=${(/** @type {Fault} */ fault) => reach.current?.(fault)} fine="No faults" />`
        }
        ${
          check.data?.valid &&
          html`<${WouldAnswer} code=${code} effects=${check.data.effects} />
          <${Tried} code=${code} check=${check.data} />`
        }
      </div>
    </div>
  <//>`;
}

/** @param {{code: string, start: import('./scenario-start.js').Start}} props */
function NotOwn({ code, start: { name, source } }) {
  const where =
    source === 'folder'
      ? `${name} is a file in the folder of scenarios: edit it there.`
      : `${name} ships with the sandbox and stays as it is.`;
  return html`<${Screen} title=${`Edit ${name}`}>
    <p>${where} You can <a href=${at(code, 'scenarios', 'new', { copy: name })}>make a copy</a> and change that.</p>
    <p><a href=${at(code, 'scenarios', name)}>Back to ${name}</a></p><//>`;
}
