import { html, useState } from '../vendor/preact.js';
import { useAnswer } from '../app/answer.js';
import { count } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { go } from '../app/router.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Failure, Skeleton } from '../parts/states.js';

/** @typedef {import('../api').RecordName} Name */

const listed = 20; // records that are named

/**
 * Delete deletes a record, after it said what goes with it.
 * @param {{code: string, of: import('./data-kinds.js').Kind, id: string}} props
 */
export function Delete({ code, of, id }) {
  const [asking, setAsking] = useState(false);
  return html`<button type="button" class="small danger" onClick=${() => setAsking(true)}>Delete…</button>
    ${asking && html`<${Asked} code=${code} of=${of} id=${id} onClose=${() => setAsking(false)} />`}`;
}

/** @param {{code: string, of: import('./data-kinds.js').Kind, id: string, onClose: () => void}} props */
function Asked({ code, of, id, onClose }) {
  const path = ofAccount(code, of.id, id),
    name = `${of.one} ${id}`;
  const { data, error } = useAnswer('DELETE', `${path}?dry_run=true`, {}, { wait: 0, on: ['record', 'call'] });
  return html`<${Dialog} title=${`Delete ${name}`} onClose=${onClose}>
    ${
      error
        ? html`<${Failure} error=${error} />`
        : !data
          ? html`<${Skeleton} rows=${2} />`
          : html`<${What} title="Goes" all=${data.removed} /><${What} title="Changes" all=${data.changed} />
      ${data.forms ? html`<p>${count(data.forms, 'uploaded form')} ${data.forms === 1 ? 'goes' : 'go'} too.</p>` : null}
      <p class="note">A snapshot or a reset brings it back; nothing else does.</p>`
    }
    <div class="actions">
      <${Action} danger label="Delete" name=${`Delete ${name} for ever`} method="DELETE" path=${path} disabled=${!data}
        why="What goes is not known yet." said=${`${name} is deleted.`} done=${() => go(at(code, 'data', of.id))} />
      <button type="button" onClick=${onClose}>Keep it</button></div>
  <//>`;
}

/** What names records. @param {{title: string, all: Name[]}} props */
function What({ title, all }) {
  if (all.length === 0) return null;
  return html`<p><strong>${title}:</strong> ${all
    .slice(0, listed)
    .map((r) => `${r.kind} ${r.id}`)
    .join(', ')}${all.length > listed ? ` and ${count(all.length - listed, 'more record')}` : ''}.</p>`;
}
