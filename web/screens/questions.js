import { html, useEffect, useState } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { number } from '../app/format.js';
import { needLibrary } from '../app/library.js';
import { ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Screen, Section } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';
import { Question } from './questions-one.js';

/** @typedef {import('../api').Question} Q */
/** @typedef {{question: Q, answer?: string, calls: number}} Asked */

/** How sure an answer is, from the surest on. */
const bases = ['documented', 'known', 'tested', 'likely', 'chosen'];

/** Questions are what the interface leaves open, and how the account answers. @param {{code: string}} props */
export default function Questions({ code }) {
  useEffect(needLibrary, []);
  const all = useData('/questions');
  const state = useData(ofAccount(code), { on: ['question', 'reset', 'account'] });
  const calls = useData(ofAccount(code, 'requests'), {
    query: { view: 'line', limit: 1, facets: 'question' },
    on: ['call', 'cleared', 'reset'],
  });
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
  return html`<${Screen} name="questions" title="Questions"
    lead=${
      'What the interface leaves open, how the sandbox answers, and how sure that is. ' +
      'Where an account can choose, its next call gets the other answer.'
    }>
    <${Loaded} of=${both} rows=${12}>${(/** @type {{all: Q[], answers: Record<string, string>}} */ d) => {
      const asked = d.all.map((question) => ({
        question,
        answer: d.answers[question.id] ?? question.default,
        calls: calls.data?.facets?.question?.[question.id] ?? 0,
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
            : html`<${List} code=${code} asked=${shown} reload=${state.reload} />`
        }`;
    }}<//>
  <//>`;
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
 * @param {{code: string, asked: Asked[], reload: () => void}} props
 */
function List({ code, asked, reload }) {
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
      here=${a.question.id === hash} reload=${reload} />`;
  return html`
    <nav aria-label="Sections">
      <ul class="row">
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
