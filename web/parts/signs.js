// Small signs: each has a word and a shape beside its colour.
import { html } from '../vendor/preact.js';
import { accountNow } from '../app/clock.js';
import { ago, causes, fullTime, statusWord, timeOrDate } from '../app/format.js';
import { at, isOutside } from '../app/paths.js';
import { Icon } from './icon.js';

/** @type {Record<string, string>} */
const colours = { client: 'bad', scenario: 'bent', sandbox: 'warn' };

/**
 * Status is the status of an answer in figures and words, coloured by who is at fault.
 * @param {{status: number, code?: string, cause?: string, short?: boolean}} props
 */
export function Status({ status, code, cause, short }) {
  const colour = cause ? colours[cause] : status >= 200 && status < 400 ? 'ok' : 'bad';
  const words = short ? [] : (code || (status ? statusWord(status) : '')).split('_');
  return html`<span class=${`status ${colour}`}><${Icon} name=${colour} />
    <span>${status || 'no answer'} ${words.map((word, i) => (i ? html`_<wbr />${word}` : word))}</span></span>`;
}

/**
 * Cause says who is at fault: client, arranged or sandbox.
 * @param {{cause?: string}} props
 */
export function Cause({ cause }) {
  if (!cause) return null;
  const colour = colours[cause];
  return html`<span class=${`status ${colour}`}><${Icon} name=${colour} />${causes[cause]}</span>`;
}

/**
 * Time shows a moment of the account's clock, and the machine's where they differ.
 * @param {{iso: string, wall?: string, full?: boolean, relative?: boolean}} props
 */
export function Time({ iso, wall, full, relative }) {
  const differs = wall && Math.abs(Date.parse(wall) - Date.parse(iso)) > 1000;
  const title = fullTime(iso) + (differs ? ` on the account's clock; ${fullTime(wall)} on the machine's` : '');
  const text = relative ? ago(iso, +accountNow.value) : full ? fullTime(iso) : timeOrDate(iso);
  return html`<time class="mono" datetime=${iso} title=${title}>${text}</time>`;
}

/**
 * Chip is a short fact. kind is ok, bad, bent, warn or time.
 * @param {{kind?: string, children: any, onClose?: () => void, closeLabel?: string, title?: string}} props
 */
export function Chip({ kind = '', children, onClose, closeLabel, title }) {
  return html`<span class=${'chip ' + kind} title=${title}>${children}
    ${
      onClose &&
      html`<button type="button" aria-label=${closeLabel} title=${closeLabel} onClick=${onClose}>
      <${Icon} name="close" /></button>`
    }</span>`;
}

/**
 * OperationName is the id of an operation as a link to its page, or the name of calls that have none.
 * @param {{code: string, id: string}} props
 */
export function OperationName({ code, id }) {
  return isOutside({ operation: id })
    ? html`<span>${id}</span>`
    : html`<a href=${at(code, 'operations', id)}>${id}</a>`;
}
