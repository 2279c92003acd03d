import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { at, ofAccount } from '../app/paths.js';
import { Copy } from '../parts/copy.js';
import { Section } from '../parts/screen.js';

const listed = 8;

/** The first id of a handle that its kind is addressed by. @type {Record<string, string>} */
const ids = {
  order: 'OrderReference',
  customer: 'CustomerReference',
  campaign: 'upsellCode',
  subscription: 'SubscriptionReference',
  product: 'ProductCode',
  partner: 'PartnerCode',
};

/**
 * Handles are the records of the world that are made for a purpose, by name.
 * @param {{code: string}} props
 */
export function Handles({ code }) {
  const handles = useData(ofAccount(code, 'handles'), { on: ['reset', 'record'] });
  const rows = Object.entries(/** @type {Record<string, Record<string, string>>} */ (handles.data ?? {})).filter(
    ([, h]) => h[ids[h.kind]],
  );
  if (rows.length === 0) return null;
  return html`<${Section} title="Records worth knowing">
    <table class="overview-handles"><thead class="offscreen"><tr><th>Name</th><th>Id</th></tr></thead><tbody>
      ${pick(rows).map(
        ([name, h]) => html`<tr key=${name}><td>${name}</td>
        <td><span class="row">
          <a class="mono" href=${at(code, 'data', h.kind + 's', h[ids[h.kind]])}>${h[ids[h.kind]]}</a>
          <${Copy} text=${h[ids[h.kind]]} label=${`Copy the id of ${name}`} /></span></td></tr>`,
      )}
    </tbody></table>
    ${
      rows.length > listed &&
      html`<p class="note">
      ${rows.length - listed} more have
      names: <a href=${at(code, 'data', 'orders', { q: 'handle:*' })}>orders</a>, <a
        href=${at(code, 'data', 'campaigns', { q: 'handle:*' })}>campaigns</a>, <a
          href=${at(code, 'data', 'customers', { q: 'handle:*' })}>customers</a></p>`
    }
  <//>`;
}

/**
 * Takes some of each kind in turn, so that the list is no list of orders alone.
 * @param {[string, Record<string, string>][]} rows
 */
function pick(rows) {
  const kinds = [...new Set(rows.map(([, h]) => h.kind))];
  const byKind = kinds.map((kind) => rows.filter(([, h]) => h.kind === kind));
  const picked = [];
  for (let i = 0; picked.length < Math.min(listed, rows.length); i++) {
    const next = byKind[i % byKind.length].shift();
    if (next) picked.push(next);
  }
  return picked;
}
