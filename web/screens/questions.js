import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { post } from '../app/api.js';
import { count, number } from '../app/format.js';
import { needLibrary } from '../app/library.js';
import { ofAccount, queryText } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Field } from '../parts/field.js';
import { Screen, Section } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';
import { Question } from './questions-one.js';

/** @typedef {import('../api').Question} Q */
/** @typedef {import('../api').RehearsalLine} Kept */
/** @typedef {{name: string, found: import('../api').Learned}} Learnt */
/** @typedef {{question: Q, answer?: string, calls: number, care: string, shown: string}} Asked */

/** How sure an answer is, from the surest on. */
const bases = ['documented', 'known', 'tested', 'likely', 'chosen'];

/** Questions are what the interface leaves open, and how the account answers. @param {{code: string}} props */
export default function Questions({ code }) {
  const [learned, setLearned] = useState(/** @type {Learnt | null} */ (null));
  const [fault, setFault] = useState('');
  const last = useRef(/** @type {File | undefined} */ (undefined)); // an answer about one before it comes late
  const learn = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    last.current = file;
    setFault('');
    try {
      const found = await post(ofAccount(code, 'learn') + queryText({ file: file.name }), file);
      if (last.current === file) setLearned({ name: file.name, found });
    } catch (refused) {
      if (last.current === file) setFault(`${file.name}: ${/** @type {Error} */ (refused).message}`);
    }
  };
  useEffect(needLibrary, []);
  const all = useData('/questions');
  const state = useData(ofAccount(code), { on: ['question', 'reset', 'account'] });
  const calls = useData(ofAccount(code, 'requests'), {
    query: { view: 'line', limit: 1, facets: 'question' },
    on: ['call', 'cleared', 'reset'],
  });
  const kept = useData('/rehearsals').data?.rehearsals.find((/** @type {Kept} */ r) => r.answers);
  const report = useData(kept ? `/rehearsals/${kept.id}` : null).data;
  const query = location.value.query;
  const q = query.get('q') ?? '',
    basis = query.get('basis') ?? '',
    choice = query.get('show') === 'choice';
  const both = {
    ...all,
    data: all.data && state.data && { all: all.data.questions, answers: state.data.assume },
    error: all.error ?? state.error,
    reload: () => {
      all.reload();
      state.reload();
    },
  };
  const hold = (/** @type {DragEvent} */ e) => e.preventDefault();
  const drop = (/** @type {DragEvent} */ e) => {
    e.preventDefault();
    learn(e.dataTransfer?.files[0]);
  };
  return html`<div onDragOver=${hold} onDrop=${drop}><${Screen} name="questions" title="Questions"
    lead=${
      'What the interface leaves open, how the sandbox answers, and how sure that is. ' +
      'Where an account can choose, its next call gets the other answer.'
    }>
    <${Recording} learned=${learned} fault=${fault} learn=${learn} />
    <${Loaded} of=${both} rows=${12}>${(/** @type {{all: Q[], answers: Record<string, string>}} */ d) => {
      const asked = d.all.map((question) => ({
        question,
        answer: d.answers[question.id] ?? question.default,
        calls: calls.data?.facets?.question?.[question.id] ?? 0,
        care: report ? careOf(report, question.id) : '',
        shown: learned ? shownBy(learned, question.id) : '',
      }));
      const shown = asked.filter(
        (a) => matches(a, q) && (!basis || a.question.basis === basis) && (!choice || a.question.has_choice),
      );
      return html`<${Filters} asked=${asked} q=${q} basis=${basis} choice=${choice} />
        ${
          shown.length === 0
            ? html`<${Empty} title=${html`No question matches <code>${q}</code>.`}>
          <button type="button" onClick=${() => setQuery({ q: '', basis: '', show: '' })}>Show all ${asked.length}
          </button><//>`
            : html`<${List} code=${code} asked=${shown} kept=${kept?.id} reload=${state.reload} />`
        }`;
    }}<//>
  <//></div>`;
}

/**
 * Says what the command of a rehearsal does about a question, '' when its calls do not touch it.
 * @param {import('../api').Rehearsal} report
 * @param {string} id
 */
function careOf({ command, good, trials }, id) {
  if (!good.questions?.includes(id)) return '';
  const failed = trials
    .filter((t) => t.result === 'rests-on-a-guess' && t.schedule.startsWith(`answer:${id}=`))
    .map((t) => t.schedule.split('=')[1]);
  return `${command.join(' ')} ${failed.length > 0 ? `fails if it is ${failed.join(' or ')}` : 'does not care'}.`;
}

/** Says what a recording shows of a question. @param {Learnt} learned @param {string} id */
function shownBy({ name, found }, id) {
  const texts = found.services.flatMap((s) =>
    s.questions.filter((q) => q.id === id).map((q) => `${s.host}, ${q.result.replace('-', ' ')}: ${q.line}.`),
  );
  return texts.length > 0 ? `${name}: ${texts.join(' ')}` : '';
}

