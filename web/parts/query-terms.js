// The terms of a query while it is typed: name:value, in quotes where a value has blanks.

/** @typedef {import('../api').QueryField} Field */
/** @typedef {Record<string, Record<string, number>>} Facets */
/** @typedef {{label: string, note: string, from: number, to: number, insert: string, ends: boolean}} Option */

const most = 12; // options
const special = /[\s",*]/;

/**
 * Returns the term that the caret is in: where it begins and ends, and of what
 * is left of the caret the name and where the value begins.
 * @param {string} text
 * @param {number} caret
 */
function termAt(text, caret) {
  let start = 0,
    comma = -1,
    colon = -1,
    quoted = false;
  for (let i = 0; i < caret; i++) {
    const c = text[i];
    if (quoted && c === '\\') i++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && /\s/.test(c)) [start, comma, colon] = [i + 1, -1, -1];
    else if (!quoted && c === ':' && colon < 0) colon = i;
    else if (!quoted && c === ',' && colon >= 0) comma = i;
  }
  let end = caret;
  for (let inside = quoted; end < text.length && (inside || !/[\s,]/.test(text[end])); end++)
    if (text[end] === '"') inside = !inside;
  const begin = text[start] === '-' ? start + 1 : start;
  return { begin, end, name: colon < 0 ? undefined : text.slice(begin, colon), value: Math.max(colon, comma) + 1 };
}

/**
 * Returns what may be written at the caret: names of fields, or values of the
 * field, those first that the rows have.
 * @param {Field[]} fields
 * @param {Facets} facets
 * @param {string} text
 * @param {number} caret
 * @returns {Option[]}
 */
export function options(fields, facets, text, caret) {
  const term = termAt(text, caret);
  if (term.name === undefined) return names(fields, text.slice(term.begin, caret), term);
  const field = fields.find((f) => f.name === term.name?.toLowerCase());
  if (!field) return [];
  const typed = text.slice(term.value, caret).replaceAll('"', '');
  const counts = facets[field.name] ?? {};
  const present = Object.keys(counts).sort((a, b) => counts[b] - counts[a]);
  const values = ranked([...present, ...field.values.filter((v) => !(v in counts))], typed, (v) => v);
  if (values.length === 1 && values[0] === typed) return [];
  if (values.length === 0 && field.values.length === 0 && !typed) return examples(field, term);
  return values.slice(0, most).map((value) => ({
    label: value,
    note: value in counts ? String(counts[value]) : '',
    from: term.value,
    to: term.end,
    insert: quotedValue(value),
    ends: true,
  }));
}

/** @param {Field[]} fields @param {string} typed @param {ReturnType<typeof termAt>} term */
function names(fields, typed, term) {
  return ranked(fields, typed, (f) => f.name).map((f) => {
    const group = f.name.endsWith('.NAME');
    const name = group ? f.name.slice(0, -4) : f.name + ':';
    return { label: name, note: f.meaning, from: term.begin, to: term.end, insert: name, ends: false };
  });
}

/** @param {Field} field @param {ReturnType<typeof termAt>} term */
function examples(field, term) {
  return field.examples
    .filter((e) => e.startsWith(field.name + ':'))
    .map((example) => ({
      label: example,
      note: 'for example',
      from: term.begin,
      to: term.end,
      insert: example,
      ends: true,
    }));
}

/**
 * Returns the elements whose name has the text, those first that begin with it.
 * @template T
 * @param {T[]} list @param {string} text @param {(element: T) => string} name
 */
function ranked(list, text, name) {
  const low = text.toLowerCase();
  const place = (/** @type {T} */ e) => name(e).toLowerCase().indexOf(low);
  return list.filter((e) => place(e) >= 0).sort((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1));
}

/** Writes a value in quotes, in which it means only itself. @param {string} value */
export function inQuotes(value) {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Writes a value so that it means only itself, in quotes where it needs them. @param {string} value */
function quotedValue(value) {
  return value === '' || special.test(value) ? inQuotes(value) : value;
}

/**
 * Returns the text with an option in it, and where the caret is then.
 * @param {string} text
 * @param {Option} option
 */
export function withOption(text, { from, to, insert, ends }) {
  const rest = text.slice(to);
  const gap = ends && !/^[\s,]/.test(rest) ? ' ' : '';
  const caret = from + insert.length + (ends ? 1 : 0);
  return { text: text.slice(0, from) + insert + gap + rest, caret };
}
