// How the fields of a record are read: groups, flat values, what is empty, and
// which values name another record.
import { date } from '../app/format.js';

/** @typedef {[path: string, value: any]} Leaf */
/** @typedef {{title: string, leaves: Leaf[]}} Group */

/**
 * Fields of a record's own that belong together, in the order of the page.
 * @type {Record<string, [string, RegExp][]>}
 */
const own = {
  orders: [
    ['Money', /^(Currency|.*Price|Discount|VAT|.*Commission|Fx.*|PayoutCurrency)$/],
    [
      'Order',
      new RegExp(
        '^(RefNo|OrderNo|ExternalReference|ShopperRefNo|Status|ApproveStatus|VendorApproveStatus|OrderDate|' +
          'FinishDate|LocalTime|Origin|OrderFlow|TestOrder|HasShipping|DeliveryFinalized|Chargeback.*|' +
          'MerchantCode|Language|Source|WSOrder)$',
      ),
    ],
    ['Partner', /^(Partner|Extra)(Code|Margin|Discount).*$/],
  ],
  customers: [
    ['Customer', /^(?!Address|City|State|Zip|Country|Phone|Fax)/],
    ['Address', /./],
  ],
};

/** The fields of an item that say what was bought. */
const bought = /^(Code|Quantity|ProductDetails\.Name|Price\.(NetPrice|VAT|GrossPrice|Discount))$/;

/** Reports whether a value says nothing. @param {any} value */
export function isEmpty(value) {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** @param {any} value */
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
/** @param {any} value */
const isList = (value) => Array.isArray(value) && value.some(isObject);

/**
 * Returns the values without parts of a value, by their paths.
 * @param {any} value @param {string} [path] @returns {Leaf[]}
 */
function leaves(value, path = '') {
  if (!isObject(value) && !isList(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, part]) =>
    leaves(part, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key),
  );
}

/**
 * Returns the fields of a record in groups: of an order what was bought and the money first, then its own
 * fields, then each field with parts. What no group names comes in one of its own, so that every field shows.
 * @param {string} kind @param {Record<string, any>} record @returns {Group[]}
 */
export function groups(kind, record) {
  const { sandbox, ...shown } = record;
  const { moves, handles, texts, warnings, standing, ...notes } = sandbox ?? {};
  const whole = Object.keys(shown).filter((key) => isObject(shown[key]) || isList(shown[key]));
  const flat = Object.keys(shown).filter((key) => !whole.includes(key));
  const rules = own[kind] ?? [['General', /./]];
  const titleOf = (/** @type {string} */ key) => rules.find(([, rule]) => rule.test(key))?.[0] ?? 'Other fields';
  const titles = [...rules.map(([title]) => title), 'Other fields'];
  const items = kind === 'orders' && isList(shown.Items) ? listed('Items', shown.Items) : [];
  const partsOf = (/** @type {string} */ key) =>
    isList(shown[key]) ? listed(key, shown[key]) : [{ title: key, leaves: leaves(shown[key]) }];
  return [
    ...items.map((item) => ({ ...item, leaves: item.leaves.filter(([path]) => bought.test(path)) })),
    ...titles.map((title) => ({
      title,
      leaves: flat.filter((key) => titleOf(key) === title).map((key) => /** @type {Leaf} */ ([key, shown[key]])),
    })),
    ...items.map(({ title, leaves }) => ({
      title: `${title}, the rest`,
      leaves: leaves.filter(([path]) => !bought.test(path)),
    })),
    ...whole.filter((key) => key !== 'Items' || !items.length).flatMap(partsOf),
    { title: 'What only the sandbox shows', leaves: leaves(notes) },
  ].filter((group) => group.leaves.length > 0);
}

/** @param {string} key @param {any[]} list @returns {Group[]} */
function listed(key, list) {
  const one = key.replace(/s$/, '');
  return list.map((value, i) => ({
    title: list.length === 1 ? one : `${one} ${i + 1} of ${list.length}`,
    leaves: leaves(value),
  }));
}

/** Fields whose value is the id of another record. @type {[RegExp, string][]} */
const ids = [
  [/(^|\.)(AvangateCustomerReference|customer)$/, 'customers'],
  [/(^|\.)(PartnerCode|partner)$/, 'partners'],
  [/(^|\.)CampaignCode$/, 'campaigns'],
  [/(^|\.)(ParentCode|product|upgrade_products)$/, 'products'],
  [/(^|\.)SubscriptionReference$/, 'subscriptions'],
  [/^order$/, 'orders'],
];

/**
 * Returns the kind of the record that a field names.
 * @param {string} path
 * @param {string} kind
 * @param {string} title
 */
export function namedBy(path, kind, title) {
  if (
    path === 'Code' &&
    (/^(Primary|Recommended)Product$/.test(title) || (kind === 'orders' && title.startsWith('Item')))
  )
    return 'products';
  return ids.find(([rule]) => rule.test(path))?.[1];
}

/**
 * Returns what a person wants to know of a record first, as parts of one line.
 * @param {string} kind
 * @param {any} record
 * @returns {string[]}
 */
export function gist(kind, record) {
  const person = (/** @type {any} */ of) => (of ? [of.FirstName, of.LastName].filter(Boolean).join(' ') : '');
  const parts = /** @type {Record<string, () => any[]>} */ ({
    orders: () => [
      `${record.GrossPrice?.toFixed(2)} ${record.Currency?.toUpperCase()}`,
      record.Status,
      record.ChargebackResolution && `dispute ${record.ChargebackResolution}`,
      person(record.CustomerDetails ?? record.BillingDetails),
      date(record.OrderDate + 'Z'),
      ...(record.Items ?? []).map(
        (/** @type {any} */ item) => `${item.ProductDetails?.Name ?? item.Code} ×${item.Quantity}`,
      ),
    ],
    customers: () => [
      record.Email,
      record.Company,
      [record.City, record.CountryCode?.toUpperCase()].filter(Boolean).join(', '),
    ],
    subscriptions: () => [
      `${record.product} ×${record.quantity}`,
      record.expired ? 'expired' : record.enabled ? 'enabled' : 'disabled',
      record.lifetime || !record.expiration_date ? 'never expires' : `until ${date(record.expiration_date + 'Z')}`,
      record.upgradable ? 'can be upgraded' : record.why_not,
    ],
    campaigns: () => [
      `${record.PrimaryProduct?.Code} → ${record.RecommendedProduct?.Code}`,
      record.sandbox?.standing,
      `${record.StartDate || 'always'} to ${record.EndDate || 'open end'}`,
    ],
  });
  return (parts[kind]?.() ?? []).filter(Boolean);
}
