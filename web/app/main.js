// The pages begin here.
import { html, render } from '../vendor/preact.js';
import { Frame } from '../frame/frame.js';
import { readScreen } from '../frame/page.js';
import { location, startRouter } from './router.js';
import { startSandbox } from './sandbox.js';
import { startStore } from './store.js';

const patience = 200; // ms for the first screen, before the frame is shown without it

startRouter();
// The first screen comes whole, because each change of the page costs as much again.
await Promise.race([Promise.all([startSandbox(), readScreen(location.value.path)]), new Promise((late) => setTimeout(late, patience))]);
render(html`<${Frame} shown=${follow} />`, /** @type {Element} */ (document.getElementById('app')));

/** Reads what the first screen can do without, and follows what happens. */
async function follow() {
  startStore();
  const { startStream } = await import('./stream.js');
  startStream();
}
