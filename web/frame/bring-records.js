import { html, useState } from '../vendor/preact.js';
import { say } from '../app/actions.js';
import { post, put, Refused } from '../app/api.js';
import { count, quoted } from '../app/format.js';
import { at, ofAccount, queryText } from '../app/paths.js';
import { go } from '../app/router.js';
import { Action } from '../parts/action.js';

/** @typedef {import('../api').Imported} Imported */

/** What an import may do otherwise: its name in the query, its flag, and what it means. */
const options = [
  ['replace', '--replace', 'Replace the records that the account has already'],
  ['keep_going', '--keep-going', 'Import the right records when others are refused'],
  ['lenient', '--lenient', 'Note broken rules and links, and import all the same'],
  ['shift_dates', '--shift-dates', 'Move all dates, so that the latest is of today'],
  ['personal', '--keep-personal-data', 'Keep personal data, which is replaced otherwise'],
];
const before = 'before-import'; // the snapshot that Undo goes back to
const keep = ['scenarios', 'journal', 'clock', 'features', 'questions'];

/**
 * Records imports records into the account, all of them or none.
 * @param {{code: string, file: File, close: () => void}} props
 */
export function Records({ code, file, close }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [refused, setRefused] = useState(/** @type {Refused | undefined} */ (undefined));
  const toggle = (/** @type {string} */ id) =>
    setChosen(chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id]);
  const query = {
    ...Object.fromEntries(chosen.filter((c) => c !== 'personal').map((c) => [c, true])),
    anonymize: chosen.includes('personal') ? false : undefined,
    file: file.name,
  };
  const path = ofAccount(code, 'records') + queryText(query);
  const send = async () => {
    setRefused(undefined);
    await put(ofAccount(code, 'snapshots', before));
    try {
      return await post(path, file);
    } catch (failure) {
      if (failure instanceof Refused) setRefused(failure);
      throw failure;
    }
  };
  const done = (/** @type {Imported} */ answer) => {
    close();
    say(saidOf(code, answer), {
      undo: () => post(ofAccount(code, 'reset'), { to: before, keep }).then(() => say('Undone.')),
    });
    const [kind] = Object.keys(answer.created);
    if (kind) go(at(code, 'data', kind.endsWith('s') ? kind : `${kind}s`));
  };
  const flags = options.flatMap(([id, flag]) => (chosen.includes(id) ? [flag] : []));
  return html`<fieldset class="stack"><legend class="offscreen">How</legend>${options.map(
    ([id, , label]) => html`<label key=${id} class="row">
      <input type="checkbox" checked=${chosen.includes(id)} onChange=${() => toggle(id)} />
        <span>${label}</span></label>`,
  )}</fieldset>
    ${
      refused &&
      html`<div class="banner bad" role="alert"><ol class="stack">${(
        refused.faults.length ? refused.faults : [refused]
      ).map(({ message }, i) => html`<li key=${i}>${message}</li>`)}</ol></div>`
    }
    <p class="note">A snapshot ${before} is taken first, and Undo goes back to it. When a record is wrong, nothing is
      imported.</p>
    <div class="actions"><${Action} primary label=${`Import into ${code}`} does=${send} done=${done} />
      <code class="note">
        ${['commerce-sandbox import', ...flags, '--account', quoted(code), quoted(file.name)].join(' ')}</code></div>`;
}

/** Says what an import did. @param {string} code @param {Imported} answer */
function saidOf(code, { created, replaced, refused, anonymized }) {
  const all = (/** @type {Record<string, number>} */ of) =>
    Object.entries(of)
      .filter(([, n]) => n > 0)
      .map(([kind, n]) => `${n} ${kind}`)
      .join(', ');
  const parts = [
    [created, 'created'],
    [replaced, 'replaced'],
    [refused, 'refused'],
  ].flatMap(([of, what]) => (all(/** @type {any} */ (of)) ? [`${all(/** @type {any} */ (of))} ${what}`] : []));
  const values = Object.values(anonymized).reduce((sum, n) => sum + n, 0);
  const personal = values ? `; ${count(values, 'personal value')} replaced` : '';
  return `${code}: ${parts.join('; ') || 'nothing new'}${personal}.`;
}
