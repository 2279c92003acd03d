import { html } from '../vendor/preact.js';
import { at } from '../app/paths.js';
import { Copy } from '../parts/copy.js';
import { Section } from '../parts/screen.js';
import { Chip } from '../parts/signs.js';

/** @typedef {{label: string, kind: string, id?: string, q?: string}} Relation */

/**
 * Returns the other records of a record: each by its id, or many by a query.
 * @param {string} kind
 * @param {any} record
 * @returns {Relation[]}
 */
function relations(kind, record) {
  const one = (/** @type {string} */ label, /** @type {string} */ of, /** @type {any} */ id) =>
    id ? [{ label, kind: of, id: String(id) }] : [];
  const many = (/** @type {string} */ of, /** @type {string} */ q) => [{ label: of, kind: of, q }];
  switch (kind) {
    case 'orders': {
      const items = record.Items ?? [];
      const from = items.flatMap((/** @type {any} */ i) => [i.UpSell, i.CrossSell]).filter(Boolean);
      return [
        ...one('Customer', 'customers', record.CustomerDetails?.AvangateCustomerReference),
        ...one('Partner', 'partners', record.PartnerCode),
        ...items.flatMap((/** @type {any} */ i) => one('Product', 'products', i.Code)),
        ...items.flatMap((/** @type {any} */ i) =>
          (i.ProductDetails?.Subscriptions ?? []).flatMap((/** @type {any} */ s) =>
            one('Subscription', 'subscriptions', s.SubscriptionReference),
          ),
        ),
        ...from.flatMap((/** @type {any} */ f) => one('Campaign', 'campaigns', f.CampaignCode)),
      ];
    }
    case 'customers':
      return [
        ...many('orders', `customer:${record.AvangateCustomerReference}`),
        ...many('subscriptions', `customer:${record.AvangateCustomerReference}`),
      ];
    case 'subscriptions':
      return [
        ...one('Order', 'orders', record.order),
        ...one('Product', 'products', record.product),
        ...one('Customer', 'customers', record.customer),
        ...one('Partner', 'partners', record.partner),
        ...record.upgrade_products.flatMap((/** @type {string} */ p) => one('Upgrade', 'products', p)),
      ];
    case 'campaigns':
      return [
        ...one('For', 'products', record.PrimaryProduct?.Code),
        ...one('Recommends', 'products', record.RecommendedProduct?.Code),
      ];
    case 'products':
      return [
        ...['orders', 'subscriptions', 'campaigns'].flatMap((of) => many(of, `product:"${record.code}"`)),
        ...(record.upgrade_products ?? []).flatMap((/** @type {string} */ p) => one('Upgrade', 'products', p)),
      ];
    case 'partners':
      return ['orders', 'subscriptions'].flatMap((of) => many(of, `partner:"${record.code}"`));
  }
  return [];
}

/**
 * Related leads to the other records of a record, and to the call that made it.
 * @param {{code: string, kind: string, record: any, made?: import('../api').EntryLine}} props
 */
export function Related({ code, kind, record, made }) {
  const all = relations(kind, record);
  const handles = record.sandbox?.handles ?? [];
  return html`${
    (all.length > 0 || made) &&
    html`<${Section} title="Related"><ul class="row">
      ${
        made &&
        html`<li>
        <a class="tile" href=${at(code, 'calls', made.id)}>
          <span class="soft">Made by</span> ${
            made.operation || made.id
          } <span class="soft">over ${made.protocol?.toUpperCase()}</span></a></li>`
      }
      ${all.map(
        (r, i) => html`<li key=${i}>
        <a class="tile" href=${r.id ? at(code, 'data', r.kind, r.id) : at(code, 'data', r.kind, { q: r.q })}>
          ${r.id ? html`<span class="soft">${r.label}</span> <span class="mono">${r.id}</span>` : `Its ${r.label}`}</a>
          </li>`,
      )}
    </ul><//>`
  }
    ${
      handles.length > 0 &&
      html`<${Section} title="Handles"><ul class="row">
      ${handles.map(
        (/** @type {string} */ name) => html`<li key=${name} class="row"><${Chip}>${name}<//>
        <${Copy} text=${`@${name}`} label=${`Copy @${name}`} what=${`@${name} copied`} /></li>`,
      )}
    </ul><p class="note">The control interface takes <code>@${handles[0]}</code> in place of the id.</p><//>`
    }`;
}
