// Clients as teams write them, by name: each makes a campaign or reads orders.
import { createHmac } from 'node:crypto';

const { COMMERCE_REST: rest, COMMERCE_VENDOR_CODE: code, COMMERCE_SECRET: secret } = process.env;
const later = (ms) => new Promise((done) => setTimeout(done, ms));

/** Returns an answer, one with the status 0 when there was none. */
async function call(method, path, body) {
  const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const hash = createHmac('sha256', secret).update(`${code.length}${code}${date.length}${date}`).digest('hex');
  const credential = `code="${code}" date="${date}" hash="${hash}" algo="sha256"`;
  const headers = { Accept: 'application/json', 'X-Service-Authentication': credential };
  try {
    const answer = await fetch(rest + path, { method, body: body && JSON.stringify(body), headers });
    await answer.text();
    return answer;
  } catch {
    return { ok: false, status: 0, headers: new Headers() };
  }
}

const campaign = {
  Name: 'Summer', Enabled: true, DisplayForManualRenewals: true, Discount: { Type: 'PERCENT', Value: 10 },
  PrimaryProduct: { Code: 'A' }, RecommendedProduct: { Code: 'B' },
};
const create = () => call('POST', '/upsell', campaign);
const read = () => call('GET', '/orders/');

/** Acts until it succeeds, n times at most, and returns whether it did. */
async function repeated(act, n, wait) {
  for (let i = 0; i < n; i++) {
    const answer = await act();
    if (answer.ok) return true;
    await later(wait(answer));
  }
  return false;
}

const asked = (answer) => 1000 * Number(answer.headers.get('Retry-After') ?? 0) + 60;

const clients = {
  'hasty read': () => repeated(read, 3, () => 0),
  'ignores Retry-After': () => repeated(read, 3, () => 0),
  'waits as asked': () => repeated(read, 3, asked),
  'blind repeat': () => repeated(create, 3, asked),
  'gives up': async () => (await create()).ok,
  'swallows the error': async () => (await create(), true),
  polls: async () => {
    for (let i = (await read()).ok ? 12 : 0; i < 12; i++, await later(20)) await read();
    return true;
  },
  'polls a write': async () => {
    for (let i = (await create()).ok ? 12 : 0; i < 12; i++, await later(20)) await create();
    return true;
  },
};
process.exit((await clients[process.argv[2]]()) ? 0 : 1);
