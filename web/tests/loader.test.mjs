// What the loader makes of answers that are none.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';

globalThis.document = { documentElement: { dataset: {} }, styleSheets: [] };
globalThis.window = { location: { href: 'http://sandbox/ui/', reload: mock.fn() } };
const { request } = await import('../app/api.js');
const { gather } = await import('../app/events.js');
const { load } = await import('../app/load.js');
const { readerOf } = await import('../app/reader.js');

const json = { 'Content-Type': 'application/json' };
const cut = () => {
  throw new TypeError('network error');
};
const good = () => new Response('{"a":1}', { headers: json });
const bad = {
  'no answer': cut,
  'a body that ends early': () => ({ ok: true, status: 200, headers: new Headers(json), text: cut }),
  'JSON that ends early': () => new Response('{"a":', { headers: json }),
  'an empty body': () => new Response('', { headers: json }),
  'a page': () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  'a page that says 502': () =>
    new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
};

/** Lets all that is due run. */
const settle = () => new Promise((done) => setImmediate(done));

/** Returns a reader whose answers are given one after the other, and what it showed. */
function reader(...answers) {
  const shown = [];
  const fetched = mock.fn(async () => answers.shift()());
  globalThis.fetch = fetched;
  const show = ({ data, error }) => (data || error) && shown.push(error ? error.message : data);
  return { ...readerOf((signal) => request('GET', '/about', { signal }), show), shown, fetched };
}

for (const [name, answer] of Object.entries(bad))
  test(`${name} is no answer, and is asked for again`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const r = reader(answer, answer, good, good);
    await r.read();
    t.mock.timers.tick(2000);
    await settle();
    gather({ kind: 'hello', id: '1' }); // the stream is back
    t.mock.timers.tick(0);
    await settle();
    assert.deepEqual(r.shown, ['The sandbox does not answer.', 'The sandbox does not answer.', { a: 1 }]);
    t.mock.timers.tick(10_000);
    await settle();
    assert.equal(r.fetched.mock.callCount(), 3);
    r.end();
  });

test('an answer that does not come is none, and one that comes late is not shown', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let late;
  const r = reader(() => new Promise((come) => (late = come)), good);
  r.read();
  t.mock.timers.tick(30_000);
  await settle();
  assert.deepEqual(r.shown, ['The sandbox does not answer.']);
  t.mock.timers.tick(2000);
  await settle();
  late(new Response('{"late":1}', { headers: json }));
  await settle();
  assert.deepEqual(r.shown, ['The sandbox does not answer.', { a: 1 }]);
});

test('a reading that ended shows nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const r = reader(() => new Promise(() => {}), good);
  r.read();
  r.end();
  t.mock.timers.tick(60_000);
  await settle();
  assert.deepEqual([r.shown, r.fetched.mock.callCount()], [[], 1]);
});

test('a refusal is shown as it is, and is not asked for again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const r = reader(() => new Response('{"error":"the disk is full","hint":""}', { status: 500, headers: json }));
  await r.read();
  t.mock.timers.tick(60_000);
  await settle();
  assert.deepEqual([r.shown, r.fetched.mock.callCount()], [['the disk is full'], 1]);
});

test('text and nothing are answers too', async () => {
  globalThis.fetch = async () => new Response('a: 1', { headers: { 'Content-Type': 'application/yaml' } });
  assert.equal(await request('GET', '/worlds/standard'), 'a: 1');
  globalThis.fetch = async () => new Response(null, { status: 204 });
  assert.equal(await request('DELETE', '/coverage'), undefined);
});

test('a module that was cut is read at another address', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'module-')), 'screen.mjs');
  const { href } = pathToFileURL(file);
  writeFileSync(file, 'export default');
  globalThis.fetch = async () => {
    writeFileSync(file, 'export default 1;'); // it is whole when it is looked at
    return new Response();
  };
  assert.equal((await load(href)).default, 1);
});

test('a module that the sandbox does not have is of another version', async () => {
  globalThis.fetch = async () => new Response('', { status: 404 });
  await assert.rejects(load('file:///nowhere.mjs'), /another version/);
  globalThis.fetch = async () => cut();
  await assert.rejects(load('file:///nowhere.mjs'), /does not answer/);
  assert.equal(window.location.reload.mock.callCount(), 0);
});
