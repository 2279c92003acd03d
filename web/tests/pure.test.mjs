// Tests of what needs no page: node --test web/tests
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepped, timeOrDate, span } from '../app/format.js';
import { pathAt, valuesOf } from '../parts/json-place.js';
import { differences } from '../parts/diff.js';
import { pretty } from '../parts/pretty.js';
import { drawn, lanes } from '../parts/sequence-lines.js';
import { folded, parted, reasonOf, startsDay } from '../screens/calls-fold.js';
import { terms, toggled } from '../screens/data-terms.js';
import { stepsOf } from '../screens/drawn-steps.js';
import { gist, groups } from '../screens/record-values.js';
import { readRehearsal } from '../screens/rehearsal-read.js';
import { drawnTrial } from '../screens/rehearsal-steps.js';
import { differenceText, matrixOf, repeatLine } from '../screens/rehearsal-words.js';
import { inAMonth, nextEvent } from '../screens/time-scale.js';

test('a place in JSON names its value', () => {
  const text = pretty('{"Items":[{"a b":1,"RefNo":"x\\"y"},{"RefNo":null}],"n":{"m":[true,[-2.5]]}}', 'json').text;
  const at = (value) => pathAt(text, text.indexOf(value) + 1);
  assert.equal(at('1,'.slice(0, 1)), '$.Items[0]["a b"]');
  assert.equal(at('"x\\"y"'), '$.Items[0].RefNo');
  assert.equal(at('null'), '$.Items[1].RefNo');
  assert.equal(at('true'), '$.n.m[0]');
  assert.equal(at('-2.5'), '$.n.m[1][0]');
  assert.equal(at('"RefNo"'), '', 'a name is no value');
  assert.equal(pathAt(text, 0), '');
});

test('values of JSON by path', () => {
  assert.deepEqual(
    [...valuesOf('{"a":[{"b":1}],"c":[]}')],
    [
      ['$.a[0].b', '1'],
      ['$.c', '[]'],
    ],
  );
  assert.deepEqual([...valuesOf('[1]')], [['$[0]', '1']]);
  assert.deepEqual(
    [...valuesOf('{"n": 9007199254740993, "a b": {"m": 10.50, "s": "\\u00e9"}, "o": { }}')],
    [
      ['$.n', '9007199254740993'],
      ['$["a b"].m', '10.50'],
      ['$["a b"].s', '"é"'],
      ['$.o', '{}'],
    ],
  );
  assert.equal(valuesOf('{"a":').size, 0);
});

test('differences of two values', () => {
  assert.deepEqual(differences({ a: 1, b: [1, 2] }, { a: 2, b: [1], c: null }), [
    { path: 'a', change: 'changed', a: '1', b: '2' },
    { path: 'b[1]', change: 'removed', a: '2', b: null },
    { path: 'c', change: 'added', a: null, b: 'null' },
  ]);
});

test('reasons fold whatever value was given', () => {
  assert.equal(reasonOf('No order has the reference "a \\"b".'), 'No order has the reference "…".');
  assert.equal(reasonOf('Limit must be from 1 to 200, got 500'), 'Limit must be from 1 to 200, got …');
  assert.equal(reasonOf('It is required; ignored que…'), reasonOf('It is required; ignored …'));
  const row = (id, why) => ({
    id,
    cause: 'client',
    status: 404,
    code: 'X',
    why,
    wall_time: '2026-05-13T00:00:00Z',
    operation: 'o',
  });
  const rows = [row('D-3', 'no "a"'), row('D-2', 'no "b"'), { ...row('D-1', ''), cause: undefined }];
  assert.deepEqual(
    folded(rows, new Set()).map((g) => [g.calls, g.why]),
    [
      [2, 'no "…"'],
      [1, ''],
    ],
  );
  assert.equal(folded(rows, new Set(folded(rows, new Set()).map((g) => g.key))).length, 5);
});

test('the first call of each earlier day', () => {
  const rows = ['2026-05-14T01', '2026-05-14T00', '2026-05-13T23', '2026-05-12T23'].map((t) => ({
    wall_time: `${t}:00:00Z`,
  }));
  assert.deepEqual(
    rows.map((row, i) => startsDay(row, rows[i - 1])),
    [false, false, true, true],
  );
});

