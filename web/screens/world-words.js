// Completion of a fragment: what the schema of worlds says, and the records that
// the account has.
import { useRef } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { useData } from '../app/data.js';
import { once } from '../app/load.js';
import { ofAccount } from '../app/paths.js';
import { completeBy } from '../parts/yaml-complete.js';

const path = '/world.schema.json';
const schema = () => once(path, () => get(path));

/** @typedef {Record<string, Record<string, string>>} Handles */

/**
 * The kinds of records that a key names, and what their handles lead to.
 * @type {Record<string, {kind: string, id: string}>}
 */
const named = {
  customer: { kind: 'customer', id: 'CustomerReference' },
  partner: { kind: 'partner', id: 'PartnerCode' },
  product: { kind: 'product', id: 'ProductCode' },
  subscription: { kind: 'subscription', id: 'SubscriptionReference' },
};

/**
 * Returns the completion of fragments for an account.
 * @param {string} code
 * @param {Handles} handles
 */
export function useWorldWords(code, handles) {
  const products = useData(ofAccount(code, 'products'), { query: { view: 'line', limit: 200 }, on: ['reset'] });
  const now = useRef(/** @type {any} */ (null));
  now.current = { handles, products: products.data?.products ?? [] };
  const complete = useRef(
    completeBy(schema, ({ path, ofKey }) => {
      const { kind, id } = (ofKey && named[path.at(-1) ?? '']) || {};
      if (!kind || !id) return undefined;
      const codes =
        kind === 'product'
          ? now.current.products.map((/** @type {any} */ p) => ({ label: p.code, detail: p.name }))
          : [];
      const all = Object.entries(now.current.handles).filter(([, h]) => h.kind === kind);
      return [...all.map(([label, h]) => ({ label, detail: h[id] })), ...codes];
    }),
  );
  return complete.current;
}
