// Completion of a scenario: what its schema says, and what the catalogue adds.
import { get } from '../app/api.js';
import { catalog, needCatalog } from '../app/library.js';
import { once } from '../app/load.js';
import { completeBy } from '../parts/yaml-complete.js';

/** @typedef {import('../parts/yaml-place.js').Place} Place */

const sources = ['query', 'path', 'header', 'body'];

const outside = [
  { label: 'unknown-path', detail: 'every path that the interface does not have' },
  { label: 'wsdl', detail: 'the descriptions of the SOAP endpoint' },
  { label: '"path:/products/*"', detail: 'some of these paths' },
];

const path = '/scenario.schema.json';
export const completeScenario = completeBy(() => once(path, () => get(path)), valuesAt);

/** Where an edit is. @type {Record<string, string>} */
const parts = {
  '$.': 'a value of a REST answer, by a JSONPath',
  '//': 'an element of a SOAP answer, by an XPath',
  '/header/': 'a header',
  status: 'the status',
};

/** Which calls share the bucket of a limit. @type {Record<string, string>} */
const sharing = {
  account: 'all of the account',
  operation: 'those of each operation',
  'header.': 'those with the same value of a header',
};

/** @param {Place} place @param {any} root the schema */
function valuesAt({ path, beside }, root) {
  const last = path.at(-1);
  if (last === 'at') return described(parts);
  if (last === 'by' && path.at(-2) === 'limit') return described(sharing);
  if (last === 'per' && path.at(-2) === 'limit') return ['10s', '1m', '1h', '1d'].map((label) => ({ label }));
  needCatalog(); // until it is there, the schema's values do
  if (last === 'when') return names(named(beside.on), root);
  if (!catalog.value) return undefined;
  const [key, item] = [path.at(-1), path.at(-2)];
  if (key === 'on') return [...operations(), ...outside, { label: '"*"', detail: 'every operation' }];
  if (key === null && item === 'on') return [...operations(), ...outside];
  if (key === 'fail') return codes(named(beside.on));
  return undefined;
}

function operations() {
  return (catalog.value?.operations ?? []).map((o) => ({
    label: o.id,
    detail: o.method ? `${o.method} ${o.path}` : `SOAP ${o.action}`,
    info: o.summary,
  }));
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
    for (const { code, status, condition } of outcomes)
      if (code && !all.has(code)) all.set(code, { label: code, detail: String(status), info: condition });
  }
  return [...all.values()];
}

/**
 * Returns the names of conditions that the schema lists, with those of the parameters
 * that operations have.
 * @param {import('../api').Operation[]} of @param {any} root
 */
function names(of, root) {
  /** @type {{name: string, type: string, meaning: string}[]} */
  const variables = root.properties?.rules?.items?.properties?.when?.['x-variables'] ?? [];
  const parameters = of.flatMap((o) =>
    o.parameters.filter((p) => sources.includes(p.in)).map((p) => `${p.in}.${p.name}`),
  );
  const all = variables.flatMap(({ name, type, meaning }) => {
    const source = name.replace('NAME', '');
    const own = name.endsWith('.NAME') ? source : name === 'body' ? 'body.' : undefined;
    const named = own ? parameters.filter((p) => p.startsWith(own)) : [];
    return [...named, name.endsWith('.NAME') ? source : name].map((label) => ({ label, detail: type, info: meaning }));
  });
  return [...new Map(all.map((n) => [n.label, n])).values()];
}

/** @param {Record<string, string>} words */
const described = (words) => Object.entries(words).map(([label, detail]) => ({ label, detail }));
