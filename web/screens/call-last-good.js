import { html } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { at, isOutside, ofAccount } from '../app/paths.js';
import { Time } from '../parts/signs.js';

/** @typedef {import('../api').Entry} Entry */

/**
 * Reads the last call of the operation of a refused call that passed before it.
 * @param {Entry | undefined} entry
 */
export function useLastGood(entry) {
  const { operation, account, response: { status } = { status: 200 } } = entry ?? {};
  const asks = entry && operation && account && !isOutside(entry) && !(status >= 200 && status < 300);
  const { data, error } = useData(asks ? ofAccount(account, 'requests') : null, {
    query: { q: `operation:${operation} status:2xx`, before: entry?.id, limit: 1, view: 'line' },
  });
  return { call: data?.requests[0], ready: !asks || Boolean(data || error) };
}

/**
 * LastGood leads to the two requests side by side.
 * @param {{entry: Entry, good?: import('../api').EntryLine}} props good is absent when no such call is kept
 */
export function LastGood({ entry, good }) {
  if (!good) return null;
  const code = /** @type {string} */ (entry.account);
  return html`<p class="row call-last-good"><span>${good.operation} last worked with
    ${' '}<a class="mono" href=${at(code, 'calls', good.id)}>${good.id}</a>, <${Time} iso=${good.time}
    wall=${good.wall_time} />.</span>
    <a class="button small" href=${at(code, 'compare', good.id, entry.id)}>What was different?</a></p>`;
}
