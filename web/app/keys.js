// Shortcuts. A component's keys are active while it is on the page; the one that
// came last is asked first.
import { useLayoutEffect, useRef } from '../vendor/preact.js';
import { letters } from './preferences.js';

/** @typedef {Record<string, (event: KeyboardEvent) => void>} Keys */

/** @type {{keys: Keys, label: Record<string, string>}[]} */
const layers = [];
let prefix = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ending;

/**
 * Makes keys do something while the component is on the page: 'j', 'Escape',
 * 'ctrl+Enter' (Cmd on a Mac), or 'g c' for one after the other. labels say what
 * they do, for the help.
 * @param {Keys} keys
 * @param {Record<string, string>} [labels]
 */
export function useKeys(keys, labels = {}) {
  const now = useRef(keys);
  now.current = keys;
  const names = Object.keys(keys).join(' , ');
  useLayoutEffect(() => {
    // what is seen has its keys
    listen();
    /** @type {Keys} */
    const through = {};
    for (const name of names.split(' , ')) through[name] = (event) => now.current[name](event);
    const layer = { keys: through, label: labels };
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [names]);
}

/** Returns the active shortcuts with what they do, for the help. */
export function shortcuts() {
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const layer of layers) for (const [key, label] of Object.entries(layer.label)) all.set(key, label);
  return [...all];
}

/** @param {KeyboardEvent} event */
function nameOf(event) {
  const held = event.ctrlKey || event.metaKey;
  return (held ? 'ctrl+' : '') + (event.key.length === 1 && held ? event.key.toLowerCase() : event.key);
}

/** @param {EventTarget | null} target */
function inField(target) {
  const element = /** @type {HTMLElement} */ (target);
  return (
    element.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName ?? '') ||
    element.dataset?.keys === 'own'
  );
}

let listening = false;

/** Begins to listen, once. */
function listen() {
  if (listening) return;
  listening = true;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const name = nameOf(event);
    const letter = name.length === 1;
    // In a field only combinations and Escape are shortcuts; in a dialog none of the page's.
    const field = inField(event.composedPath()[0] ?? event.target);
    if (letter && (field || !letters.value)) return;
    if (field && !/^ctrl\+|^Escape$/.test(name)) return;
    if (document.querySelector('dialog[open]') && !name.startsWith('ctrl+')) return;
    if (name === 'Escape' && document.querySelector(':popover-open')) return; // the browser closes it
    const both = prefix && `${prefix} ${name}`;
    prefix = '';
    clearTimeout(ending);
    const handle = find(both) ?? find(name);
    if (handle) {
      event.preventDefault();
      handle(event);
    } else if (letter && starts(name)) {
      prefix = name;
      ending = setTimeout(() => (prefix = ''), 1500);
    }
  });
}

/** @param {string} name */
function find(name) {
  return name ? layers.findLast((layer) => name in layer.keys)?.keys[name] : undefined;
}

/** @param {string} letter */
function starts(letter) {
  return layers.some((layer) => Object.keys(layer.keys).some((key) => key.startsWith(letter + ' ')));
}
