import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pieces } from '../parts/yaml.js';
import { indentBelow } from '../parts/yaml-indent.js';
import { placeAtEnd } from '../parts/yaml-place.js';
import { yamlLanguage } from '../vendor/editor.js';

const rule = 'rules:\n  - on: [login]\n    ';
const places = {
  ru: { path: [], ofKey: false, partial: 'ru', beside: {} },
  'a: 1\nb': { path: [], ofKey: false, partial: 'b', beside: { a: '1' } },
  'rules:\n  ': { path: ['rules'], ofKey: false, partial: '', beside: {} },
  'rules:\n  - ': { path: ['rules', null], ofKey: false, partial: '', beside: {} },
  'rules:\n  - on: lo': { path: ['rules', null, 'on'], ofKey: true, partial: 'lo', beside: {} },
  'rules:\n  - on: [login, ': { path: ['rules', null, 'on', null], ofKey: false, partial: '', beside: {} },
  [rule]: { path: ['rules', null], ofKey: false, partial: '', beside: { on: '[login]' } },
  [`${rule}fa`]: { path: ['rules', null], ofKey: false, partial: 'fa', beside: { on: '[login]' } },
  [`${rule}fail: `]: { path: ['rules', null, 'fail'], ofKey: true, partial: '', beside: { on: '[login]' } },
  [`${rule}"fail": "IN`]: { path: ['rules', null, 'fail'], ofKey: true, partial: '"IN', beside: { on: '[login]' } },
  [`${rule}limit: {per: 1s, by: a`]: {
    path: ['rules', null, 'limit', 'by'],
    ofKey: true,
    partial: 'a',
    beside: { per: '1s' },
  },
  [`${rule}limit: {\n      per: 1s,\n      by`]: {
    path: ['rules', null, 'limit'],
    ofKey: false,
    partial: 'by',
    beside: { per: '1s' },
  },
  [`${rule}change:\n      - at: $.a\n        se`]: {
    path: ['rules', null, 'change', null],
    ofKey: false,
    partial: 'se',
    beside: { at: '$.a' },
  },
  [`${rule}# fa`]: null,
  'summary: |\n  on: ': null,
};

for (const [text, want] of Object.entries(places))
  test(`the place at the end of ${JSON.stringify(text)}`, () =>
    assert.deepEqual(placeAtEnd(yamlLanguage.parser, text), want));

test('YAML for reading has keys, comments and strings', () => {
  const text = '# all\nrules:\n  - on: [login] # one\n    "fail": \'it\'\'s: so\'\n    limit: { by: a, per: "1s" }\n';
  const all = pieces(text);
  assert.equal(all.map((p) => p.text).join(''), text);
  const of = (kind) => all.filter((p) => p.kind === kind).map((p) => p.text);
  assert.deepEqual(of('key'), ['rules', 'on', '"fail"', 'limit', 'by', 'per']);
  assert.deepEqual(of('comment'), ['# all', '# one']);
  assert.deepEqual(of('string'), ["'it''s: so'", '"1s"']);
});

test('an apostrophe in a word begins no string', () => {
  const text = "summary: a client's call and the shop's\nrules: [{ on: 'login', message: it's \"so\" }, 'a']\n";
  const strings = pieces(text).filter((p) => p.kind === 'string');
  assert.deepEqual(
    strings.map((p) => p.text),
    ["'login'", '"so"', "'a'"],
  );
});

test('Enter indents by the line alone', () => {
  const lines = {
    'rules:': 2,
    '  - on: login': 4,
    '  - on:': 6,
    'rules: # of it': 2,
    '- - a': 2,
    '- customer: "a: b"': 2,
    '  - name: {first: A, last: B}': 4,
    'text: |': 2,
    '  text: >-2 # folded': 4,
    '    plain': 4,
    '- item': 0,
    '- -   item': 2,
    "'a:b'": 0,
    '': undefined,
    '  - ': undefined,
    'on: [a,': undefined,
    '  b]': undefined,
  };
  const got = Object.fromEntries(Object.keys(lines).map((line) => [line, indentBelow(line)]));
  assert.deepEqual(got, lines);
});
