// The fields of records that a person may change by hand, by the names of the interface.

/**
 * @typedef {object} Editable
 * @property {(string | number)[]} path of the value in the record
 * @property {string} label
 * @property {'text' | 'area' | 'date' | 'number' | 'choice'} type
 * @property {string} [note]
 * @property {any[]} [options] of a choice
 * @property {any} [value] in place of what is at the path
 * @property {(text: any) => any} [write] returns what a choice makes of the value at the path
 * @property {boolean} [removable] whether the value can be taken out of its list
 * @property {Record<string, any>} [limits] attributes of the input, such as min and required
 */

/**
 * @typedef {{label: string, name: string, options?: string[], pattern?: string, write: (text: string) => Record<string,
 *   any>}} Addable
 * a value that a list may get; write returns the fields of the record that change
 */

/**
 * @typedef {{switches: string[], fields: Editable[], lists: Addable[], shut?: Record<string, string |
 * undefined>}} Editables
 */

/** @param {string} name @param {Partial<Editable>} [more] @returns {Editable} */
const field = (name, more) => ({ path: [name], label: name, type: 'text', ...more });

const required = { required: true };
const country = field('CountryCode', { note: 'Two letters, lower case' });
const language = field('Language', { note: 'Two letters, lower case' });
const end = field('expiration_date', { note: 'Y-m-d H:i:s, or +30d from now on the clock of the account' });
const ofCustomers = [
  'FirstName LastName Company Email Phone Fax FiscalCode Address1 Address2 City Zip State'
    .split(' ')
    .map((n) => field(n)),
  [country, language, field('ExternalCustomerReference')],
].flat();

/**
 * Returns what can be changed of a record. record has what was edited so far, codes are those of all products.
 * @type {Record<string, (record: any, codes: string[]) => Editables>}
 */
export const editables = {
  customers: () => ({ switches: ['Enabled', 'Trial'], fields: ofCustomers, lists: [] }),
  subscriptions: (s) => ({
    switches: ['enabled', 'upgradable', 'upgrade_needs_approval'],
    fields: [end],
    lists: [],
    shut: {
      enabled: !s.enabled && s.expired ? 'It has expired: move its expiration_date first.' : undefined,
      upgradable:
        s.upgradable || (s.enabled && !s.expired)
          ? undefined
          : 'Only an enabled one that has not expired can be upgraded.',
    },
  }),
  campaigns: (c, codes) => ({
    switches: ['Enabled', 'DisplayForManualRenewals'],
    fields: [
      field('Name', { limits: required }),
      field('StartDate', { type: 'date', note: 'Y-m-d; without it, from now', limits: day }),
      field('EndDate', { type: 'date', note: 'Y-m-d; without it, until it is disabled', limits: day }),
      ...discount(c.Discount),
      ...product('PrimaryProduct', c, codes, 0),
      ...product('RecommendedProduct', c, codes, 1),
      ...(c.Description ?? []).map(
        (/** @type {any} */ text, /** @type {number} */ i) =>
          /** @type {Editable} */ ({
            path: ['Description', i, 'Text'],
            label: `Description[${text.Language}]`,
            type: 'area',
            removable: true,
            limits: required,
          }),
      ),
    ],
    lists: [
      ...(c.Discount.Type === 'FIXED' ? [amount(c.Discount)] : []),
      {
        label: 'Text in',
        name: 'a text in another language',
        pattern: '[a-z]{2}',
        write: (text) => ({ Description: [...(c.Description ?? []), { Language: text, Text: '' }] }),
      },
    ],
  }),
  products: (p, codes) => ({
    switches: [],
    fields: [
      field('name', { limits: required }),
      field('short_description'),
      field('months', {
        type: 'number',
        note: 'Of subscriptions that begin later; 0 for none',
        limits: { min: 0, max: 1200, step: 1, ...required },
      }),
      ...Object.keys(p.prices ?? {})
        .sort()
        .map(
          (currency) =>
            /** @type {Editable} */ ({
              path: ['prices', currency],
              label: `prices.${currency}`,
              type: 'number',
              removable: true,
              limits: money,
            }),
        ),
      ...(p.upgrade_products ?? []).map(
        (/** @type {string} */ _, /** @type {number} */ i) =>
          /** @type {Editable} */ ({
            path: ['upgrade_products', i],
            label: `upgrade_products[${i}]`,
            type: 'choice',
            options: codes,
            removable: true,
          }),
      ),
    ],
    lists: [
      {
        label: 'Price in',
        name: 'a price in another currency',
        pattern: '[A-Z]{3}',
        write: (text) => ({ prices: { ...p.prices, [text]: p.prices?.[text] ?? 0 } }),
      },
      {
        label: 'Upgrade to',
        name: 'a product to upgrade to',
        options: codes.filter((code) => code !== p.code && !p.upgrade_products?.includes(code)),
        write: (code) => ({ upgrade_products: [...(p.upgrade_products ?? []), code] }),
      },
    ],
  }),
};

