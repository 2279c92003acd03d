// What the loader makes of answers that are none.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';

globalThis.document = { documentElement: { dataset: {} }, styleSheets: [] };
const href = 'http://sandbox/ui/';
globalThis.window = { location: { href, pathname: '/ui/', search: '', hash: '', reload: mock.fn() } };
globalThis.history = { state: null };
const { locked, request } = await import('../app/api.js');
const { gather } = await import('../app/events.js');
const { catalogRead, libraryRead, needCatalog, needLibrary } = await import('../app/library.js');
const { load, loadAhead } = await import('../app/load.js');
const { readerOf } = await import('../app/reader.js');
const { generation } = await import('../app/sandbox.js');

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
  'a text that says 504': () =>
    new Response('upstream request timeout', { status: 504, headers: { 'Content-Type': 'text/plain' } }),
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

test('a sandbox that is not ready says so, and is asked again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const r = reader(() => new Response('{"error":"not ready"}', { status: 503, headers: json }), good);
  await r.read();
  t.mock.timers.tick(2000);
  await settle();
  assert.deepEqual(r.shown, ['not ready', { a: 1 }]);
});

test('an answer that asks for a token locks the pages, and is not asked for again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const r = reader(() => new Response('{"error":"the token is missing"}', { status: 401, headers: json }));
  assert.equal(locked.value, false);
  await r.read();
  t.mock.timers.tick(60_000);
  await settle();
  assert.deepEqual([r.shown, r.fetched.mock.callCount(), locked.value], [['the token is missing'], 1, true]);
});

test('what many need is read when the first needs it, and after a refusal when everything is', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answers = ['{"error":"the disk is full"}', '{"a":1}'];
  const fetched = (globalThis.fetch = mock.fn(
    async () => new Response(answers[0], { status: answers.shift() === '{"a":1}' ? 200 : 500, headers: json }),
  ));
  needCatalog();
  needCatalog();
  await settle();
  t.mock.timers.tick(60_000);
  await settle();
  assert.deepEqual([catalogRead().error.message, fetched.mock.callCount()], ['the disk is full', 1]);
  needCatalog();
  generation.value++;
  await settle();
  assert.deepEqual([catalogRead().error, catalogRead().data, fetched.mock.callCount()], [undefined, { a: 1 }, 2]);
});

test('scenarios are read again after an event of theirs', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let n = 0;
  globalThis.fetch = async () => new Response(`{"scenarios":[${n++}]}`, { headers: json });
  const event = async () => {
    gather({ kind: 'library', id: '2' });
    t.mock.timers.tick(1000);
    await settle();
    t.mock.timers.tick(1000);
    await settle();
  };
  await event();
  assert.equal(n, 0); // nobody needs them yet
  needLibrary();
  await settle();
  assert.deepEqual(libraryRead().data, [0]);
  await event();
  assert.deepEqual(libraryRead().data, [1]);
});

test('text and nothing are answers too', async () => {
  globalThis.fetch = async () => new Response('a: 1', { headers: { 'Content-Type': 'application/yaml' } });
  assert.equal(await request('GET', '/worlds/standard'), 'a: 1');
  globalThis.fetch = async () => new Response(null, { status: 204 });
  assert.equal(await request('DELETE', '/coverage'), undefined);
});

test('a module that was cut is read at another address', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'module-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'screen.mjs');
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
  for (const none of [cut, () => new Response('upstream', { status: 503 })]) {
    globalThis.fetch = async () => none();
    await assert.rejects(load('file:///nowhere.mjs'), /does not answer/);
  }
  assert.equal(window.location.reload.mock.callCount(), 0);
});

test('a page begins again for a module that somebody needs, and not for one that is read ahead', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'module-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'screen.mjs'), "import './lost.mjs';");
  const { href } = pathToFileURL(join(folder, 'screen.mjs'));
  globalThis.fetch = async () => new Response();
  const { reload } = window.location;
  await assert.rejects(loadAhead(href), /lost/);
  await settle();
  assert.equal(reload.mock.callCount(), 0);
  const ahead = loadAhead(href); // somebody comes while it is read ahead
  await assert.rejects(load(href), /lost/);
  await assert.rejects(ahead, /lost/);
  await settle();
  assert.equal(reload.mock.callCount(), 1);
});
