import { html } from '../vendor/preact.js';
import { library } from '../app/library.js';
import { TextField } from '../parts/field.js';

const longest = 100;

/**
 * Returns why a new scenario cannot have a name, and what saving it replaces.
 * @param {string} name
 * @returns {{fault?: string, replaces?: boolean}}
 */
export function nameCheck(name) {
  if (!name) return { fault: 'Give it a name.' };
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    return { fault: 'A name consists of a-z, 0-9 and -, and does not begin with -.' };
  if (name.length > longest) return { fault: `A name has at most ${longest} characters.` };
  if (name === 'new') return { fault: 'The pages use the name new; choose another one.' };
  const other = library.value?.find((s) => s.name === name);
  if (!other) return {};
  if (other.source === 'own') return { replaces: true };
  if (other.source === 'account')
    return { fault: `The account has a scenario ${name} of its own; change that one, or choose another name.` };
  return {
    fault:
      other.source === 'folder'
        ? `The folder of scenarios has a file ${name}; choose another name.`
        : `A shipped scenario is named ${name}; choose another name.`,
  };
}

/**
 * Name is the name of a new scenario.
 * @param {{name: string, onChange: (name: string) => void}} props
 */
export function Name({ name, onChange }) {
  const { fault, replaces } = nameCheck(name);
  const note = replaces
    ? html`<span class="warn">You have a scenario ${name}. Saving replaces it.</span>`
    : 'a-z, 0-9 and -';
  return html`<${TextField} label="Name" note=${note} fault=${fault} class="mono" value=${name}
    onInput=${(/** @type {string} */ now) => onChange(now.trim())} />`;
}
