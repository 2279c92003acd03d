// The guide is written for the account DEMO at localhost:8080. A reader sees the
// sandbox and the account of the pages instead.
import { quoted } from '../app/format.js';
import { prefix } from '../app/paths.js';
import { about } from '../app/sandbox.js';
import { code } from '../app/store.js';

/** Returns a text with the address of this sandbox. @param {string} text */
export function yours(text) {
  const { origin, host } = window.location;
  const { rest, soap } = about.value?.addresses ?? {}; // may be at another address than the pages
  if (rest && soap)
    text = text.replace(/http:\/\/(?:localhost|127\.0\.0\.1):8080\/(rest|soap)\/6\.0/g, (_, protocol) =>
      protocol === 'rest' ? rest : soap,
    );
  return text.replace(/(http:\/\/)?(?:localhost|127\.0\.0\.1):8080\b/g, (_, scheme) =>
    scheme || origin.startsWith('https:') ? origin + prefix : host,
  );
}

/**
 * Returns a command for this sandbox and its account. A code that a shell or an address would read otherwise
 * is left out.
 * @param {string} text
 */
export function command(text) {
  const account = /^[\w.-]+$/.test(code.value) ? code.value : 'DEMO';
  return yours(text).replace(/(?<![\w-])DEMO(?!\w|-[A-Za-z])/g, () => account);
}

/**
 * Returns a name, an address or a path for this sandbox; only in a path the account is the reader's.
 * @param {string} text
 */
export function named(text) {
  return text.includes('/DEMO') ? command(text) : yours(text);
}

/** Returns what commerce-sandbox needs to find this sandbox and its account, '' when it finds them without. */
export function exports() {
  const { origin, hostname, port } = window.location;
  const usual = ['localhost', '127.0.0.1'].includes(hostname) && port === '8080' && origin.startsWith('http:');
  const all = [];
  if (!usual || prefix) all.push(`SANDBOX_URL=${quoted(origin + prefix)}`);
  if (code.value !== 'DEMO') all.push(`SANDBOX_ACCOUNT=${quoted(code.value)}`);
  return all.length ? `export ${all.join(' ')}` : '';
}

/**
 * Splits a console into commands and their outputs. A backslash continues a command.
 * @param {string} text
 * @returns {{command: boolean, text: string}[]}
 */
export function steps(text) {
  /** @type {{command: boolean, text: string}[]} */
  const all = [];
  let goesOn = /** @type {boolean} */ (false);
  for (const line of text.split('\n')) {
    const isCommand = /** @type {boolean} */ (goesOn || line.startsWith('$ '));
    const shown = isCommand ? command(goesOn ? line : line.slice(2)) : yours(line);
    const last = all.at(-1);
    if (last && (goesOn || (!isCommand && !last.command))) last.text += '\n' + shown;
    else all.push({ command: isCommand, text: shown });
    goesOn = isCommand && line.endsWith('\\');
  }
  return all;
}
