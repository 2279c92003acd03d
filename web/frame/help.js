import { html } from '../vendor/preact.js';
import { shortcuts } from '../app/keys.js';
import { ui } from '../app/paths.js';
import { letters } from '../app/preferences.js';
import { about } from '../app/sandbox.js';
import { Dialog } from '../parts/dialog.js';
import { Switch } from '../parts/switch.js';
import { helping } from './helping.js';

/** Help says what the pages are, and which keys do what. */
export default function Help() {
  const vendored = new URL('../vendor/LICENSES.txt', import.meta.url).href;
  return html`<${Dialog} title="Help" onClose=${() => (helping.value = false)}>
    <p>The <a href=${ui('guide')} onClick=${() => (helping.value = false)}>guide</a> says what the sandbox does and how.
    Everything that these pages do, <code>curl</code> and the program can do too: <code>${'>_'}</code> beside a button
    shows how.</p>
    <${Switch} checked=${letters.value} label="Single letters are shortcuts"
      onChange=${(/** @type {boolean} */ on) => (letters.value = on)} />
    <dl class="facts keys" tabindex="0">
      ${shortcuts().map(
        ([key, label]) => html`<dt key=${key}>
        ${key.split(' ').map((k) => html`<kbd>${k.replace('ctrl+', 'Ctrl+')}</kbd> `)}</dt><dd>${label}</dd>`,
      )}</dl>
    <p class="note">commerce-sandbox ${about.value?.version}. The pages contain work of
      others: <a href=${vendored} target="_blank" rel="noopener">licences and notices</a>.</p>
  <//>`;
}
