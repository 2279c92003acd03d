// What a fragment of a world begins with, by the kind of its record. Without
// handles, which are unique, it can be added more than once.

const newCustomer = `customers:
  - {handle: my-customer, first_name: Ada, last_name: King, country: gb}
`;

/**
 * @param {string} list
 * @param {string} rest
 * @param {string} [customer] a handle, otherwise the fragment has a customer of its own
 */
const bought = (list, rest, customer) => `${customer ? '' : newCustomer}${list}:
  - customer: ${customer ?? 'my-customer'}
${rest}`;

/** @type {{kind: string, label: string, yaml: (customer?: string) => string}[]} */
export const templates = [
  {
    kind: 'orders',
    label: 'Order',
    yaml: (customer) =>
      bought(
        'orders',
        `    date: -1h
    status: COMPLETE
    lines:
      - {product: STUDIO-PRO-1Y, quantity: 1}
    # handle: a name for it, such as my-order
`,
        customer,
      ),
  },
  {
    kind: 'customers',
    label: 'Customer',
    yaml: () => `customers:
  - first_name: Ada
    last_name: King
    country: gb
    # handle: a name for it, such as my-customer
`,
  },
  {
    kind: 'subscriptions',
    label: 'Subscription',
    yaml: (customer) =>
      bought(
        'subscriptions',
        `    product: STUDIO-BASIC-1Y
    date: -30d
    # handle: a name for it, such as my-subscription
`,
        customer,
      ),
  },
  {
    kind: 'campaigns',
    label: 'Campaign',
    yaml: () => `campaigns:
  - name: Ten percent off
    start: -1d
    end: 30d
    percent: 10
    primary: {product: STUDIO-BASIC-1Y}
    recommended: {product: STUDIO-PRO-1Y}
    description: {en: "<!--{RECOMMENDED_PRODUCT_NAME}--> costs <!--{RECOMMENDED_PRODUCT_PRICE}--> today."}
    # handle: a name for it, such as my-campaign
`,
  },
  {
    kind: 'products',
    label: 'Product',
    yaml: () => `products:
  - code: MINE-1Y
    name: My product
    prices: {EUR: 10, USD: 11}
    months: 12
`,
  },
  {
    kind: 'partners',
    label: 'Partner',
    yaml: () => `partners:
  - code: MINE
    name: My partner
    currency: EUR
    margin: 20
`,
  },
];
