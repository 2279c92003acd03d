// The report of a rehearsal that is open, as long as the tab stays.
import { signal } from '../vendor/preact.js';

/**
 * @type {import('../vendor/preact.js').Signal<{name: string,
 *   report: import('../screens/rehearsal-read.js').Report} | null>}
 */
export const rehearsed = signal(null);
