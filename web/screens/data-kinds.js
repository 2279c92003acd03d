// The kinds of records: their columns, filters and names.
import { html } from '../vendor/preact.js';
import { number } from '../app/format.js';
import { at } from '../app/paths.js';
import { Chip } from '../parts/signs.js';

/**
 * @typedef {{label: string, sort?: string, end?: boolean, keep?: boolean, cell: (row: any, code: string) => any}}
 *   Column
 * keep: a narrow window shows the column too; other columns are in the second line of the first cell
 * @typedef {{id: string, one: string, label: string, key: (row: any) => string, name: string, sort: string,
 *   second: (row: any) => string,
 *   columns: Column[], filters: [string, string][]}} Kind
 * name is the head of the first column, sort what it sorts by; filters have a label and a term
 */

/** @param {string} text */
const cut = (text) => html`<span class="cut" title=${text}>${text}</span>`;

/** A cell of text. @param {string} label @param {string} field @param {Partial<Column>} [more] @returns {Column} */
const text = (label, field, more) => ({ label, sort: field, cell: (row) => cut(String(row[field] ?? '')), ...more });

/**
 * A cell that leads to another record.
 * @param {string} label
 * @param {string} field
 * @param {string} kind
 * @returns {Column}
 */
const link = (label, field, kind) => ({
  label,
  sort: field,
  cell: (row, code) =>
    row[field] &&
    html`<a class="mono cut" href=${at(code, 'data', kind, String(row[field]))} title=${String(row[field])}>
      ${row[field]}</a>`,
});

/** @param {any} row */
const handles = (row) =>
  (row.handles ?? []).map(
    (/** @type {string} */ name) => html`<${Chip} key=${name} title=${`Handle ${name}`}>${name}<//>`,
  );

/** @param {(row: any) => any[]} [more] @returns {Column} */
const marks = (more = () => []) => ({
  label: 'Marks',
  cell: (row) => html`<span class="data-marks">${more(row)}${handles(row)}</span>`,
});

/** @param {any} row */
const orderMarks = (row) => [
  row.test && html`<${Chip}>test<//>`,
  row.dispute && html`<${Chip} kind=${row.dispute === 'OPEN' ? 'warn' : ''}>dispute ${row.dispute}<//>`,
  row.partner && html`<${Chip}>partner ${row.partner}<//>`,
  row.purchase_order && html`<${Chip}>PO ${row.purchase_order.replaceAll('_', ' ')}<//>`,
];

/** @param {string} standing */
const standingKind = (standing) => (standing === 'running' ? 'ok' : '');

/** @param {string} [moment] */
const day = (moment) => (moment ? moment.slice(0, 10) : '');

