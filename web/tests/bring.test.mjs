import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfText } from '../frame/bring-kind.js';

test('a file is known by its beginning and its names', () => {
  const kind = (text) => Object.values(kindOfText(text)).join(': ');
  assert.equal(kind('{"RefNo": "1"}'), 'records: JSON, 1 record');
  assert.equal(kind('{"Items": [{}, {}], "Pagination": {}}'), 'records: JSON, 2 records');
  assert.equal(kind('{"orders": [1], "customers": [1, 2]}'), 'records: JSON, 1 orders, 2 customers');
  assert.equal(kind('{"a": 1}\n{"a": 2}\n\n'), 'records: JSON Lines, 2 lines');
  assert.equal(kind('[{"a": }'), 'records: JSON that cannot be read whole');
  assert.equal(kind('# mine\nrules:\n  - on: login\n'), 'scenario: A scenario');
  assert.equal(kind('customers:\n  - handle: a\n'), 'world: A world or a part of one');
  assert.match(kind('{"log": {"entries": []}}'), /^har/);
  assert.match(kind('PK\u0003\u0004 '), /^zip/);
  assert.match(kind('hello'), /^unknown/);
});
