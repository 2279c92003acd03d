import { html, useEffect, useState } from '../vendor/preact.js';
import { post } from '../app/api.js';
import { library, needLibrary } from '../app/library.js';
import { canRepeat, repeat } from '../app/repeat.js';
import { setQuery } from '../app/router.js';
import { active } from '../app/store.js';
import { DiffRows } from '../parts/diff.js';
import { Popover } from '../parts/popover.js';
import { Section } from '../parts/screen.js';
import { Status } from '../parts/signs.js';
import { Failure, Skeleton } from '../parts/states.js';

/** @typedef {import('../api').Entry} Entry */
/** @typedef {import('../api').Scenario} Scenario */

const listed = 40; // scenarios

/** Reports whether the call can be repeated as a preview. @param {Entry} entry */
export const comparable = (entry) => !canRepeat(entry) && Boolean(entry.account);

/**
 * Returns the scenario that answers a question so and does nothing else.
 * @param {Scenario[]} scenarios @param {string} question @param {string} answer
 */
export function answering(scenarios, question, answer) {
  return scenarios.find((s) => s.effects.length > 0 && s.effects.every((e) => e.act === 'answer-to-question' && e.question === question && e.answer === answer))?.name;
}

/** Reports whether a scenario can affect a call of an operation. @param {Scenario} s @param {string | undefined} operation */
const affects = (s, operation) => !s.error && s.group !== 'codes' && (s.operations.length === 0 || s.operations.includes(operation ?? ''));

/** CompareWith chooses what to compare the answer with. @param {{entry: Entry, code: string}} props */
export function CompareWith({ entry }) {
  const [text, setText] = useState('');
  const why = canRepeat(entry) || (entry.account ? '' : 'a call without an account cannot be signed');
  if (why) return html`<button type="button" aria-disabled="true" title=${why}>Compare with…</button>`;
  const low = text.toLowerCase();
  const found = (library.value ?? []).filter((s) => affects(s, entry.operation) && `${s.name} ${s.summary}`.toLowerCase().includes(low));
  return html`<${Popover} label="Compare with…" opened=${(/** @type {boolean} */ open) => open && needLibrary()}>
    ${(/** @type {() => void} */ close) => html`<div class="stack call-codes">
      <p class="note">The call is sent again as a preview, which stores nothing, under</p>
      <input type="search" aria-label="Scenario" placeholder="Scenario" value=${text} autofocus onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
      <ul>${['', ...found.slice(0, listed).map((s) => s.name)].filter((name) => name || !text).map((name) => html`<li key=${name}><button type="button" class="plain" onClick=${() => { close(); setQuery({ with: name || 'now' }, { push: true }); }}>${name || 'the account as it is now'}</button></li>`)}</ul>
    </div>`}
  <//>`;
}

/**
 * Compare repeats the call as it is and under a scenario, both as previews, and
 * shows how the two answers differ.
 * @param {{entry: Entry, code: string, wanted: string, href: (id: string) => string}} props
 * wanted is the name of a scenario, or now for the account as it is
 */
export function Compare({ entry, wanted, href }) {
  const [comparison, setComparison] = useState(/** @type {import('../api').Comparison | undefined} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const why = comparable(entry) ? '' : canRepeat(entry) || 'a call without an account cannot be signed';
  const run = async () => {
    setError(undefined);
    try {
      // Under a scenario, both answers are of now: the data may have changed since the call.
      const preview = { 'X-Sandbox-Preview': '1' };
      const now = await repeat(entry, preview);
      if (wanted === 'now') setComparison(await post('/compare', { a: entry.id, b: now }));
      else setComparison(await post('/compare', { a: now, b: await repeat(entry, { ...preview, 'X-Sandbox-Scenario': wanted }) }));
    } catch (failure) {
      setError(failure);
    }
  };
  useEffect(() => {
    if (!why) run();
  }, [entry.id, wanted]);
  const others = active.value.map((a) => a.name).filter((name) => name !== wanted);
  const title = wanted === 'now' ? 'Compared with the same call now' : html`Compared with the answer under <code>${wanted}</code>`;
  return html`<${Section} title=${title} actions=${html`<button type="button" class="small" onClick=${() => setQuery({ with: null })}>Close</button>`}>
    ${why && html`<p class="banner warn">It cannot be compared: ${why}.</p>`}
    ${error && html`<${Failure} error=${error} retry=${run} />`}
    ${!comparison && !error && !why && html`<${Skeleton} rows=${3} />`}
    ${others.length > 0 && html`<p class="note">${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} active for the account and can affect both answers.</p>`}
    ${comparison && html`<${Compared} c=${comparison} wanted=${wanted} href=${href} />`}
  <//>`;
}

/** @param {{c: import('../api').Comparison, wanted: string, href: (id: string) => string}} props */
function Compared({ c, wanted, href }) {
  const header = c.header.filter((h) => !/^x-sandbox-/i.test(h.name)).map((h) => ({ path: `header ${h.name}`, change: h.a === null ? 'added' : h.b === null ? 'removed' : 'changed', a: h.a, b: h.b }));
  const names = /** @type {[string, string]} */ (wanted === 'now' ? ['Then', 'Now'] : ['Now', `Under ${wanted}`]);
  return html`<div class="stack">
    <p class="row"><${Status} status=${c.status.a} code=${c.code.a} /> <span aria-hidden="true">→</span><span class="offscreen">became</span> <${Status} status=${c.status.b} code=${c.code.b} />
      <a href=${href(c.b.id)}>${c.b.id}</a></p>
    ${c.same || (c.body.length === 0 && header.length === 0) ? html`<p>${c.status.a === c.status.b ? 'Both answers are the same.' : 'Only the status differs.'}</p>` : html`<${DiffRows} rows=${[...header, ...c.body]} label="How the answers differ" names=${names} />`}
    ${c.more ? html`<p class="note">${c.more} more differences found no room.</p>` : null}
    ${c.notes?.map((note) => html`<p key=${note} class="note">${note}</p>`)}
  </div>`;
}