test('an address is cut before what differs from the row above', () => {
  const cut = (address, above) => parted(address, above).join(' | ');
  assert.equal(cut('/orders/?a=1&b=2&c=3', '/orders/?a=1&b=9&c=3'), '/orders/?a=1 | &b=2&c=3');
  assert.equal(cut('/orders/?a=1&bc=2', '/orders/?a=1&bd=2'), '/orders/?a=1 | &bc=2');
  assert.equal(cut('/orders/?a=1', '/orders/?a=2'), '/orders/ | ?a=1');
  assert.equal(cut('/orders/100028040/', '/orders/100039957/'), '/orders | /100028040/');
  assert.equal(cut('/orders/?a=1&b=2', '/upsell/?a=1'), '/orders/?a=1 | &b=2', 'after another path');
  assert.equal(cut('/orders/?a=1&b=2', '/orders/customer/?a=1'), '/orders/?a=1 | &b=2', 'after a longer path');
  assert.equal(cut('/orders/?a=1&b=2'), '/orders/?a=1 | &b=2', 'in the first row');
  assert.equal(cut('/orders/?a=1&b=2', '/orders/?a=1&b=2'), '/orders/?a=1 | &b=2');
  assert.equal(cut('/orders/'), '/orders/ | ');
});

test('a time has its date when that is not today', () => {
  assert.equal(timeOrDate('2026-05-13T12:00:01Z', '2026-05-13T23:00:00Z'), '12:00:01');
  assert.equal(timeOrDate('2026-05-13T12:00:01Z', '2026-05-14T00:00:00Z'), '13 May 12:00:01 UTC');
  assert.equal(timeOrDate('2025-05-13T12:00:01Z', '2026-05-13T12:00:00Z'), '13 May 2025 12:00 UTC');
});

test('a span of hours is to the minute', () => {
  const [second, hour, day] = [1000, 3_600_000, 86_400_000];
  assert.equal(span(8 * day - second), '8 d');
  assert.equal(span(-8 * day - hour), '8 d 1 h');
  assert.equal(span(8 * day - 31 * second), '7 d 23 h');
  assert.equal(span(hour - second), '1 h');
  assert.equal(span(59 * second), '59 s');
  assert.equal(span(119 * second), '1 min');
});

test('arrow keys move a date by a day, and a moment by an hour', () => {
  assert.equal(stepped('2026-02-28', 'ArrowUp'), '2026-03-01');
  assert.equal(stepped('2026-11-29 00:30:00', 'ArrowDown'), '2026-11-28 23:30:00');
  assert.equal(stepped('2026-11', 'x'), '');
  assert.equal(stepped('soon', 'ArrowUp'), '');
});

test('a month later is the same day, or the last of the month', () => {
  const month = (from) => new Date(inAMonth(Date.parse(from))).toISOString().slice(0, 16);
  assert.equal(month('2026-01-31T10:00:00Z'), '2026-02-28T10:00');
  assert.equal(month('2028-01-30T10:00:00Z'), '2028-02-29T10:00');
  assert.equal(month('2026-12-15T10:00:00Z'), '2027-01-15T10:00');
});

test('the next event', () => {
  const none = { orders: { ticks: [] }, subscriptions: { ticks: [] }, campaigns: { rows: [] }, sessions: [] };
  const now = Date.parse('2026-05-13T00:00:00Z');
  assert.equal(nextEvent(none, none, now), undefined);
  const week = { ...none, orders: { ticks: [{ time: '2026-05-06T00:00:00Z', count: 1 }] } };
  assert.deepEqual(nextEvent(week, none, now), { at: now + 1000, what: 'an order leaves the default search' });
  const later = {
    ...none,
    campaigns: { rows: [{ name: 'Spring', start: '', end: '2026-05-13' }] },
    sessions: [{ to: '2026-05-13T05:00:00.5Z' }],
  };
  assert.equal(nextEvent(none, later, now).what, 'a SOAP session dies');
  assert.equal(nextEvent(none, later, now).at, Date.parse('2026-05-13T05:00:01Z'));
  assert.equal(nextEvent(none, later, Date.parse('2026-05-13T06:00:00Z')).what, 'the campaign Spring has ended');
});

test('terms of a query', () => {
  assert.deepEqual(terms('status:4xx text:"a \\" b" x'), ['status:4xx', 'text:"a \\" b"', 'x']);
  assert.equal(toggled('status:4xx q', 'status:5xx', ['status:4xx', 'status:5xx']), 'q status:5xx');
  assert.equal(toggled('q status:5xx', 'status:5xx', ['status:5xx']), 'q');
});