/** @type {Kind[]} */
export const kinds = [
  {
    id: 'orders',
    one: 'order',
    label: 'Orders',
    name: 'Reference',
    sort: 'reference',
    key: (row) => row.reference,
    second: (row) => [row.date.slice(0, 16), row.name].filter(Boolean).join(' · '),
    columns: [
      { label: 'Date', sort: 'date', cell: (row) => html`<span class="mono">${row.date}</span>` },
      { ...text('Status', 'status'), keep: true, cell: (row) => row.status },
      text('Approval', 'approval'),
      {
        label: 'Customer',
        sort: 'name',
        cell: (row, code) =>
          html`${
            row.customer
              ? html`<a class="mono" href=${at(code, 'data', 'customers', String(row.customer))}>${row.customer}</a> `
              : ''
          }${cut(row.name ?? '')}`,
      },
      { ...text('Total', 'total'), keep: true, end: true, cell: (row) => html`<span class="mono">${row.total}</span>` },
      marks(orderMarks),
    ],
    filters: [
      ['Pending', 'status:PENDING'],
      ['Complete', 'status:COMPLETE'],
      ['Refunded', 'status:REFUND'],
      ['Last 7 days', 'after:-7d'],
      ['Disputed', 'dispute:*'],
      ['By a partner', 'partner:*'],
      ['Purchase orders', 'purchase_order:*'],
      ['Test orders', 'test:true'],
      ['With a handle', 'handle:*'],
    ],
  },
  {
    id: 'campaigns',
    one: 'campaign',
    label: 'Campaigns',
    name: 'Name',
    sort: 'name',
    key: (row) => row.code,
    second: (row) => `${row.start ?? 'always'} to ${row.end ?? 'no end'} · ${row.primary} to ${row.recommended}`,
    columns: [
      {
        label: 'Standing',
        sort: 'standing',
        keep: true,
        cell: (row) => html`<${Chip} kind=${standingKind(row.standing)}>${row.standing}<//>`,
      },
      text('Starts', 'start'),
      text('Ends', 'end'),
      { label: 'Discount', end: true, keep: true, cell: (row) => html`<span class="mono cut">${row.discount}</span>` },
      link('For', 'primary', 'products'),
      link('Recommends', 'recommended', 'products'),
      { label: 'Texts', end: true, cell: (row) => number(row.texts) },
      marks((row) => [
        row.warnings && html`<${Chip} kind="warn">${row.warnings === 1 ? '1 warning' : `${row.warnings} warnings`}<//>`,
      ]),
    ],
    filters: [
      ['Running', 'standing:running'],
      ['Upcoming', 'standing:upcoming'],
      ['Expired', 'standing:expired'],
      ['Disabled', 'standing:disabled'],
      ['With warnings', 'warning:*'],
      ['With a handle', 'handle:*'],
    ],
  },
  {
    id: 'customers',
    one: 'customer',
    label: 'Customers',
    name: 'Reference',
    sort: 'reference',
    key: (row) => String(row.reference),
    second: (row) => [row.company, row.email].filter(Boolean).join(' · '),
    columns: [
      text('Name', 'name', { keep: true }),
      text('Company', 'company'),
      text('E-mail', 'email'),
      text('External', 'external'),
      text('Country', 'country'),
      text('Language', 'language'),
      marks((row) => [!row.enabled && html`<${Chip}>disabled<//>`]),
    ],
    filters: [
      ['With a company', 'company:*'],
      ['Disabled', 'enabled:false'],
      ['On trial', 'trial:true'],
      ['With a handle', 'handle:*'],
    ],
  },
  {
    id: 'subscriptions',
    one: 'subscription',
    label: 'Subscriptions',
    name: 'Reference',
    sort: 'reference',
    key: (row) => row.reference,
    second: (row) => `${day(row.start)} to ${day(row.expiration)} · order ${row.order}`,
    columns: [
      link('Product', 'product', 'products'),
      { ...text('Units', 'quantity'), end: true },
      { label: 'Starts', sort: 'start', cell: (row) => html`<span class="mono">${day(row.start)}</span>` },
      {
        label: 'Expires',
        sort: 'expiration',
        keep: true,
        cell: (row) => html`<span class="mono">${day(row.expiration)}</span>`,
      },
      link('Order', 'order', 'orders'),
      link('Customer', 'customer', 'customers'),
      link('Partner', 'partner', 'partners'),
      marks((row) => [
        row.expired && html`<${Chip} kind="warn">expired<//>`,
        !row.enabled && html`<${Chip}>disabled<//>`,
        row.upgradable && html`<${Chip}>upgradable<//>`,
      ]),
    ],
    filters: [
      ['Expired', 'expired:true'],
      ['Ends within 30 days', 'expiration:0..+30d'],
      ['Upgradable', 'upgradable:true'],
      ['By a partner', 'partner:*'],
      ['Disabled', 'enabled:false'],
      ['With a handle', 'handle:*'],
    ],
  },
  {
    id: 'products',
    one: 'product',
    label: 'Products',
    name: 'Code',
    sort: 'code',
    key: (row) => row.code,
    second: (row) => row.prices,
    columns: [
      text('Name', 'name', { keep: true }),
      { label: 'Prices', cell: (row) => html`<span class="mono cut" title=${row.prices}>${row.prices}</span>` },
      { ...text('Months', 'months'), end: true, cell: (row) => row.months || '' },
      { label: 'Upgrades', end: true, cell: (row) => row.upgrades || '' },
      marks((row) => [row.tangible && html`<${Chip}>shipped<//>`]),
    ],
    filters: [
      ['Subscriptions', 'months:>0'],
      ['Shipped', 'tangible:true'],
      ['With upgrades', 'upgrade:*'],
      ['With a handle', 'handle:*'],
    ],
  },
  {
    id: 'partners',
    one: 'partner',
    label: 'Partners',
    name: 'Code',
    sort: 'code',
    key: (row) => row.code,
    second: () => '',
    columns: [
      text('Name', 'name', { keep: true }),
      text('Currency', 'currency'),
      { label: 'Margin', sort: 'margin', end: true, keep: true, cell: (row) => `${row.margin} %` },
      marks(),
    ],
    filters: [['With a handle', 'handle:*']],
  },
];

/** Returns the kind of a plural, as paths name it, or of a singular, as changes do. @param {string} name */
export const kindOf = (name) => kinds.find((k) => k.id === name || k.one === name);
