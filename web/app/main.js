// The pages begin here.
import { html, render } from '../vendor/preact.js';
import { Frame } from '../frame/frame.js';
import { startKeys } from './keys.js';
import { startTheme } from './preferences.js';
import { startRouter } from './router.js';
import { startSandbox } from './sandbox.js';
import { startStore } from './store.js';
import { startStream } from './stream.js';

startTheme();
startRouter();
startKeys();
startStream();
startStore();
startSandbox();
render(html`<${Frame} />`, /** @type {Element} */ (document.getElementById('app')));