test('the first line of a record', () => {
  const order = {
    GrossPrice: 34.6,
    Currency: 'usd',
    Status: 'COMPLETE',
    CustomerDetails: null,
    BillingDetails: { FirstName: 'Ida', LastName: 'Moreau' },
    OrderDate: '2026-11-20 10:00:00',
    Items: [{ ProductDetails: { Name: 'Backup' }, Quantity: 1 }],
  };
  assert.deepEqual(gist('orders', order), ['34.60 USD', 'COMPLETE', 'Ida Moreau', '20 Nov 2026', 'Backup ×1']);
  assert.deepEqual(
    gist('subscriptions', { product: 'B', quantity: 2, enabled: true, expiration_date: '', why_not: 'has no upgrade' }),
    ['B ×2', 'enabled', 'never expires', 'has no upgrade'],
  );
  assert.deepEqual(gist('products', {}), []);
});

test('an order shows what was bought and the money first, by the names of the interface', () => {
  const order = { RefNo: '1', FxRate: 1.1, BillingDetails: { City: 'Galway' }, Items: [{ Code: 'A' }] };
  assert.deepEqual(groups('orders', order), [
    { title: 'Item', leaves: [['Code', 'A']] },
    { title: 'Money', leaves: [['FxRate', 1.1]] },
    { title: 'Order', leaves: [['RefNo', '1']] },
    { title: 'BillingDetails', leaves: [['City', 'Galway']] },
  ]);
});

test('a report is read, and what is none is refused by its place', () => {
  const { report } = readRehearsal(
    '{"good":{"calls":null},"trials":null,' +
      '"findings":[{"schedule":"login#1=503","result":"hung","records":[{"count":{"a":1}}]}]}',
  );
  assert.deepEqual(report.trials, []);
  assert.deepEqual(report.findings[0].records[0].count, { a: 1, b: 0 });
  const one = (trial) => JSON.stringify({ good: {}, trials: [trial], findings: [] });
  for (const [text, fault] of [
    ['{', 'it is not JSON'],
    ['[]', 'the file must be an object, got []'],
    ['{}', 'good must be an object, got nothing'],
    ['{"good":{}}', 'trials is missing'],
    ['{"good":{},"trials":{}}', 'trials must be a list, got {}'],
    [one({ schedule: 1 }), 'trials[0].schedule must be a text, got 1'],
    [one({}), 'trials[0].schedule is missing'],
    [
      one({ schedule: 'x', result: 'recovered', calls: [{ at_ns: 'x'.repeat(50) }] }),
      `trials[0].calls[0].at_ns must be a number, got "${'x'.repeat(38)}…`,
    ],
    [
      one({ schedule: 'x', result: 'fine' }),
      'trials[0].result must be one of wrong-in-silence, hung, stormed, rests-on-a-guess, fails-on-a-day, needs-the-date, not-repeatable, failed-and-left, ' +
        'failed-in-the-open, recovered, not-reached, got "fine"',
    ],
    [
      one({ schedule: 'x', result: 'recovered', records: [{}] }),
      'trials[0].records[0].count must be an object, got nothing',
    ],
  ])
    assert.equal(
      readRehearsal(text).fault,
      `It is not the report of a rehearsal, such as rehearse --report FOLDER writes as report.json: ${fault}.`,
    );
});

test('a cell has the worst result of its fault, and one that was not tried is hollow', () => {
  const { faults, rows, hollow } = matrixOf(
    [
      { schedule: 'a#1=503', result: 'recovered' },
      { schedule: 'a#1=503+b#1=reset', result: 'hung' },
      { schedule: 'a#1=reset+b#1=reset', result: 'not-reached' },
      { schedule: 'b#3=429', result: 'recovered' },
    ],
    ['b(x)#2', 'b#4'],
  );
  assert.deepEqual(
    [faults, rows.map((r) => r.place)],
    [
      ['503', 'reset', '429'],
      ['a#1', 'b#1', 'b#3'],
    ],
  );
  assert.deepEqual(hollow, [{ place: 'b (2 other calls)', faults: new Set(['reset', '429']) }]);
  const cell = rows[1].cells.get('reset');
  assert.deepEqual(
    [cell.name, cell.worst.id, cell.trials.length, rows[0].cells.get('503').worst.id],
    ['b#1=reset', 'hung', 2, 'recovered'],
  );
  assert.equal(
    repeatLine('a#1=503', { flags: ['--world', 'a b'], command: ['sh', '-c', "it's"] }),
    "commerce-sandbox rehearse --world 'a b' --schedule 'a#1=503' -- sh -c 'it'\\''s'",
  );
  assert.equal(
    differenceText({ kind: 'campaign', name: '', change: 'missing', count: { a: 2, b: 1 }, fields: [] }),
    '1 campaign, in the good run 2',
  );
  assert.equal(
    differenceText({ kind: 'campaign', name: 'S', change: 'doubled', count: { a: 1, b: 2 }, fields: [] }),
    '2 campaigns “S”, in the good run 1',
  );
});

