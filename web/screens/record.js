import { html, useEffect, useState } from '../vendor/preact.js';
import { commandOf } from '../app/api.js';
import { useData } from '../app/data.js';
import { useKeys } from '../app/keys.js';
import { at, ofAccount } from '../app/paths.js';
import { go } from '../app/router.js';
import { Commands } from '../parts/action.js';
import { Code } from '../parts/code.js';
import { Copy } from '../parts/copy.js';
import { Screen } from '../parts/screen.js';
import { Chip } from '../parts/signs.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { touches, touching } from './data.js';
import { kindOf } from './data-kinds.js';
import { back } from './data-rows.js';
import { CampaignOf } from './record-campaign.js';
import { Change } from './record-change.js';
import { Delete } from './record-delete.js';
import { Fields } from './record-fields.js';
import { Forms } from './record-forms.js';
import { History } from './record-history.js';
import { Moves } from './record-moves.js';
import { Related } from './record-related.js';
import { gist } from './record-values.js';

/**
 * Record is one record: state, fields, related records, history.
 * @param {{code: string, kind: string, id: string}} props
 */
export default function Record({ code, kind, id }) {
  const of = kindOf(kind);
  const list = at(code, 'data', of?.id ?? 'orders');
  const record = useData(of ? ofAccount(code, of.id, id) : null, { on: [...touching, 'clock'], when: touches });
  const fields = useData(of?.id === 'orders' ? '/query' : null, { query: { kind: 'orders' } });
  useKeys({ Escape: () => back(list) }, { Escape: 'Back to the list' });
  const data = fields.pending ? undefined : record.data; // shown at once, because one part would move another
  const key = of && data ? keyOf(of.id, data) : id;
  useEffect(() => {
    // The address of a record has its id, whatever name led here.
    if (of && key !== id) go(at(code, 'data', of.id, key), { replace: true });
  }, [key]);
  const title = of ? `${of.one[0].toUpperCase()}${of.one.slice(1)} ${key}` : 'No such kind';
  const missing = record.error?.status === 404;
  return html`<${Screen} name="record" title=${title}
    heading=${data && html`<${Heading} of=${of} record=${data} id=${key} />`}
    lead=${data && of && html`<span class="record-gist" dir="auto">${gist(of.id, data).join(' · ')}</span>`}
    actions=${html`<a href=${list}>All ${of?.label.toLowerCase() ?? 'orders'}</a>
    ${
      of &&
      data &&
      html`<${Commands} curl=${() => commandOf('GET', ofAccount(code, of.id, id))}
      about=${title} /><${Delete} code=${code} of=${of} id=${key} />`
    }`}>
    ${!of && html`<${Empty} title=${`No kind of records is called ${kind}.`} />`}
    ${record.error && html`<${Failure} error=${record.error} retry=${missing ? undefined : record.reload} />`}
    ${
      of &&
      missing &&
      html`<p>It was deleted, or the account was reset
      since. <a href=${at(code, 'calls', { q: `record:${of.one}/${id}` })}>Calls that touched it</a></p>`
    }
    ${
      data && of
        ? html`<${Body} key=${key} code=${code} of=${of} id=${key} record=${data} fields=${fields.data} />`
        : of && !record.error && html`<${Skeleton} rows=${10} />`
    }
  <//>`;
}

/** Returns the id of a record. @param {string} kind @param {any} record */
function keyOf(kind, record) {
  const { RefNo, Code, AvangateCustomerReference, reference, code } = record;
  return String(
    { orders: RefNo, campaigns: Code, customers: AvangateCustomerReference, subscriptions: reference }[kind] ?? code,
  );
}

/** @param {{of: any, record: any, id: string}} props */
function Heading({ of, record, id }) {
  const name = record.Name ?? record.name ?? (record.FirstName && `${record.FirstName} ${record.LastName}`);
  return html`<span class="row record-heading">
    <span>
      ${of.one[0].toUpperCase() + of.one.slice(1)} ${
        name ? html`<span dir="auto">${name}</span>` : html`<span class="mono">${id}</span>`
      }</span>
    ${name && html`<span class="mono soft">${id}</span>`}<${Copy} text=${id} label=${`Copy ${id}`} />
    ${record.TestOrder && html`<${Chip}>test<//>`}
    ${record.OrderFlow === 'PURCHASE_ORDER' && html`<${Chip}>purchase order<//>`}
    ${record.PartnerCode && html`<${Chip}>partner<//>`}
    ${record.Enabled === false || record.enabled === false ? html`<${Chip}>disabled<//>` : null}</span>`;
}

/**
 * @param {{code: string, of: import('./data-kinds.js').Kind, id: string, record: any,
 *   fields?: import('../api').QueryFields}} props
 */
function Body({ code, of, id, record, fields }) {
  const [changes, setChanges] = useState(/** @type {Map<string, import('./record-history.js').Changed>} */ (new Map()));
  const onChanged = (/** @type {string} */ by, /** @type {import('./record-history.js').Changed} */ changed) => {
    setChanges((all) => new Map(all).set(by, changed));
    return () => setChanges((all) => new Map([...all].filter(([key]) => key !== by)));
  };
  const known = [...changes.values()];
  const made = known.find(({ before, line }) => before === undefined && line)?.line;
  const warnings = /** @type {import('../api').Warning[]} */ (record.sandbox?.warnings ?? []);
  const text = JSON.stringify(record, null, 2);
  return html`<div class="columns record-columns">
    <div class="stack record-fields">
      <${Fields} code=${code} kind=${of.id} id=${id} record=${record} first
        actions=${html`<${Copy} text=${text} label="Copy the record as JSON" />`} />
    </div>
    <div class="stack record-side">
      ${warnings.map(
        (w) => html`<div key=${w.kind + w.message} class="banner warn">
        <p><strong>Warning:</strong> ${w.message}</p></div>`,
      )}
      ${fields && html`<${Moves} code=${code} order=${record} fields=${fields} changes=${known} />`}
      ${of.id === 'orders' && html`<${Forms} code=${code} order=${record} />`}
      <${Change} code=${code} kind=${of.id} id=${id} record=${record} />
      ${of.id === 'campaigns' && html`<${CampaignOf} campaign=${record} />`}
      <${Related} code=${code} kind=${of.id} record=${record} made=${made} />
      <${History} code=${code} one=${of.one} id=${id} onChanged=${onChanged} />
    </div>
    <div class="stack record-fields">
      <${Fields} code=${code} kind=${of.id} id=${id} record=${record} />
      <details class="record-json"><summary>As JSON</summary>
        <${Code} text=${text} type="application/json" pretty label="The record as JSON" /></details>
    </div>
  </div>`;
}
