// A file that a person drops on a page or chooses.
import { signal } from '../vendor/preact.js';

/**
 * The file that is to be brought in, undefined for none.
 * @type {import('../vendor/preact.js').Signal<File | undefined>}
 */
export const brought = signal(undefined);

/** Reports whether something dragged is a file. @param {DragEvent} e */
const isFile = (e) => !e.defaultPrevented && Boolean(e.dataTransfer?.types.includes('Files'));

/**
 * Takes files that are dropped anywhere, unless a screen takes them itself. Otherwise the browser would leave
 * the page.
 */
export function takeDrops() {
  document.addEventListener('dragover', (e) => isFile(e) && e.preventDefault());
  document.addEventListener('drop', (e) => {
    if (!isFile(e)) return;
    e.preventDefault();
    brought.value = e.dataTransfer?.files[0];
  });
}
