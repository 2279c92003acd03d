import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed } from '../parts/json-changed.js';

const now = { name: 'Cloud', months: 0, prices: { EUR: 1, USD: 2 }, upgrade_products: ['A'], note: null };
const of = (/** @type {any} */ edited) => changed(now, JSON.stringify(edited));

test('a patch has the fields that differ, whole', () => {
  assert.deepEqual(of(now), { body: {} });
  assert.deepEqual(of({ ...now, prices: { USD: 2 } }), { body: { prices: { USD: 2 } } });
  assert.deepEqual(of({ ...now, name: 'Sky', note: 'x' }), { body: { name: 'Sky', note: 'x' } });
  assert.deepEqual(of({ ...now, own: 1 }), { body: { own: 1 } }); // the sandbox says that it knows none of that name
});

test('a field that is left out has no value', () => {
  const { name, upgrade_products, ...rest } = now;
  assert.deepEqual(of(rest), { body: { name: null, upgrade_products: [] } });
});

test('a text that is no object has a fault and changes nothing', () => {
  assert.deepEqual(changed(now, '[1]'), { body: {}, fault: 'It is no JSON object.' });
  assert.deepEqual(changed(now, 'null'), { body: {}, fault: 'It is no JSON object.' });
  const { body, fault } = changed(now, '{"name": }');
  assert.deepEqual(body, {});
  assert.match(fault ?? '', /^It is no JSON: /);
});
