import { html, useId, useRef, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { commandOf, patch } from '../app/api.js';
import { count, quoted } from '../app/format.js';
import { library } from '../app/library.js';
import { at, ofAccount, ui } from '../app/paths.js';
import { active } from '../app/store.js';
import { connection } from '../app/sandbox.js';
import { Commands } from '../parts/action.js';
import { Icon } from '../parts/icon.js';
import { Chip } from '../parts/signs.js';

/** @typedef {import('../api').Question} Q */

/** @type {Record<string, string>} */
const sure = {
  documented: 'the document says so',
  known: 'seen in public material on services that speak the interface',
  likely: 'inferred from such material',
  tested: 'found by tests with client libraries',
  chosen: 'our choice',
};

/**
 * Question is one open question with its answer and, where the account can
 * choose, the other answers.
 * @param {{code: string, question: Q, answer?: string, calls: number, care: string, kept?: string,
 *   shown: string, here: boolean, reload: () => void}} props care says what the command of a kept rehearsal does
 *   about it, and shown what a recording shows
 */
export function Question({ code, question: q, answer, calls, care, kept, shown, here, reload }) {
  const by = active.value.find((a) =>
    library.value?.find((s) => s.name === a.name)?.effects.some((e) => e.question === q.id),
  );
  return html`<article id=${q.id} class=${'questions-one stack ' + (here ? 'questions-here' : '')} aria-label=${q.id}>
    <div class="section-head"><h3>${q.question}</h3>
      <a class="mono note" href=${'#' + q.id} aria-label=${`Link to ${q.id}`}>${q.id}</a></div>
    <p class="measure">${q.answer}</p>
    <div class="row"><${Chip}>${q.basis}<//><span class="note">${sure[q.basis]}</span>
      ${
        calls > 0 &&
        html`<a class="note" href=${at(code, 'calls', { q: `question:${q.id}` })}>
        ${count(calls, 'call')} depended on it</a>`
      }</div>
    ${shown && html`<p class="note"><strong>${shown}</strong></p>`}
    ${care && html`<p class="note"><a href=${ui('rehearsal') + `?kept=${kept}`}>Rehearsed</a>: ${care}</p>`}
    ${
      by &&
      html`<p class="note bent">
      <${Icon} name="bent" /> While <a href=${at(code, 'scenarios', by.name)}>${by.name}</a> is active, it answers this
        question, whatever is chosen here.</p>`
    }
    ${q.has_choice && answer && html`<${Choices} code=${code} question=${q} answer=${answer} reload=${reload} />`}
  </article>`;
}

/** @param {{code: string, question: Q, answer: string, reload: () => void}} props */
function Choices({ code, question: q, answer, reload }) {
  const name = useId();
  const path = ofAccount(code),
    to = (/** @type {string} */ wanted) => ({ assume: { [q.id]: wanted } });
  const lost = connection.value.state === 'lost';
  const choose = async (/** @type {string} */ wanted) => {
    await act({
      does: () => patch(path, to(wanted)),
      said: `${q.id} is answered with ${wanted}, from the next call on.`,
      undo: async () => {
        await patch(path, to(answer));
        reload();
      },
    });
    reload();
  };
  const choices = q.choices ?? [];
  const other = !choices.some((c) => c.answer === answer);
  return html`<fieldset class="questions-choices" disabled=${lost}
    title=${lost ? 'The sandbox does not answer.' : undefined}>
    <legend class="offscreen">Answer of ${code}: ${q.question}</legend>
    ${choices.map(
      (c) => html`<label key=${c.answer}
        class=${answer === c.answer && c.answer !== q.default ? 'questions-changed' : ''}>
      <input type="radio" name=${name} value=${c.answer} checked=${answer === c.answer}
        onChange=${() => choose(c.answer)} />
      <span><code>${c.answer}</code>${c.answer === q.default && html` <span class="note">as usual</span>`}
        <span class="questions-meaning">${c.meaning}</span></span></label>`,
    )}
    ${
      q.duration &&
      html`<${Duration} key=${other ? answer : ''} name=${name} value=${other ? answer : ''}
      onChoose=${choose} about=${q.id} />`
    }
    <div class="row note">
      <${Commands} key=${answer} look="small" about=${`the answer to ${q.id}`}
        curl=${() => commandOf('PATCH', path, to(answer))}
        cli=${`commerce-sandbox --assume ${quoted(`${q.id}=${answer}`)}`} />
      the same as a command</div>
  </fieldset>`;
}

/**
 * Duration is any other duration.
 * @param {{name: string, value: string, onChoose: (answer: string) => void, about: string}} props
 */
function Duration({ name, value, onChoose, about }) {
  const [text, setText] = useState(value);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) onChoose(text.trim());
    else field.current?.focus();
  };
  return html`<form class="questions-duration" onSubmit=${send}>
    <input type="radio" name=${name} aria-label="Another duration" checked=${value !== ''} onChange=${send} />
    <label class="row">another
      duration <input ref=${field} class="questions-time" type="text" value=${text} placeholder="90s"
        spellcheck=${false} aria-label=${`Another duration for ${about}`}
        onInput=${(/** @type {any} */ e) => setText(e.target.value)} /></label>
    <button type="submit" class="small">Set</button>
  </form>`;
}
