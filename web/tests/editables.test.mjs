import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editables, placed } from '../screens/record-editables.js';

test('a value is placed, and taken out of an object or a list', () => {
  const record = { prices: { EUR: 1, USD: 2 }, texts: [{ t: 'a' }, { t: 'b' }] };
  assert.deepEqual(placed(record.prices, ['EUR'], 3), { EUR: 3, USD: 2 });
  assert.deepEqual(placed(record.prices, ['EUR'], undefined), { USD: 2 });
  assert.deepEqual(placed(record.texts, [1, 't'], 'c'), [{ t: 'a' }, { t: 'c' }]);
  assert.deepEqual(placed(record.texts, [0], undefined), [{ t: 'b' }]);
  assert.deepEqual(record, { prices: { EUR: 1, USD: 2 }, texts: [{ t: 'a' }, { t: 'b' }] });
});

const campaign = {
  Name: 'Autumn',
  StartDate: '2026-10-01',
  Discount: { Type: 'PERCENT', Value: 10 },
  Description: [{ Language: 'en', Text: 'x' }],
  PrimaryProduct: { Code: 'A', Quantity: 0, PriceOptions: [{ Code: 'O' }] },
  RecommendedProduct: { Code: 'B', Quantity: 1, PriceOptions: [] },
};

test('a campaign has the fields of its discount', () => {
  const labels = (record) =>
    editables
      .campaigns(record, ['A', 'B'])
      .fields.map((f) => f.label)
      .filter((l) => l.startsWith('Discount'));
  assert.deepEqual(labels(campaign), ['Discount.Type', 'Discount.Value']);
  const [type] = editables.campaigns(campaign, []).fields.filter((f) => f.label === 'Discount.Type');
  assert.deepEqual(labels({ ...campaign, Discount: type.write('FIXED') }), [
    'Discount.Type',
    'Discount.DefaultCurrency',
    'Discount.Values[USD]',
  ]);
});

test('another product of a campaign has no options of the one before', () => {
  const code = editables.campaigns(campaign, ['A', 'B']).fields.find((f) => f.label === 'PrimaryProduct.Code');
  assert.deepEqual(code.write('B'), { Code: 'B', Quantity: 0, PriceOptions: [] });
});

test('a subscription that has expired is not enabled', () => {
  const shut = (record) => editables.subscriptions(record, []).shut;
  assert.match(shut({ enabled: false, expired: true }).enabled, /expired/);
  assert.equal(shut({ enabled: true, expired: false }).upgradable, undefined);
});

test('a product is upgraded to another one that it is not upgraded to yet', () => {
  const lists = editables.products({ code: 'A', prices: { EUR: 1 }, upgrade_products: ['B'] }, ['A', 'B', 'C']).lists;
  assert.deepEqual(lists.find((l) => l.label === 'Upgrade to').options, ['C']);
  assert.deepEqual(lists[0].write('USD'), { prices: { EUR: 1, USD: 0 } });
});
