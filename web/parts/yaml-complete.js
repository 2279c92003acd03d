// Completion of a YAML text by the JSON Schema of its language.
import { placeAtEnd } from './yaml-place.js';

/**
 * @typedef {any} Schema
 * @typedef {import('../vendor/editor.js').Completion} Completion
 * @typedef {import('../vendor/editor.js').CompletionContext} CompletionContext
 * @typedef {import('../vendor/editor.js').CompletionResult} CompletionResult
 * @typedef {import('./yaml-place.js').Place} Place
 * @typedef {Pick<typeof import('../vendor/editor.js'), 'yamlLanguage'>} Library
 */

/**
 * Returns a source of completions for the editor: the keys and the values of the
 * schema, and what more returns for a place.
 * @param {() => Promise<Schema>} schema nothing is completed when it cannot be read
 * @param {(place: Place, root: Schema) => Completion[] | undefined} [more] values in place of those of the schema
 */
export function completeBy(schema, more) {
  /** @type {(context: CompletionContext, library: Library) => Promise<CompletionResult | null>} */
  return async (context, { yamlLanguage }) => {
    const root = await schema().catch(() => undefined);
    const place = root && placeAtEnd(yamlLanguage.parser, context.state.sliceDoc(0, context.pos));
    if (!place) return null;
    const word = /[\w.*-]*$/.exec(place.partial)?.[0] ?? '';
    if (!context.explicit && word === '' && (place.partial !== '' || !place.ofKey)) return null;
    const options = optionsAt(root, place, more && ((at) => more(at, root)));
    const whole = (/** @type {string} */ text) => options.some((o) => o.label === text); // then Enter begins a new line
    if (options.length === 0 || (!context.explicit && whole(word))) return null;
    return { from: context.pos - word.length, options, validFor: (text) => /^[\w.*-]*$/.test(text) && !whole(text) };
  };
}

/**
 * @param {Schema} root
 * @param {Place} place
 * @param {(place: Place) => Completion[] | undefined} [more]
 * @returns {Completion[]}
 */
function optionsAt(root, place, more) {
  const here = place.path.reduce(step, variants(root));
  const values = more?.(place) ?? here.flatMap(valuesOf);
  if (place.ofKey) return values;
  const items = place.partial === '' ? here.flatMap((s) => (s.items ? [s.items] : [])).flatMap(variants) : [];
  return [
    ...here.flatMap((s) => keysOf(s, place.beside)),
    ...(place.path.at(-1) === null ? values : []),
    ...items.flatMap((s) => keysOf(s, {})).map(listed),
  ];
}

/** Returns a schema and its alternatives. @param {Schema} schema @returns {Schema[]} */
function variants(schema) {
  return [schema, ...['oneOf', 'anyOf', 'allOf'].flatMap((name) => schema[name] ?? []).flatMap(variants)];
}

/** @param {Schema[]} schemas @param {string | null} key @returns {Schema[]} */
function step(schemas, key) {
  const below = schemas.map((s) => (key === null ? s.items : (s.properties?.[key] ?? s.additionalProperties)));
  return below.filter((s) => s && typeof s === 'object').flatMap(variants);
}

/** @param {Schema} schema @param {Record<string, string>} present @returns {Completion[]} */
function keysOf(schema, present) {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !(name in present))
    .map(([name, s]) => ({
      label: name,
      apply: `${name}: `,
      info: s.description,
      type: 'property',
      boost: schema.required?.includes(name) ? 1 : 0,
    }));
}

/** @param {Completion} key @returns {Completion} */
const listed = (key) => ({ ...key, label: `- ${key.label}`, apply: `- ${key.apply}` });

/** @param {Schema} schema @returns {Completion[]} */
function valuesOf(schema) {
  const all =
    schema.enum ??
    schema.examples ??
    ('const' in schema ? [schema.const] : schema.type === 'boolean' ? [true, false] : []);
  return [...new Set(all.map(String))].map((label) => ({
    label: /^\*/.test(label) ? `"${label}"` : label,
    type: 'enum',
  }));
}
