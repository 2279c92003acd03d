// A scenario as the form holds it: read from its YAML, and written into it so that comments and all else stay.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from '../vendor/yaml.js';

/**
 * @typedef {{[key: string]: any}} Values as texts, as the file spells them; set is the YAML of a value
 * @typedef {{summary?: string, rules: Values[]}} Held
 * @typedef {{line: number, why: string}} Closed why the form cannot hold a scenario
 * @typedef {(string | number)[]} Path
 */

const scalar = 'scalar',
  any = 'any';

/** What the form has; a list may be written as its only element. */
const shape = {
  summary: scalar,
  rules: [
    {
      on: [scalar],
      when: scalar,
      delay: scalar,
      times: scalar,
      skip: scalar,
      every: scalar,
      chance: scalar,
      fail: scalar,
      message: scalar,
      status: scalar,
      cut: scalar,
      answer: { status: scalar, error_code: scalar, message: scalar, body: scalar },
      change: [{ at: scalar, set: any }],
    },
  ],
};

/** The effects of which a rule of the form has one, each with what it begins with. @type {Record<string, Values>} */
export const effects = {
  fail: { fail: 'INTERNAL_ERROR' },
  answer: { answer: { status: '503', body: '' } },
  change: { change: [{ at: '$', set: 'null' }] },
  cut: { cut: 'reset' },
};

/** What belongs to an effect. */
const parts = ['fail', 'message', 'status', 'answer', 'change', 'cut'];

/**
 * Numbers stay as they are written, because texts alone are read.
 * @param {string} text
 * @param {LineCounter} [lineCounter]
 */
const read = (text, lineCounter) => parseDocument(text, { schema: 'failsafe', lineCounter });

/** Returns what the form shows of a scenario, or why it shows nothing. @param {string} text @returns {Held | Closed} */
export function heldOf(text) {
  const lines = new LineCounter();
  const doc = read(text, lines);
  const broken = doc.errors[0];
  if (broken)
    return {
      line: broken.linePos?.[0].line ?? 1,
      why: 'the YAML has a fault: ' + broken.message.split(/ at line| \(|:?\n/)[0],
    };
  const wrong = misfit(doc.contents, shape, 'the scenario') ?? doubled(doc);
  if (wrong) return { line: wrong.node?.range ? lines.linePos(wrong.node.range[0]).line : 1, why: wrong.why };
  const values = valuesOf(doc.contents, shape, text);
  return { summary: values.summary, rules: values.rules ?? [] };
}

/**
 * Returns the first part of a node that the form does not have.
 * @param {any} node @param {any} of @param {string} name @returns {{node: any, why: string} | undefined}
 */
function misfit(node, of, name) {
  if (of === any) return undefined;
  if (of === scalar) return isScalar(node) ? undefined : { node, why: `${name} is no single value` };
  if (Array.isArray(of)) {
    for (const item of isSeq(node) ? node.items : [node]) {
      const wrong = misfit(item, of[0], name);
      if (wrong) return wrong;
    }
    return undefined;
  }
  if (!isMap(node)) return { node, why: `${name} has no fields` };
  for (const { key, value } of node.items) {
    const known = Object.hasOwn(of, key.value);
    const wrong = known
      ? misfit(value, of[key.value], key.value)
      : { node: key, why: `it has no field for ${key.value}` };
    if (wrong) return wrong;
  }
  return undefined;
}

/** Returns the second effect of a rule. @param {import('../vendor/yaml.js').Document} doc */
function doubled(doc) {
  for (const rule of doc.getIn(['rules'])?.items ?? []) {
    const all = rule.items.filter((/** @type {any} */ pair) => Object.hasOwn(effects, pair.key.value));
    if (all.length > 1)
      return {
        node: all[1].key,
        why: `it has one effect for a rule, not ${all[0].key.value} and ${all[1].key.value}`,
      };
  }
  return undefined;
}

/** @param {any} node @param {any} of @param {string} text @returns {any} */
function valuesOf(node, of, text) {
  if (of === any) return node?.range ? text.slice(node.range[0], node.range[1]).trim() : '';
  if (of === scalar) return String(node.value ?? '');
  if (Array.isArray(of))
    return (isSeq(node) ? node.items : [node]).map((/** @type {any} */ item) => valuesOf(item, of[0], text));
  return Object.fromEntries(
    node.items.map((/** @type {any} */ { key, value }) => [key.value, valuesOf(value, of[key.value], text)]),
  );
}

/**
 * Returns the text with another value at a path; '' takes it out. A text that YAML would read as something else is
 * quoted.
 * @param {string} text @param {Path} path @param {string} value
 */
export function withValue(text, path, value) {
  const node = path.at(-1) === 'set' ? read(value).contents : textNode(value, path);
  return edited(text, (doc) => (value === '' && path.at(-1) !== 'at' ? doc.deleteIn(path) : doc.setIn(path, node)));
}

/** Reports whether a text is YAML of one value, such as JSON. @param {string} value */
export const isValue = (value) => value.trim() !== '' && read(value).errors.length === 0;

/** @param {string} text @param {Path} path */
function textNode(text, path) {
  const free = ['summary', 'when', 'message', 'body', 'at', 'error_code'].includes(String(path.at(-1)));
  const plain = parseDocument(text);
  const safe = plain.errors.length === 0 && (free ? plain.contents?.value === text : isScalar(plain.contents));
  return read(safe ? text : JSON.stringify(text)).contents;
}

/**
 * Returns the text with a list of texts, one alone written as it is.
 * @param {string} text
 * @param {Path} path
 * @param {string[]} list
 */
export const withList = (text, path, list) =>
  edited(text, (doc) =>
    doc.setIn(path, list.length === 1 ? textNode(list[0], path) : doc.createNode(list, { flow: true })),
  );

/**
 * Returns the text with another effect of a rule, '' for none.
 * @param {string} text
 * @param {number} rule
 * @param {string} effect
 */
export function withEffect(text, rule, effect) {
  return edited(text, (doc) => {
    for (const part of parts) doc.deleteIn(['rules', rule, part]);
    for (const [name, value] of Object.entries(effects[effect] ?? {}))
      doc.setIn(['rules', rule, name], doc.createNode(value));
  });
}

/** Returns the text with one more element of a list. @param {string} text @param {Path} path @param {Values} value */
export const withMore = (text, path, value) => edited(text, (doc) => doc.addIn(path, doc.createNode(value)));

/** @param {string} text @param {(doc: import('../vendor/yaml.js').Document) => void} edit */
function edited(text, edit) {
  const doc = read(text);
  edit(doc);
  return doc.toString({ lineWidth: 0, flowCollectionPadding: false });
}
