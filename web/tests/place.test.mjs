import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeAtEnd } from '../parts/yaml-place.js';
import { yamlLanguage } from '../vendor/editor.js';

const rule = 'rules:\n  - on: [login]\n    ';
const places = {
  ru: { path: [], ofKey: false, partial: 'ru', beside: {} },
  'a: 1\nb': { path: [], ofKey: false, partial: 'b', beside: { a: '1' } },
  'rules:\n  ': { path: ['rules'], ofKey: false, partial: '', beside: {} },
  'rules:\n  - ': { path: ['rules', null], ofKey: false, partial: '', beside: {} },
  'rules:\n  - on: lo': { path: ['rules', null, 'on'], ofKey: true, partial: 'lo', beside: { on: 'lo' } },
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
  test(`the place at the end of ${JSON.stringify(text)}`, () => {
    const place = placeAtEnd(yamlLanguage.parser, text);
    const { beside, ...got } = place ?? {};
    assert.deepEqual(place && got, want && { path: want.path, ofKey: want.ofKey, partial: want.partial });
    for (const [key, value] of Object.entries(want?.beside ?? {}))
      if (!want.ofKey || key !== want.path.at(-1)) assert.equal(beside[key], value);
  });
