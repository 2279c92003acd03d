import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldOf, withEffect, withList, withMore, withValue } from '../screens/scenario-held.js';

const text = `# for the demo
summary: Mine # short
rules:
  - on: search-orders
    # half of them
    change:
      - {at: "$.a", set: 1e2}
    times: 3
  - on: [cancel-order, retrieve-order]
    fail: FORBIDDEN
`;

test('the form holds what it has', () => {
  assert.deepEqual(heldOf(text), {
    summary: 'Mine',
    rules: [
      { on: ['search-orders'], change: [{ at: '$.a', set: '1e2' }], times: '3' },
      { on: ['cancel-order', 'retrieve-order'], fail: 'FORBIDDEN' },
    ],
  });
});

test('a value is written, and comments and spellings stay', () => {
  assert.equal(withValue(text, ['rules', 0, 'times'], '5'), text.replace('times: 3', 'times: 5'));
  assert.equal(withValue(text, ['rules', 0, 'times'], ''), text.replace('    times: 3\n', ''));
  assert.equal(
    withValue(text, ['rules', 0, 'change', 0, 'set'], '{"b": [1.50, null]}'),
    text.replace('1e2', '{"b": [1.50, null]}'),
  );
  assert.equal(
    withList(text, ['rules', 0, 'on'], ['login', 'search-orders']),
    text.replace('on: search-orders', 'on: [login, search-orders]'),
  );
});

test('a text that is no text in YAML is quoted, a number is not', () => {
  assert.match(withValue(text, ['summary'], 'true'), /summary: "true"/);
  assert.match(withValue(text, ['rules', 1, 'when'], 'query.Limit == "5"'), /when: query.Limit == "5"/);
  assert.match(withValue(text, ['rules', 1, 'when'], '"a" == "a"'), /when: "\\"a\\" == \\"a\\""/);
  assert.match(withValue(text, ['rules', 1, 'skip'], '2'), /skip: 2\n/);
});

test('a rule gets another effect, and the list another rule', () => {
  assert.deepEqual(heldOf(withEffect(text, 0, 'cut')).rules[0], { on: ['search-orders'], times: '3', cut: 'reset' });
  assert.deepEqual(heldOf(withEffect(text, 1, '')).rules[1], { on: ['cancel-order', 'retrieve-order'] });
  assert.equal(heldOf(withMore(text, ['rules'], { on: 'login', fail: 'INTERNAL_ERROR' })).rules.length, 3);
});

test('what the form does not have closes it, and is named with its line', () => {
  const closed = (more) => heldOf(text + more);
  assert.deepEqual(closed('    lag: 5s\n'), { line: 11, why: 'it has no field for lag' });
  assert.deepEqual(closed('    delay: {from: 1s, to: 2s}\n'), { line: 11, why: 'delay is no single value' });
  assert.deepEqual(closed('    cut: reset\n'), {
    line: 11,
    why: 'it has one effect for a rule, not fail and cut',
  });
  assert.deepEqual(heldOf('rules:\n  - login\n'), { line: 2, why: 'rules has no fields' });
  assert.deepEqual(heldOf('').line, 1);
  assert.equal(heldOf('summary: "a\nrules: [').line, 2);
});
