// Completion of a scenario: what its schema says, and what the catalogue adds.
import { catalog, needCatalog } from '../app/library.js';
import { readOnce } from '../app/read-once.js';
import { completeBy } from '../parts/yaml-complete.js';

/** @typedef {import('../parts/yaml-place.js').Place} Place */

const sources = ['query', 'path', 'header', 'body'];

const outside = [
  { label: 'unknown-path', detail: 'every path that the interface does not have' },
  { label: 'wsdl', detail: 'the descriptions of the SOAP endpoint' },
  { label: '"path:/products/*"', detail: 'some of these paths' },
];

export const completeScenario = completeBy(readOnce('/scenario.schema.json'), valuesAt);

/** @param {Place} place */
function valuesAt({ path, beside }) {
  needCatalog(); // until it is there, the schema's values do
  if (!catalog.value) return undefined;
  const [key, item] = [path.at(-1), path.at(-2)];
  if (key === 'on') return [...operations(), ...outside, { label: '"*"', detail: 'every operation' }];
  if (key === null && item === 'on') return [...operations(), ...outside];
  if (key === 'fail') return codes(named(beside.on));
  if (key === 'when') return parameters(named(beside.on));
  return undefined;
}

function operations() {
  return (catalog.value?.operations ?? []).map((o) => ({ label: o.id, detail: o.method ? `${o.method} ${o.path}` : `SOAP ${o.action}`, info: o.summary }));
}

/** Returns the operations that the value of on names, all for none. @param {string} [text] */
function named(text = '') {
  const all = catalog.value?.operations ?? [];
  const some = all.filter((o) => text.split(/[^\w-]+/).includes(o.id));
  return some.length ? some : all;
}

/** @param {import('../api').Operation[]} of */
function codes(of) {
  /** @type {Map<string, {label: string, detail: string, info: string}>} */
  const all = new Map();
  for (const { outcomes } of of) {
    for (const { code, status, condition } of outcomes) if (code && !all.has(code)) all.set(code, { label: code, detail: String(status), info: condition });
  }
  return [...all.values()];
}

/** @param {import('../api').Operation[]} of */
function parameters(of) {
  const names = of.flatMap((o) => o.parameters.filter((p) => sources.includes(p.in)).map((p) => ({ label: `${p.in}.${p.name}` })));
  return [...new Map(names.map((n) => [n.label, n])).values(), { label: 'now' }, { label: 'xpath("")' }];
}