/** Recording takes a recording of the service. @param {{learned: Learnt | null, fault: string, learn: any}} props */
function Recording({ learned, fault, learn }) {
  return html`<div class="rehearsal-file">
    <${Field} label="Recording of the real service"
      note=${
        learned
          ? aboutRecording(learned)
          : 'Choose a HAR file, or drop it anywhere on this page. This sandbox reads it and keeps nothing.'
      }
      fault=${fault}>
    ${(/** @type {any} */ attributes) => html`<input ...${attributes} type="file" accept=".har,.json,.gz"
      onChange=${(/** @type {any} */ e) => learn(e.target.files[0])} />`}<//></div>
    ${learned?.found.services.map((s) => html`<${Differences} key=${s.host + s.vendor_code} of=${s} />`)}`;
}

/**
 * Differences are the fields and failures of a service that are other than the sandbox's.
 * @param {{of: import('../api').LearnedService}} props
 */
function Differences({ of: { host, lines = [], failures = [] } }) {
  if (lines.length + failures.length === 0) return null;
  return html`<${Section} title=${`Fields and failures of ${host}`}><ul>
    ${lines.map((line) => html`<li key=${line}>${line}</li>`)}
    ${failures.map(
      (f) => html`<li key=${f.line}>${f.line}
        <pre class="codeblock" tabindex="0" role="region" aria-label=${`Rule: ${f.line}`}
          >${f.scenario}</pre></li>`,
    )}</ul><//>`;
}

/** Says how much of a recording was read. @param {Learnt} learned */
function aboutRecording({ name, found: { entries, services, notes = [], faults = [] } }) {
  const calls = services.reduce((n, s) => n + s.calls, 0);
  return [
    `${name}: ${number(calls)} of ${count(entries, 'entry', 'entries')} ` +
      (calls === 1 ? 'is a call of the interface; what it shows' : 'are calls of the interface; what they show') +
      ' stands beside each question.',
    ...[...faults, ...notes].slice(0, 5).map((line) => `${line}.`),
  ].join(' ');
}

/** @param {Asked} asked @param {string} q */
function matches({ question, answer }, q) {
  const text =
    `${question.id} ${question.question} ${question.answer} ${answer ?? ''} ${question.section}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** @param {{asked: Asked[], q: string, basis: string, choice: boolean}} props */
function Filters({ asked, q, basis, choice }) {
  const chip = (
    /** @type {string} */ label,
    /** @type {(a: Asked) => boolean} */ of,
    /** @type {boolean} */ on,
    /** @type {Record<string, string>} */ next,
  ) =>
    html`<li key=${label}>
      <button type="button" class="chip" aria-pressed=${on ? 'true' : 'false'} onClick=${() => setQuery(next)}>
        ${label} <span>${number(asked.filter(of).length)}</span></button></li>`;
  return html`<div class="stack">
    <input type="search" class="questions-find" aria-label="Find questions"
      placeholder="A word of the question, its id or its section" value=${q}
      onInput=${(/** @type {any} */ e) => setQuery({ q: e.target.value })} />
    <ul class="row" aria-label="Filters">
      ${chip('With a choice', (a) => a.question.has_choice, choice, { show: choice ? '' : 'choice' })}
      ${bases.map((b) => chip(b, (a) => a.question.basis === b, b === basis, { basis: b === basis ? '' : b }))}
    </ul>
  </div>`;
}

/**
 * List has what the account changed first, then all by section.
 * @param {{code: string, asked: Asked[], kept?: string, reload: () => void}} props
 */
function List({ code, asked, kept, reload }) {
  const hash = location.value.hash;
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'start' });
  }, [hash]);
  // A question keeps its place while it is looked at, whatever is chosen.
  const [first] = useState(() => asked.filter((a) => a.answer !== a.question.default).map((a) => a.question.id));
  const changed = asked.filter((a) => first.includes(a.question.id));
  const sections = [...new Set(asked.map((a) => a.question.section))].sort(bySection);
  const one = (/** @type {Asked} */ a) =>
    html`<${Question} key=${a.question.id} code=${code} question=${a.question} answer=${a.answer} calls=${a.calls}
      care=${a.care} kept=${kept} shown=${a.shown} here=${a.question.id === hash} reload=${reload} />`;
  return html`
    <nav aria-label="Sections">
      <ul class="row questions-sections">
        ${sections.map(
          (s) => html`<li key=${s}>
          <a href=${`#section-${s}`}>${s === 'all' ? 'All sections' : s}</a> <span class="soft">
            ${number(asked.filter((a) => a.question.section === s).length)}</span></li>`,
        )}</ul></nav>
    ${changed.length > 0 && html`<${Section} title=${`Changed for ${code}`}>${changed.map(one)}<//>`}
    ${sections.map((s) => {
      const rest = asked.filter((a) => a.question.section === s && !changed.includes(a));
      return (
        rest.length > 0 &&
        html`<div key=${s} id=${`section-${s}`}>
        <${Section} title=${s === 'all' ? 'All sections' : `Section ${s}`}>${rest.map(one)}<//></div>`
      );
    })}`;
}

/** @param {string} a @param {string} b */
function bySection(a, b) {
  return Number(b === 'all') - Number(a === 'all') || a.localeCompare(b, 'en', { numeric: true });
}
