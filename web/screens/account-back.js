import { html, useEffect } from '../vendor/preact.js';
import { post } from '../app/api.js';
import { useData } from '../app/data.js';
import { ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Action } from '../parts/action.js';
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

/** GoBack takes the account to its world, to nothing or to a snapshot. @param {{code: string, state: State}} props */
export function GoBack({ code, state }) {
  const snapshots = useData(ofAccount(code, 'snapshots'), { on: ['snapshot', 'reset'] });
  const { query, hash } = location.value;
  useEffect(() => {
    if (hash === 'go-back') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  const to = query.get('to') || 'world';
  const keep = (query.get('keep') ?? '').split(',').filter((part) => parts.some(([id]) => id === part));
  const names = (snapshots.data?.snapshots ?? []).map((/** @type {import('../api').Snapshot} */ s) => s.name);
  const known = to === 'world' || to === 'empty' || names.includes(to);
  const targets = [
    ['world', `Its world, ${state.world}`],
    ['empty', 'Empty: products and partners only'],
    ...names.map((/** @type {string} */ name) => [name, `Snapshot ${name}`]),
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
      snapshots.data &&
      html`<div class="banner warn">
      <p><strong>No snapshot is named ${to}.</strong> It was deleted.</p></div>`
    }
    <div class="actions">
      <${Action} danger label="Go back" name=${`Go back to ${name}`} path=${ofAccount(code, 'reset')} body=${body}
        cli=${cli} disabled=${!known} why="There is no such snapshot."
        does=${() => post(ofAccount(code, 'reset'), body)} said=${`${code} is back to ${name}.`} />
      <${TakeSnapshot} code=${code} name=${suggested(names)} label="Take a snapshot first" />
    </div>
    <p class="note">A reset cannot be undone; a snapshot first keeps a way back. Secret, snapshots, your scenarios and
      coverage stay.</p>
  <//>`;
}