const day = {
  pattern: '\\d{4}-\\d{2}-\\d{2}',
  placeholder: '2026-11-29',
  title: 'Y-m-d, such as 2026-11-29; the arrow keys move it by a day',
};
const money = { min: 0, max: 100_000_000, step: 0.01, ...required };

/** @param {any} d @returns {Editable[]} */
function discount(d) {
  const type = /** @type {Editable} */ ({
    path: ['Discount'],
    label: 'Discount.Type',
    type: 'choice',
    options: ['PERCENT', 'FIXED'],
    value: d.Type,
    write: (t) =>
      t === 'PERCENT'
        ? { Type: t, Value: 10 }
        : { Type: t, Values: [{ Currency: 'USD', Amount: 1 }], DefaultCurrency: 'USD' },
  });
  if (d.Type === 'PERCENT') {
    return [
      type,
      {
        path: ['Discount', 'Value'],
        label: 'Discount.Value',
        type: 'number',
        note: 'Percent',
        limits: { min: 0, max: 100, step: 1, ...required },
      },
    ];
  }
  const currencies = (d.Values ?? []).map((/** @type {any} */ v) => v.Currency);
  return [
    type,
    { path: ['Discount', 'DefaultCurrency'], label: 'Discount.DefaultCurrency', type: 'choice', options: currencies },
    ...currencies.map(
      (/** @type {string} */ currency, /** @type {number} */ i) =>
        /** @type {Editable} */ ({
          path: ['Discount', 'Values', i, 'Amount'],
          label: `Discount.Values[${currency}]`,
          type: 'number',
          removable: currencies.length > 1,
          limits: money,
        }),
    ),
  ];
}

/** @param {any} d a discount of amounts @returns {Addable} */
const amount = (d) => ({
  label: 'Amount in',
  name: 'an amount in another currency',
  pattern: '[A-Z]{3}',
  write: (text) => ({ Discount: { ...d, Values: [...d.Values, { Currency: text, Amount: 1 }] } }),
});

/** @param {string} name @param {any} campaign @param {string[]} codes @param {number} least @returns {Editable[]} */
function product(name, campaign, codes, least) {
  return [
    {
      path: [name],
      label: `${name}.Code`,
      type: 'choice',
      options: codes,
      value: campaign[name].Code,
      write: (code) => ({ ...campaign[name], Code: code, PriceOptions: [] }),
    },
    {
      path: [name, 'Quantity'],
      label: `${name}.Quantity`,
      type: 'number',
      note: least === 0 ? '0 means any' : '',
      limits: { min: least, step: 1, ...required },
    },
  ];
}

/**
 * Returns a value with another one at a path below it; undefined removes what is there.
 * @param {any} whole @param {(string | number)[]} path @param {any} value @returns {any}
 */
export function placed(whole, path, value) {
  if (path.length === 0) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  const [at, ...rest] = path;
  if (value !== undefined || rest.length > 0) copy[at] = placed(copy[at], rest, value);
  else if (Array.isArray(copy)) copy.splice(Number(at), 1);
  else delete copy[at];
  return copy;
}