test('a drawing shows how far each call came', () => {
  const call = (more) => ({ name: 'x#1', at_ns: 0, status: 0, code: '', fault: 'f', wrote: [], ...more });
  const ends = (schedule, more, result = 'stormed') => {
    const { steps, unended } = drawnTrial({ schedule, result, calls: [call(more)], entries: [] });
    const on = (x) => Object.keys(lanes).find((name) => lanes[name] === x);
    return drawn(steps, unended).lines.map((l) => `${l.kind} ${on(l.to)}`);
  };
  assert.deepEqual(ends('x#1=503', { status: 503 }), ['arrow acts', 'act acts', 'back client']);
  assert.deepEqual(ends('x#1=X', { status: 500, wrote: ['created'] }), [
    'arrow sandbox',
    'write records',
    'back client',
    'act acts',
  ]);
  assert.deepEqual(ends('x#1=reset', {}), ['arrow acts', 'act acts']);
  assert.deepEqual(ends('x#1=lost-answer', { wrote: ['created'] }), [
    'arrow sandbox',
    'write records',
    'lost acts',
    'act acts',
  ]);
  assert.deepEqual(ends('x#1=cut-in-body', { status: 200 }), ['arrow sandbox', 'back client', 'act acts']);
  assert.deepEqual(ends('x#1=503', { fault: '', status: 200 }), ['arrow sandbox', 'back client']);
  assert.deepEqual(ends('x#1=503+y#1=silent', { status: 503 }, 'hung').slice(3), ['arrow acts', 'act acts']);
});

test('calls are drawn as steps: equal ones in a row as one, with what passed between them', () => {
  const call = (second, more = {}) => ({
    id: `DEMO-${second}`,
    wall_time: new Date(1000 * second).toISOString(),
    time: new Date(1000 * second).toISOString(),
    ms: 4,
    operation: 'search-orders',
    status: 201,
    ...more,
  });
  const said = (...lines) =>
    stepsOf('DEMO', lines).map((s) => [s.before, s.name, s.times, s.answer, s.act, s.late, ...s.wrote].join('|'));
  assert.deepEqual(said(call(0), call(0.5), call(1, { ms: 9 })), ['|search-orders|3|201||true']);
  assert.equal(stepsOf('DEMO', [call(0), call(0.5, { ms: 9 })])[0].lasted, 9);
  assert.deepEqual(
    said(call(0), call(0.5, { status: 500, code: 'X', cause: 'scenario', scenario: ['outage', 'slow'] })),
    ['|search-orders|1|201||true', '|search-orders|1|500 X|outage and 1 more|false'],
  );
  assert.deepEqual(said(call(0), call(65, { status: 0, operation: '', method: 'PUT', uri: '/x' })), [
    '|search-orders|1|201||true',
    '1 min later|PUT /x|1|no answer||true',
  ]);
  const moved = (by) => ({ time: new Date(1000 * (0.5 + by)).toISOString() });
  assert.deepEqual(said(call(0), call(0.5, moved(7200)), call(1, { time: new Date(500).toISOString() })), [
    '|search-orders|1|201||true',
    'the clock was moved on by 2 h|search-orders|1|201||true',
    'the clock was moved back by 2 h|search-orders|1|201||true',
  ]);
  assert.deepEqual(said(call(0, { changes: 1 }), call(0.1, { changes: 2, preview: true })), [
    '|search-orders|1|201||true|1 record changed',
    '|search-orders|1|201||true|2 records not kept',
  ]);
});
