import { html } from '../vendor/preact.js';
import { statusWord } from '../app/format.js';
import { compared, DiffRows, leaves } from '../parts/diff.js';
import { valuesOf } from '../parts/json-place.js';
import { Section } from '../parts/screen.js';

/** @typedef {import('../api').Entry} Entry */
/** @typedef {import('../api').Response} Response */

/** @type {[string, string]} */
const names = ['Original', 'Client got'];

/**
 * Original shows the answer of the operation beside that of the scenario, field by
 * field. The two in whole are among the messages.
 * @param {{entry: Entry}} props
 */
export function Original({ entry: { original, response } }) {
  if (!original) return null;
  const status = (/** @type {Response} */ r) => `${r.status} ${statusWord(r.status)}`;
  if (!response.status)
    return html`<${Section} title="What the client did not get">
      <p>The operation was carried out and answered ${status(original)}. The answer is below.</p><//>`;
  const was = partsOf(original),
    is = partsOf(response);
  /** @type {import('../parts/diff.js').Row[]} */
  const rows =
    original.status === response.status
      ? []
      : [{ path: 'status', change: 'changed', a: status(original), b: status(response) }];
  const known = was !== undefined && is !== undefined && isXML(original) === isXML(response);
  if (known) rows.push(...compared(was, is));
  return html`<${Section} title="What the scenario changed">
    ${(rows.length > 0 || known) && html`<${DiffRows} rows=${rows} label="What the scenario changed" names=${names} />`}
    ${rows.length === 0 && known && html`<p class="note">Only headers differ.</p>`}
    ${!known && html`<p class="note">The bodies have no fields to compare. Both are below.</p>`}
  <//>`;
}

/** @param {Response} of */
const isXML = ({ body }) => typeof body === 'string' && body.trimStart().startsWith('<');

/** Returns the values of an answer's body by path, undefined when it has none. @param {Response} of */
function partsOf(of) {
  const { body, truncated } = of;
  if (typeof body !== 'string' || body === '' || truncated) return undefined;
  if (isXML(of)) return leaves(elements(body));
  const values = valuesOf(body);
  return values.size === 0 ? undefined : values;
}

const mark = /<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][\s\S]*?>|<(\/?)(?:[\w.-]+:)?([\w.-]+)[^>]*?(\/?)>|([^<]+)/g;

/**
 * Returns what is in an XML text, by local names; a name that comes again has a number.
 * It reads what the sandbox writes, and no more: browsers let pages parse no XML.
 * @param {string} text @returns {any}
 */
function elements(text) {
  /** @type {{of: Record<string, any>, text: string}[]} */
  const open = [{ of: {}, text: '' }];
  for (const [, data, closes, name, empty, chars] of text.matchAll(mark)) {
    const top = open[open.length - 1];
    if (data !== undefined || chars !== undefined) top.text += data ?? chars;
    else if (closes && open.length > 1) open.pop();
    else if (name && !closes) {
      const made = { of: {}, text: '' };
      let key = name;
      for (let n = 2; key in top.of; n++) key = `${name}[${n}]`;
      top.of[key] = made;
      if (!empty) open.push(made);
    }
  }
  return plainOf(open[0]);
}

/** @param {{of: Record<string, any>, text: string}} element @returns {any} */
function plainOf({ of, text }) {
  const parts = Object.entries(of);
  return parts.length === 0 ? text : Object.fromEntries(parts.map(([name, part]) => [name, plainOf(part)]));
}
