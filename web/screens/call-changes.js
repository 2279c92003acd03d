import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { at } from '../app/paths.js';
import { Chip } from '../parts/signs.js';
import { Diff } from '../parts/diff.js';
import { Section } from '../parts/screen.js';

/** The kinds of records that have a page. */
const shown = ['order', 'campaign', 'customer', 'subscription', 'product', 'partner'];

/**
 * Changes are the records that the call created, changed or deleted.
 * @param {{entry: import('../api').Entry, code: string}} props
 */
export function Changes({ entry, code }) {
  const changes = entry.changes ?? [];
  if (changes.length === 0) return null;
  return html`<${Section}
    title=${`What ${entry.discarded ? 'would have changed' : 'changed'}: ${count(changes.length, 'record')}`}>
    ${entry.discarded && html`<p class="banner bent">The account discards writes: nothing of this is stored.</p>`}
    ${changes.map(
      (c) => html`<div key=${`${c.kind} ${c.id}`} class="stack">
      <${Changed} change=${c} code=${entry.account ?? code} /></div>`,
    )}
  <//>`;
}

/** @param {{change: import('../api').Change, code: string}} props */
function Changed({ change: { kind, id, before, after, truncated }, code }) {
  const what = truncated ? 'changed' : before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
  const colour = what === 'created' ? 'ok' : what === 'deleted' ? 'bad' : '';
  return html`<p class="row"><strong>${kind}</strong>
    ${
      shown.includes(kind) && what !== 'deleted'
        ? html`<a class="mono" href=${at(code, 'data', `${kind}s`, id)}>${id}</a>`
        : html`<code>
      ${id}</code>`
    }<${Chip} kind=${colour}>${what}<//></p>
    ${
      truncated
        ? html`<p class="soft">Its fields before and after found no room in the journal.</p>`
        : html`<${Diff}
      before=${before} after=${after} label=${`What changed in ${kind} ${id}`} />`
    }`;
}
