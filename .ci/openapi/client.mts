// Calls every REST operation of an account with the types that openapi-typescript
// makes of its OpenAPI document: node client.mjs ORIGIN CODE. The compiler verifies
// that what was read can be sent back.
import { createHmac } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Campaign = components['schemas']['Campaign'];

const [origin, code] = process.argv.slice(2) as [string, string];
const client = createClient<paths>({ baseUrl: `${origin}/rest/6.0` });
let succeeded = 0;

client.use({
  onRequest({ request }) {
    const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
    const hash = createHmac('sha256', 'demo-secret').update(`${code.length}${code}${date.length}${date}`).digest('hex');
    request.headers.set('X-Service-Authentication', `code="${code}" date="${date}" hash="${hash}"`);
    request.headers.set('Accept', 'application/json');
    return request;
  },
});

/** Returns the data of an answer that succeeded. */
function data<T>(name: string, answer: { data?: T; error?: components['schemas']['Error']; response: Response }): T {
  if (!answer.response.ok) throw new Error(`${name}: got ${answer.response.status} ${JSON.stringify(answer.error)}`);
  succeeded++;
  return answer.data as T;
}

function verify(name: string, holds: boolean, got: unknown) {
  if (!holds) throw new Error(`${name}: got ${JSON.stringify(got)}`);
}

// The examples of the document name records of the account.
const document = await (await fetch(`${origin}/_sandbox/openapi.json?account=${code}`)).json();
function example(path: keyof paths, method: string, name: string): string {
  return String(document.paths[path][method].parameters.find((p: { name: string }) => p.name === name).example);
}

const found = data('search-orders', await client.GET('/orders/', {
  params: { query: { Status: 'COMPLETE', StartDate: example('/orders/', 'get', 'StartDate'), PartnerOrders: false } },
}));
verify('search-orders', found.Items[0]!.GrossPrice > 0, found);
const customer = Number(example('/orders/customer/', 'get', 'CustomerReference'));
const listed = data('customer-orders', await client.GET('/orders/customer/', { params: { query: { CustomerReference: customer } } }));
verify('customer-orders', listed.Items[0]!.CustomerDetails?.AvangateCustomerReference === customer, listed);
const reference = data('order-by-sale', await client.GET('/orders/0/sale/', {
  params: { query: { SaleId: Number(example('/orders/0/sale/', 'get', 'SaleId')) } },
}));
data('order-by-invoice', await client.GET('/orders/0/invoice/', {
  params: { query: { InvoiceId: example('/orders/0/invoice/', 'get', 'InvoiceId') } },
}));
const order = data('retrieve-order', await client.GET('/orders/{OrderReference}/', { params: { path: { OrderReference: reference } } }));
verify('retrieve-order', order.RefNo === reference, order);
data('upload-order-form', await client.POST('/orders/{OrderReference}/upload', {
  params: { path: { OrderReference: example('/orders/{OrderReference}/upload', 'post', 'OrderReference') } },
  body: { FileName: 'form.txt', ClientTime: '2026-10-02 09:14:51', File: 'U2lnbmVkLgo=' },
}));
data('cancel-order', await client.DELETE('/orders/{OrderReference}/', {
  params: { path: { OrderReference: example('/orders/{OrderReference}/', 'delete', 'OrderReference') } },
}));

const product = example('/upsell/recommended', 'get', 'ProductCode');
const read: Campaign = data('recommended-upsell', await client.GET('/upsell/recommended', { params: { query: { ProductCode: product } } }));
const updated = data('update-upsell', await client.PUT('/upsell/{upsellCode}', {
  params: { path: { upsellCode: read.Code } }, body: { ...read, Name: 'Sent back as it was read' },
}));
verify('update-upsell', updated.Name === 'Sent back as it was read', updated);
const created = data('create-upsell', await client.POST('/upsell', {
  body: {
    Name: 'Made by generated types', Enabled: true, DisplayForManualRenewals: true,
    Discount: { Type: 'FIXED', DefaultCurrency: 'EUR', Values: [{ Currency: 'EUR', Amount: 1234567.89 }] },
    PrimaryProduct: { Code: product }, RecommendedProduct: { Code: product },
  },
}));
verify('create-upsell', created.Discount.Type === 'FIXED' && created.Discount.Values.length === 1, created);
const campaigns = data('search-upsell', await client.GET('/upsell', { params: { query: { CampaignCodes: [created.Code], Statuses: ['Enabled'] } } }));
verify('search-upsell', campaigns.UpsellsCount === 1, campaigns);
data('delete-upsell', await client.DELETE('/upsell/{upsellCode}', { params: { path: { upsellCode: example('/upsell/{upsellCode}', 'delete', 'upsellCode') } }, parseAs: 'text' }));
const settings = data('read-upsell-settings', await client.GET('/upsell/settings/campaign/'));
data('change-upsell-settings', await client.PUT('/upsell/settings/campaign/', { body: settings }));

verify('all', succeeded === 14, succeeded);

// A scenario answers a code that the interface does not document.
const met = await client.GET('/upsell/settings/campaign/', { headers: { 'X-Sandbox-Scenario': 'throttled' } });
verify('throttled', met.response.status === 429 && met.error?.error_code === 'TOO_MANY_REQUESTS', met.error);
console.log('openapi-typescript: 14 operations succeeded, and throttled was met');
