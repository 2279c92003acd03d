import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { library, needLibrary } from '../app/library.js';
import { at, ofAccount } from '../app/paths.js';
import { setQuery } from '../app/router.js';
import { Section } from '../parts/screen.js';
import { answering, comparable } from './call-compare.js';

/** DependsOn lists the open questions on whose answers the call depends, those with a choice first. @param {{entry: import('../api').Entry, code: string}} props */
export function DependsOn({ entry, code }) {
  const ids = entry.assumptions ?? [];
  const all = useData(ids.length ? '/questions' : null), mine = useData(ids.length && entry.account ? ofAccount(entry.account, 'questions') : null, { on: ['question', 'reset'] });
  needLibrary();
  if (ids.length === 0) return null;
  /** @type {import('../api').Question[]} */
  const known = (all.data?.questions ?? []).filter((/** @type {any} */ q) => ids.includes(q.id));
  const chosen = Object.fromEntries((mine.data?.questions ?? []).map((/** @type {any} */ q) => [q.id, q.answer]));
  const open = known.filter((q) => q.has_choice), rest = known.filter((q) => !q.has_choice);
  return html`<${Section} title="Depends on" actions=${html`<a href=${at(code, 'questions')}>All questions</a>`}>
    ${open.map((q) => html`<${Choices} key=${q.id} question=${q} answer=${chosen[q.id] ?? q.default} entry=${entry} code=${code} />`)}
    ${rest.length > 0 && html`<details><summary>${rest.length} ${rest.length === 1 ? 'question' : 'questions'} without another answer here</summary>
      <ul class="call-questions">${rest.map((q) => html`<li key=${q.id}><a href=${at(code, 'questions') + '#' + encodeURIComponent(q.id)}>${q.id}</a> <span class="soft">${q.question}</span> ${q.answer}</li>`)}</ul></details>`}
  <//>`;
}

/** Choices is a question with its answer and the others. @param {{question: import('../api').Question, answer?: string, entry: import('../api').Entry, code: string}} props */
function Choices({ question: q, answer, entry, code }) {
  return html`<div class="stack call-question">
    <p><a href=${at(code, 'questions') + '#' + encodeURIComponent(q.id)}>${q.id}</a> <span class="soft">${q.question}</span></p>
    <ul class="call-choices">${(q.choices ?? []).map((c) => {
      const scenario = answering(library.value ?? [], q.id, c.answer);
      const now = c.answer === answer;
      return html`<li key=${c.answer}><code>${c.answer}</code> <span>${c.meaning}</span>
        ${now ? html`<span class="note">the answer now</span>` : scenario && comparable(entry) && html`<button type="button" class="link" onClick=${() => setQuery({ with: scenario }, { push: true })}>See the answer under this one<span class="offscreen"> (${q.id} = ${c.answer})</span></button>`}</li>`;
    })}</ul>
  </div>`;
}
