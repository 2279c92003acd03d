import { html } from '../vendor/preact.js';
import { act, say } from '../app/actions.js';
import { patch } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { Icon } from '../parts/icon.js';
import { Section } from '../parts/screen.js';

/** @typedef {import('../api').OrderRecord} Order */
/** @typedef {'status' | 'approve_status' | 'purchase_order' | 'dispute'} FieldName */

const titles = { status: 'Status', approve_status: 'Approval', purchase_order: 'Purchase order', dispute: 'Dispute' };

/**
 * Moves shows where an order is, and what it can become.
 * @param {{code: string, order: Order, fields: import('../api').QueryFields}} props fields have the states
 * that orders can have
 */
export function Moves({ code, order, fields }) {
  return html`<${Section} title="State"><div class="record-moves">${
    /** @type {FieldName[]} */ (['status', 'approve_status', 'purchase_order', 'dispute']).map((field) => {
      const states =
        fields.fields.find((f) => f.name === (field === 'approve_status' ? 'approval' : field))?.values ?? [];
      return html`<${Machine} key=${field} code=${code} order=${order} field=${field}
        states=${field === 'dispute' ? ['', ...states] : states} />`;
    })
  }</div><//>`;
}

/**
 * Returns the present state of a field, undefined when the order has none.
 * @param {Order} order
 * @param {FieldName} field
 */
function stateOf(order, field) {
  if (field === 'status') return order.Status;
  if (field === 'approve_status') return order.ApproveStatus;
  if (field === 'purchase_order') return order.sandbox.purchase_order?.state;
  return order.ChargebackResolution ?? '';
}

/** @param {FieldName} field @param {string} state @param {string} [reason] */
function changeTo(field, state, reason) {
  if (field !== 'dispute') return { [field]: state };
  return { dispute: state ? { resolution: state, ...(reason && { reason }) } : null };
}

/** @param {FieldName} field @param {string} state */
const wordOf = (field, state) =>
  state === '' ? 'none' : field === 'purchase_order' ? state.replaceAll('_', ' ') : state;

/**
 * Machine is one field: the present state filled, the legal next ones as buttons.
 * @param {{code: string, order: Order, field: FieldName, states: string[]}} props
 */
function Machine({ code, order, field, states }) {
  const now = stateOf(order, field);
  if (now === undefined) return null;
  const legal = order.sandbox.moves.filter((move) => move.field === field).map((move) => move.to);
  const shut = states.filter((state) => state !== now && !legal.includes(state));
  const why = reasonOf(order, field, now, legal);
  return html`<div class="record-machine" role="group" aria-label=${titles[field]}>
    <h3>${titles[field]}</h3>
    <ul class="row">
      <li><strong class="record-here" tabindex="-1"><${Icon} name="ok" />${wordOf(field, now)}
        <span class="offscreen">, now</span></strong></li>
      ${legal.map(
        (state) => html`<li key=${state}>
        <${Move} code=${code} order=${order} field=${field} from=${now} to=${state} /></li>`,
      )}
      ${shut.map(
        (state) => html`<li key=${state} class="record-shut" title=${why}>${wordOf(field, state)}
        <span class="offscreen">, not possible</span></li>`,
      )}
    </ul>
    ${shut.length > 0 && html`<p class="note">${why}</p>`}
  </div>`;
}

/**
 * Says why other states are not possible.
 * @param {Order} order
 * @param {FieldName} field
 * @param {string} now
 * @param {string[]} legal
 */
function reasonOf(order, field, now, legal) {
  if (field === 'dispute') return `An order that is ${order.Status} cannot be disputed.`;
  if (field === 'approve_status')
    return legal.length > 0
      ? `An order that is ${order.Status} can only be ${[now, ...legal].join(' or ')}.`
      : `An order that is ${order.Status} stays ${now}.`;
  const what = field === 'status' ? 'An order' : 'A purchase order';
  const next = legal.map((state) => wordOf(field, state)).join(' or ');
  const held =
    field === 'status' &&
    now === 'PENDING' &&
    order.sandbox.purchase_order &&
    order.sandbox.purchase_order.state !== 'awaiting_payment';
  if (held) return `A purchase order that does not await its payment can only become ${next}.`;
  return next
    ? `${what} that is ${wordOf(field, now)} can only become ${next}.`
    : `${what} that is ${wordOf(field, now)} stays so.`;
}

/** @param {{code: string, order: Order, field: FieldName, from: string, to: string}} props */
function Move({ code, order, field, from, to }) {
  const path = ofAccount(code, 'orders', order.RefNo);
  const body = changeTo(field, to);
  const reason = order.ChargebackReasonCode;
  const label =
    field === 'dispute' ? (to === '' ? 'End it' : from === '' && to === 'OPEN' ? 'Open' : to) : wordOf(field, to);
  return html`<${Action} label=${label} name=${`${titles[field]}: ${label}`} method="PATCH" path=${path} body=${body}
    done=${(/** @type {Order} */ answer) => {
      // The button goes, so its state gets the focus.
      /** @type {HTMLElement | null | undefined} */ (
        document.activeElement?.closest('.record-machine')?.querySelector('.record-here')
      )?.focus();
      const possible = answer.sandbox.moves.some((move) => move.field === field && move.to === from);
      say(
        `${order.RefNo}: ${titles[field].toLowerCase()} is ${wordOf(field, to)}.` +
          (possible ? '' : ' No move leads back.'),
        {
          undo: possible
            ? () => act({ does: () => patch(path, changeTo(field, from, reason)), said: 'Undone.' })
            : undefined,
        },
      );
    }} />`;
}
