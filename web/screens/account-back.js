import { html, useEffect, useState } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Section } from '../parts/screen.js';
import { suggested, TakeSnapshot } from './account-snapshots.js';

/** @typedef {import('../api').AccountState} State */

/** What a reset can leave as it is. */
const parts = [
  ['scenarios', 'Active scenarios'],
  ['journal', 'Recorded calls'],
  ['clock', 'Clock'],
  ['features', 'Features'],
  ['questions', 'Answers to questions'],
];

/**
 * GoBack takes the account to its world, to nothing or to a snapshot.
 * @param {{code: string, state: State, snapshots?: import('../api').Snapshot[]}} props
 */
export function GoBack({ code, state, snapshots }) {
  const [asking, setAsking] = useState(false);
  const { query, hash } = location.value;
  useEffect(() => {
    if (hash === 'go-back') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  const to = query.get('to') || 'world';
  const keep = (query.get('keep') ?? '').split(',').filter((part) => parts.some(([id]) => id === part));
  const names = (snapshots ?? []).map((s) => s.name);
  const known = to === 'world' || to === 'empty' || names.includes(to);
  const targets = [
    ['world', `Its world, ${state.world}`],
    ['empty', 'Empty: products and partners only'],
    ...names.map((name) => [name, `Snapshot ${name}`]),
  ];
  const body = { ...(to !== 'world' && { to }), ...(keep.length > 0 && { keep }) };
  const cli = [
    'commerce-sandbox reset',
    ...(state.first ? [] : [`--account ${code}`]),
    ...(to === 'world' ? [] : [`--to ${to}`]),
    ...(keep.length ? [`--keep ${keep.join(',')}`] : []),
  ].join(' ');
  const name =
    to === 'world' ? `world ${state.world}` : to === 'empty' ? 'products and partners only' : `snapshot ${to}`;
  const toggle = (/** @type {string} */ part) =>
    setQuery({ keep: (keep.includes(part) ? keep.filter((k) => k !== part) : [...keep, part]).join(',') });
  return html`<${Section} title="Go back" id="go-back">
    <fieldset class="stack account-choices"><legend>To</legend>
      ${targets.map(
        ([id, label]) => html`<label key=${id} class="row">
        <input type="radio" name="to" value=${id} checked=${id === to}
          onChange=${() => setQuery({ to: id === 'world' ? null : id })} /><span>${label}</span></label>`,
      )}
    </fieldset>
    <fieldset class="account-choices"><legend>Keep</legend><div class="row account-keep">
      ${parts.map(
        ([id, label]) => html`<label key=${id} class="row">
        <input type="checkbox" checked=${keep.includes(id)} onChange=${() => toggle(id)} />
        <span>${label}</span></label>`,
      )}
    </div></fieldset>
    ${
      !known &&
      snapshots &&
      html`<div class="banner warn">
      <p><strong>No snapshot is named ${to}.</strong> It was deleted.</p></div>`
    }
    <div class="actions">
      <button type="button" class="danger" aria-disabled=${known ? undefined : 'true'}
        title=${known ? undefined : 'There is no such snapshot.'} onClick=${() => setAsking(known)}>Go back…</button>
    </div>
    <p class="note">Secret, snapshots, your scenarios and coverage stay.</p>
    ${
      asking &&
      html`<${Dialog} title=${`Go back to ${name}?`} onClose=${() => setAsking(false)}>
        <p>${takenAway(state, keep)} A reset cannot be undone; a snapshot first keeps a way back for the data.</p>
        <div class="actions">
          <${Action} danger label="Go back" name=${`Go back to ${name}`} path=${ofAccount(code, 'reset')} body=${body}
            cli=${cli} said=${`${code} is back to ${name}.`} done=${() => setAsking(false)} />
          <${TakeSnapshot} code=${code} name=${suggested(names)} label="Take a snapshot first" />
          <button type="button" onClick=${() => setAsking(false)}>Leave it</button></div><//>`
    }
  <//>`;
}

/** Says what a reset takes away. @param {State} state @param {string[]} keep */
function takenAway({ counts, calls }, keep) {
  const records = Object.values(counts?.records ?? {}).reduce((sum, n) => sum + n, 0);
  const gone = parts.filter(([id]) => !keep.includes(id) && id !== 'journal').map(([, label]) => label.toLowerCase());
  const lost = keep.includes('journal') ? '' : ` ${count(calls, 'recorded call')} ${calls === 1 ? 'goes' : 'go'}.`;
  const back = gone.length ? ` As at the start again: ${gone.join(', ')}.` : '';
  return `${count(records, 'record')}, with all that calls and people changed, ${
    records === 1 ? 'is' : 'are'
  } replaced.${lost}${back}`;
}
