import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { library, needLibrary } from '../app/library.js';
import { at, ofAccount } from '../app/paths.js';
import { Section } from '../parts/screen.js';
import { answering, comparable, compareUnder } from './call-compare.js';

/** @typedef {{ready: boolean, all: import('../api').Question[], answers: Record<string, string>}} Questions */

/**
 * Returns the open questions, and how the account of a call answers them.
 * @param {string} id of the call
 * @returns {Questions}
 */
export function useQuestions(id) {
  const owner = id.replace(/-\d+$/, '');
  const all = useData('/questions'),
    mine = useData(owner === id || owner === 'none' ? null : ofAccount(owner), { on: ['question', 'reset'] });
  return {
    ready: Boolean(all.data || all.error) && (!mine.pending || Boolean(mine.data)),
    all: all.data?.questions ?? [],
    answers: mine.data?.assume ?? {},
  };
}

/**
 * DependsOn lists the open questions on whose answers the call depends, those with a choice first.
 * @param {{entry: import('../api').Entry, code: string, questions: Questions}} props
 */
export function DependsOn({ entry, code, questions }) {
  const ids = entry.assumptions ?? [];
  needLibrary();
  if (ids.length === 0) return null;
  const known = questions.all.filter((q) => ids.includes(q.id));
  const open = known.filter((q) => q.has_choice),
    rest = known.filter((q) => !q.has_choice);
  return html`<${Section} title="Depends on" actions=${html`<a href=${at(code, 'questions')}>All questions</a>`}>
    ${open.map(
      (q) => html`<${Choices} key=${q.id} question=${q} answer=${questions.answers[q.id] ?? q.default}
      entry=${entry} code=${code} />`,
    )}
    ${
      rest.length > 0 &&
      html`<details>
      <summary>${rest.length} ${rest.length === 1 ? 'question' : 'questions'} without another answer here</summary>
      <ul class="call-questions">
        ${rest.map(
          (q) => html`<li key=${q.id}>
          <a href=${at(code, 'questions') + '#' + encodeURIComponent(q.id)}>${q.id}</a> <span class="soft">
            ${q.question}</span> ${q.answer}</li>`,
        )}</ul></details>`
    }
  <//>`;
}

/**
 * Choices is a question with its answer and the others.
 * @param {{question: import('../api').Question, answer?: string, entry: import('../api').Entry,
 *   code: string}} props
 */
function Choices({ question: q, answer, entry, code }) {
  return html`<div class="stack call-question">
    <p><a href=${at(code, 'questions') + '#' + encodeURIComponent(q.id)}>${q.id}</a> <span class="soft">
      ${q.question}</span></p>
    <ul class="call-choices">${(q.choices ?? []).map((c) => {
      const scenario = answering(library.value ?? [], q.id, c.answer);
      const now = c.answer === answer;
      return html`<li key=${c.answer}><code>${c.answer}</code> <span>${c.meaning}</span>
        ${
          now
            ? html`<span class="note">the answer now</span>`
            : scenario &&
              comparable(entry) &&
              html`<button
          type="button" class="link"
          onClick=${() => compareUnder(entry, code, scenario)}>See the answer under this
          one<span class="offscreen"> (${q.id} = ${c.answer})</span></button>`
        }</li>`;
    })}</ul>
  </div>`;
}
