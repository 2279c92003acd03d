import { html, useState } from '../vendor/preact.js';
import { put } from '../app/api.js';
import { count, dateTime } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { Section } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';

/** @typedef {import('../api').Snapshot} Snapshot */

/** Suggests a name that no snapshot has: today's date, with a number where it is taken. @param {string[]} names */
export function suggested(names) {
  const today = new Date().toISOString().slice(0, 10);
  let name = today;
  for (let n = 2; names.includes(name); n++) name = `${today}-${n}`;
  return name;
}

/**
 * TakeSnapshot takes a snapshot, about which of several things it is done before.
 * @param {{code: string, name: string, label: string, about?: string, done?: () => void, disabled?: boolean}}
 * props
 */
export function TakeSnapshot({ code, name, label, about, done, disabled }) {
  const path = ofAccount(code, 'snapshots', name);
  return html`<${Action} label=${label} name=${about && `${label}: ${about}`} method="PUT" path=${path}
    disabled=${disabled} why="A name is required." done=${done}
    does=${() => put(path)} said=${(/** @type {Snapshot} */ s) => `Snapshot ${s.name} has ${counted(s)}.`} />`;
}

/** @param {Snapshot} s */
function counted({ counts }) {
  if (!counts) return 'no counts, because an older sandbox took it';
  return [
    count(counts.orders, 'order'),
    count(counts.campaigns, 'campaign'),
    count(counts.customers, 'customer'),
    count(counts.subscriptions, 'subscription'),
  ].join(', ');
}

/**
 * Snapshots are saved states of the data.
 * @param {{code: string, snapshots: any}} props snapshots are as useData has them
 */
export function Snapshots({ code, snapshots }) {
  const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
  const [doomed, setDoomed] = useState(/** @type {Snapshot | undefined} */ (undefined));
  const names = (snapshots.data?.snapshots ?? []).map((/** @type {Snapshot} */ s) => s.name);
  const name = typed ?? suggested(names);
  const taken = names.includes(name);
  const gone = () => {
    setDoomed(undefined);
    // The button that had the focus is no more.
    setTimeout(() => document.getElementById('snapshots')?.querySelector('input')?.focus());
  };
  return html`<${Section} title="Snapshots" id="snapshots"
    actions=${html`<a href=${at(code, 'differences')}>Compare two</a>`}>
    <div class="account-take">
      <${TextField} label="Name" value=${name} onInput=${setTyped} maxlength="64"
        note=${taken ? 'It replaces the snapshot of this name.' : 'Of letters, digits and . _ -'} />
      <${TakeSnapshot} code=${code} name=${name} label="Take a snapshot" disabled=${!name}
        done=${() => setTyped(undefined)} /></div>
    <${Loaded} of=${snapshots} rows=${2}>${(/** @type {{snapshots: Snapshot[]}} */ answer) =>
      answer.snapshots.length === 0
        ? html`<${Empty} title="No snapshots yet."><p>A snapshot keeps the data as they are now, to go back to.</p><//>`
        : html`<ul class="account-snapshots">${answer.snapshots.map(
            (s) => html`<li key=${s.name}>
          <div><strong class="mono">${s.name}</strong>
            <p class="note">${s.time ? `taken ${dateTime(s.time)}` : ''}
              ${s.account_time && differ(s) ? `; the account's clock showed ${dateTime(s.account_time)}` : ''}</p>
            <p class="note">${counted(s)}</p></div>
          <div class="actions">
            <a class="button" aria-label=${`Compare with now: ${s.name}`}
              href=${at(code, 'differences', { from: s.name })}>Compare with now</a>
            <a class="button" href=${at(code, 'account', { to: s.name }) + '#go-back'}>Go back to it…</a>
            <button type="button" class="danger" aria-label=${`Delete snapshot ${s.name}`}
              onClick=${() => setDoomed(s)}>Delete</button></div></li>`,
          )}</ul>`}
    <//>
    ${
      doomed &&
      html`<${Dialog} title=${`Delete snapshot ${doomed.name}`} onClose=${() => setDoomed(undefined)}>
      <p>It has ${counted(doomed)}. A deleted snapshot cannot be brought back.</p>
      <div class="actions">
        <${Action} danger label="Delete" name=${`Delete snapshot ${doomed.name} for ever`} method="DELETE"
          path=${ofAccount(code, 'snapshots', doomed.name)} said=${`Snapshot ${doomed.name} is deleted.`}
          done=${gone} />
        <button type="button" onClick=${() => setDoomed(undefined)}>Keep it</button></div><//>`
    }
  <//>`;
}

/** @param {Snapshot} s */
function differ({ time, account_time }) {
  return Math.abs(Date.parse(time ?? '') - Date.parse(account_time ?? '')) > 60_000;
}
