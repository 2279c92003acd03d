import { html } from '../vendor/preact.js';
import { say } from '../app/actions.js';
import { Chip } from './signs.js';

/**
 * Unsaved says that a text is in this tab only, and takes it back.
 * @param {{draft: import('../vendor/preact.js').Signal<import('../app/drafts.js').Draft | null>}} props
 */
export function Unsaved({ draft }) {
  const discard = () => {
    const before = draft.value;
    draft.value = null;
    say('The unsaved text is discarded.', { undo: async () => (draft.value = before) });
  };
  return html`<span class="row"><${Chip} kind="warn" title="This tab keeps it over reloads and restarts.">Unsaved<//>
    <button type="button" onClick=${discard}>Discard</button></span>`;
}
