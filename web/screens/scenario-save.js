// Saving a scenario, switching it on, deleting it: by button and by key.
import { html } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { commandOf, del, get, put } from '../app/api.js';
import { at, ofAccount, segment } from '../app/paths.js';
import { go } from '../app/router.js';
import { activate, commandsOf, lasting, limitsOf } from '../app/scenarios.js';
import { Action, Commands } from '../parts/action.js';
import { nameCheck } from './scenario-name.js';

/**
 * @typedef {object} Saving
 * @property {string} code
 * @property {string} name
 * @property {string} text
 * @property {string | undefined} before the text that is saved now
 * @property {string | undefined} why it cannot be saved
 * @property {boolean} isNew
 * @property {boolean} alone whether it is a scenario of the account alone, which saving activates
 * @property {() => void} saved
 */

/** @param {Saving} what */
const pathOf = ({ code, name, alone }) => (alone ? ofAccount(code, 'scenarios', name) : `/scenarios/${segment(name)}`);

/** @param {Saving} what */
function saving(what) {
  const { name, text, before, isNew } = what;
  const replaces = isNew && nameCheck(name).replaces;
  let last = before;
  return {
    does: async () => {
      if (replaces) last = (await get(pathOf(what))).yaml;
      return put(pathOf(what), { yaml: text });
    },
    said: replaces ? `${name} is saved in place of the one before.` : `${name} is saved.`,
    undo: before === undefined && !replaces ? undefined : () => put(pathOf(what), { yaml: last }),
  };
}

/** @param {Saving} what */
function done({ code, name, saved, isNew }) {
  saved();
  if (isNew) go(at(code, 'scenarios', name, 'edit'), { replace: true });
}

/** Saves a scenario. @param {Saving} what */
export async function saveScenario(what) {
  if ((await act(saving(what))) !== undefined) done(what);
}

/** Saves a scenario and activates it for the account. @param {Saving} what */
export async function switchOn(what) {
  const file = await act({ ...saving(what), said: undefined });
  if (file === undefined) return;
  await activate(file, limitsOf(lasting.value), 'It is saved.');
  done(what);
}

/** @param {Saving} what */
export function Save(what) {
  const { text, why } = what;
  return html`<${Action} label="Save" method="PUT" path=${pathOf(what)} body=${{ yaml: text }} disabled=${Boolean(why)}
    why=${why} ...${saving(what)} done=${() => done(what)} />`;
}

/** @param {Saving} what */
export function SaveAndSwitchOn(what) {
  const { name, text, why } = what;
  const commands = () =>
    [commandOf('PUT', pathOf(what), { yaml: text }), commandsOf(name, limitsOf(lasting.value)).curl].join('\n');
  return html`<span class="action">
    <button type="button" class="primary" aria-disabled=${why ? 'true' : undefined} title=${why}
      onClick=${() => why || switchOn(what)}>Save and switch on</button>
    <${Commands} curl=${commands} about="Save and switch on" /></span>`;
}

/** @param {Saving} what */
export function Delete(what) {
  const { code, name, before = '' } = what;
  return html`<${Action} label="Delete" danger method="DELETE" path=${pathOf(what)} said=${`${name} is deleted.`}
    undo=${() => put(pathOf(what), { yaml: before })}
    does=${() => del(pathOf(what))} done=${() => go(at(code, 'scenarios'))} />`;
}

/** ForAccount makes it a scenario of the account alone, which acts at once. @param {Saving} what */
export function ForAccount({ code, name, text, why, saved }) {
  const path = ofAccount(code, 'scenarios', name);
  return html`<${Action} label=${`For ${code} alone`} method="PUT" path=${path} body=${{ yaml: text }}
    disabled=${Boolean(why)} why=${why}
    said=${`${name} is a scenario of ${code} alone, and active.`} undo=${() => del(path)} done=${saved} />`;
}
