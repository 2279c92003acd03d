import { html } from '../vendor/preact.js';
import { catalog } from '../app/library.js';
import { TextField } from '../parts/field.js';
import { heldOf, withMore, withValue } from './scenario-held.js';
import { Rule } from './scenario-rule.js';

/** @typedef {import('./scenario-held.js').Path} Path */

/**
 * ScenarioForm shows a scenario as fields, and writes what is changed into its YAML. It is closed by a text that it
 * cannot hold.
 * @param {{code: string, text: string, onChange: (text: string) => void}} props
 */
export default function ScenarioForm({ code, text, onChange }) {
  const held = heldOf(text);
  if ('why' in held) {
    return html`<p class="banner" role="status">The form is closed, because ${held.why} (line ${held.line}). Go on in
      the YAML.</p>`;
  }
  const write = (/** @type {Path} */ path, /** @type {string} */ value) => onChange(withValue(text, path, value));
  return html`<form class="stack scenario-form" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <${TextField} label="Summary" value=${held.summary ?? ''} spellcheck
      onInput=${(/** @type {string} */ summary) => write(['summary'], summary)} />
    ${held.rules.map(
      (rule, i) => html`<${Rule} key=${i} n=${i} rule=${rule} of=${held.rules.length} code=${code} text=${text}
      operations=${catalog.value?.operations ?? []} write=${write} onChange=${onChange} />`,
    )}
    <div class="actions"><button type="button"
      onClick=${() => onChange(withMore(text, ['rules'], { on: 'search-orders', fail: 'INTERNAL_ERROR' }))}>Add a
        rule</button></div>
  </form>`;
}
