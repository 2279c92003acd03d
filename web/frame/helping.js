import { signal } from '../vendor/preact.js';

/** Whether the help is open. */
export const helping = signal(false);
