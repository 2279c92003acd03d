import { html, useEffect, useState } from '../vendor/preact.js';
import { act, say } from '../app/actions.js';
import { del } from '../app/api.js';
import { useData } from '../app/data.js';
import { catalog, library, needCatalog, needLibrary } from '../app/library.js';
import { at, ofAccount, ui } from '../app/paths.js';
import { go } from '../app/router.js';
import { Action } from '../parts/action.js';
import { Dialog } from '../parts/dialog.js';
import { Choice, TextField } from '../parts/field.js';
import { Switch } from '../parts/switch.js';

/** NewAccount opens an account. @param {{onClose: () => void}} props */
export function NewAccount({ onClose }) {
  const [form, setForm] = useState({ code: '', secret: '', world: '', clock: '', scenarios: '' });
  const [features, setFeatures] = useState(/** @type {Record<string, boolean>} */ ({}));
  const fields = useData('/query', { query: { kind: 'accounts' } });
  useEffect(() => {
    needCatalog();
    needLibrary();
  }, []);
  const worlds = fields.data?.fields.find((/** @type {any} */ f) => f.name === 'world')?.values ?? [];
  const scenarios = form.scenarios.split(/[\s,]+/).filter(Boolean);
  const body = {
    ...(form.code && { vendor_code: form.code }),
    ...(form.secret && { secret: form.secret }),
    ...(form.world && { world: form.world }),
    ...(Object.keys(features).length > 0 && { features }),
    ...(form.clock && { clock: form.clock }),
    ...(scenarios.length > 0 && { scenarios }),
  };
  const input = (/** @type {keyof typeof form} */ name, /** @type {any} */ about) =>
    html`<${TextField} ...${about} value=${form[name]}
      onInput=${(/** @type {string} */ text) => setForm({ ...form, [name]: text })} />`;
  return html`<${Dialog} title="Open an account" onClose=${onClose}>
    ${input('code', {
      label: 'Vendor code',
      note: 'Of A-Z a-z 0-9 . _ -; without one, the sandbox makes one up.',
      maxlength: 64,
      autofocus: true,
    })}
    ${input('secret', { label: 'Secret', note: "Without one, the sandbox's." })}
    <${Choice} label="World" value=${form.world}
      options=${[
        { value: '', label: 'as the sandbox was started' },
        ...worlds.map((/** @type {string} */ w) => ({ value: w, label: w })),
      ]} onChange=${(/** @type {string} */ world) => setForm({ ...form, world })} />
    ${input('clock', { label: 'Frozen clock', note: 'Such as 2026-05-13 12:12:12; without one, its clock runs.' })}
    ${input('scenarios', {
      label: 'Scenarios',
      note: 'Active from the start, names with a blank between.',
      list: 'accounts-scenarios',
    })}
    <datalist id="accounts-scenarios">
      ${(library.value ?? []).map((s) => html`<option key=${s.name} value=${s.name} />`)}</datalist>
    ${(catalog.value?.features ?? []).map(
      (f) => html`<div key=${f.feature}>
      <${Switch} checked=${features[f.feature] ?? f.default} label=${html`<code>${f.feature}</code>`}
      onChange=${(/** @type {boolean} */ enabled) => setFeatures({ ...features, [f.feature]: enabled })} /></div>`,
    )}
    <div class="actions"><${Open} body=${body} onClose=${onClose} />
      <button type="button" onClick=${onClose}>Cancel</button></div>
  <//>`;
}

/** @param {{body: any, onClose: () => void}} props */
function Open({ body, onClose }) {
  return html`<${Action} primary label="Open it" path="/accounts" body=${body} done=${(
    /** @type {import('../api').AccountState} */ { vendor_code: code },
  ) => {
    onClose();
    go(at(code));
    say(`${code} is open.`, {
      undo: () => act({ does: () => del(ofAccount(code)).then(() => go(ui('accounts'))), said: 'Undone.' }),
    });
  }} />`;
}
