import { html } from '../vendor/preact.js';
import { act, say } from '../app/actions.js';
import { patch } from '../app/api.js';
import { ofAccount } from '../app/paths.js';
import { Action } from '../parts/action.js';
import { Icon } from '../parts/icon.js';
import { Section } from '../parts/screen.js';

/** @typedef {import('../api').OrderRecord} Order */
/** @typedef {import('./record-history.js').Changed} Changed */
/** @typedef {'status' | 'approve_status' | 'purchase_order' | 'dispute'} FieldName */

const titles = { status: 'Status', approve_status: 'Approval', purchase_order: 'Purchase order', dispute: 'Dispute' };

/**
 * Moves shows an order on the map of its states: where it is, the way it took and who moved it, and where it can go.
 * @param {{code: string, order: Order, fields: import('../api').QueryFields, changes: Changed[]}} props
 * fields have the states that orders can have and which follow each; changes are those of the order that are known
 */
export function Moves({ code, order, fields, changes }) {
  return html`<${Section} title="State"><div class="record-moves">${
    /** @type {FieldName[]} */ (['status', 'approve_status', 'purchase_order', 'dispute']).map((field) => {
      const known = fields.fields.find((f) => f.name === (field === 'approve_status' ? 'approval' : field));
      return html`<${Machine} key=${field} code=${code} order=${order} field=${field} next=${known?.next}
        moved=${moversOf(field, changes)} />`;
    })
  }</div><//>`;
}

/**
 * Returns the states that the order had, each with who moved it there last, undefined when nobody is known.
 * @param {FieldName} field
 * @param {Changed[]} changes
 */
function moversOf(field, changes) {
  /** @type {Map<string, Changed | undefined>} */
  const movers = new Map();
  for (const changed of changes.toSorted((a, b) => a.wall - b.wall)) {
    const [before, after] = [changed.before, changed.after].map((of) => (of ? stateOf(of, field) : undefined));
    if (after === before) continue;
    if (before !== undefined && !movers.has(before)) movers.set(before, undefined);
    if (after !== undefined) movers.set(after, changed);
  }
  return movers;
}

/**
 * Returns the states of a map in a line: behind each the first one that can follow it, the others as its branches.
 * Several can lead to a branch, so it is drawn once: at the one that from prefers, or at the first.
 * @param {Record<string, string[]>} next
 * @param {(branch: string) => string} from
 * @returns {{state: string, branches: string[]}[]}
 */
function lineOf(next, from) {
  const led = new Set(Object.values(next).flat());
  const drawn = new Set();
  const line = [];
  for (let state = Object.keys(next).find((one) => !led.has(one)); state !== undefined; state = next[state][0]) {
    const branches = next[state].slice(1).filter((branch) => {
      const best = from(branch);
      return state === best || (!next[best]?.includes(branch) && !drawn.has(branch));
    });
    for (const branch of branches) drawn.add(branch);
    line.push({ state, branches });
  }
  return line;
}

/**
 * Returns the state of a field, undefined when the order has none.
 * @param {Order} order
 * @param {FieldName} field
 */
function stateOf(order, field) {
  if (field === 'status') return order.Status;
  if (field === 'approve_status') return order.ApproveStatus;
  if (field === 'purchase_order') return order.sandbox?.purchase_order?.state;
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
 * Machine is one field: the present state filled, possible ones as buttons. A field whose states follow each other has
 * all of them, in their order.
 * @param {{code: string, order: Order, field: FieldName, next?: Record<string, string[]>,
 *   moved: Map<string, Changed | undefined>}}
 *   props
 */
function Machine({ code, order, field, next, moved }) {
  const now = stateOf(order, field);
  if (now === undefined) return null;
  const legal = order.sandbox.moves.filter((move) => move.field === field).map((move) => move.to);
  const why = reasonOf(order, field, now, legal);
  const node = (/** @type {string} */ state) => {
    const mover = moved.get(state);
    const by = mover && html`<span class="note">${mover.by}</span>`;
    if (state === now)
      return html`<strong class="record-here" tabindex="-1"><${Icon} name="ok" />${wordOf(field, now)}
        <span class="offscreen">, now</span></strong>${by}`;
    if (legal.includes(state))
      return html`<${Move} code=${code} order=${order} field=${field} from=${now} to=${state} />${by}`;
    return html`<span class=${moved.has(state) ? 'record-was' : 'record-shut'}>${wordOf(field, state)}
      <span class="offscreen">${moved.has(state) ? ', before' : ', not possible'}</span></span>${by}`;
  };
  const from = (/** @type {string} */ state) => {
    const before = moved.get(state)?.before;
    return (before && stateOf(before, field)) ?? now;
  };
  const map = next ? lineOf(next, from) : [{ state: now, branches: legal }];
  return html`<div class="record-machine" role="group" aria-label=${titles[field]}>
    <h3>${titles[field]}</h3>
    <ol class="record-map">${map.map(
      ({ state, branches }) => html`<li key=${state}>${node(state)}
      ${
        branches.length > 0 && html`<ul>${branches.map((branch) => html`<li key=${branch}>${node(branch)}</li>`)}</ul>`
      }</li>`,
    )}</ol>
    ${why && html`<p class="note">${why}</p>`}
  </div>`;
}

/**
 * Says why an order cannot move, or not as the map has it, '' when it can.
 * @param {Order} order
 * @param {FieldName} field
 * @param {string} now
 * @param {string[]} legal
 */
function reasonOf(order, field, now, legal) {
  const waits = order.sandbox.purchase_order && order.sandbox.purchase_order.state !== 'awaiting_payment';
  if (field === 'status' && now === 'PENDING' && waits)
    return 'A purchase order that does not await its payment can only become CANCELED.';
  if (legal.length > 0) return '';
  if (field === 'dispute') return `An order that is ${order.Status} cannot be disputed.`;
  if (field === 'approve_status') return `An order that is ${order.Status} stays ${now}.`;
  return `${field === 'status' ? 'An order' : 'A purchase order'} that is ${wordOf(field, now)} stays so.`;
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
