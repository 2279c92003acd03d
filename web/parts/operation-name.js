import { html } from '../vendor/preact.js';
import { isOutside } from '../app/operations.js';
import { at } from '../app/paths.js';

/** OperationName is the id of an operation as a link to its page, or the name of calls that have none. @param {{code: string, id: string}} props */
export function OperationName({ code, id }) {
  return isOutside({ operation: id }) ? html`<span>${id}</span>` : html`<a href=${at(code, 'operations', id)}>${id}</a>`;
}
