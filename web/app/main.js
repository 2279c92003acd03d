// The pages begin here.
import { html, render } from '../vendor/preact.js';
import { Frame } from '../frame/frame.js';
import { readAhead, readScreen } from '../frame/page.js';
import { load } from './load.js';
import { location, startRouter } from './router.js';
import { startSandbox } from './sandbox.js';
import { startStore } from './store.js';

const patience = 200; // ms for the first screen, before the frame is shown without it
const pause = 2000; // ms until the next try to read what follows the sandbox
const calm = 5000; // ms until the other screens are read ahead

// The index has the address of the icon relative to the first page, and pages have different depths.
for (const icon of document.querySelectorAll('link[rel=icon]'))
  icon.setAttribute('href', /** @type {HTMLLinkElement} */ (icon).href);
startRouter();
/** The element whose tooltip says what is cut of it. @type {HTMLElement | null | undefined} */
let cut;
document.addEventListener('pointerover', ({ target }) => {
  cut?.removeAttribute('title');
  cut = /** @type {Element} */ (target).closest?.('.cut');
  if (cut && !cut.title && cut.scrollWidth > cut.clientWidth)
    cut.title = cut.textContent.replaceAll(/\s+/g, ' ').trim();
  else cut = undefined;
});
// The first screen comes whole, because each change of the page costs as much again.
await Promise.race([
  Promise.all([startSandbox(), readScreen(location.value.path)]),
  new Promise((late) => setTimeout(late, patience)),
]);
render(html`<${Frame} shown=${follow} />`, /** @type {Element} */ (document.getElementById('app')));

/** Reads what the first screen can do without, and follows what happens. */
async function follow() {
  startStore();
  setTimeout(readAhead, calm);
  for (;;) {
    const stream = await load(import.meta.resolve('./stream.js')).catch(() => undefined);
    if (stream) return stream.startStream();
    await new Promise((again) => setTimeout(again, pause));
  }
}
