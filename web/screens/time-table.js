import { html } from '../vendor/preact.js';
import { count, date } from '../app/format.js';
import { at } from '../app/paths.js';
import { day, spans } from './time-scale.js';

/** @typedef {{at: number, counts: Record<string, number>, named: {text: string, href?: string}[]}} Row */

const most = 100; // rows
const mostNamed = 12; // campaigns, sessions and snapshots of one row

/** @type {[string, string, string][]} what is counted: its name, of one, of many */
const kinds = [
  ['orders', 'order was placed', 'orders were placed'],
  ['leave', 'order leaves the default search', 'orders leave the default search'],
  ['subscriptions', 'subscription expires', 'subscriptions expire'],
  ['calls', 'call', 'calls'],
];

/**
 * Days says what the axis shows, day by day.
 * @param {{code: string, timeline: import('../api').Timeline, span: import('./time-scale.js').Span, now: number}} props
 */
export function Days({ code, timeline, span, now }) {
  const rows = rowsOf(code, timeline, spans[span].unit, now);
  return html`<div class="scroll" role="region" aria-label="The same as a table" tabindex="0"><table class="time-table">
    <caption>
      ${span === 'years' ? 'Each row is 30 days.' : 'Each row is a day, in UTC.'} ${
        rows.length > most ? `The first ${most} of ${rows.length}.` : ''
      }</caption>
    <thead><tr><th scope="col">Day</th><th scope="col">What there is</th></tr></thead>
    <tbody>${rows.slice(0, most).map(
      (r) => html`<tr key=${r.at} aria-current=${now >= r.at && now < r.at + spans[span].unit ? 'date' : undefined}>
      <th scope="row">${date(r.at)}
        ${now >= r.at && now < r.at + spans[span].unit && html` <span class="timed">the clock</span>`}</th>
      <td><ul>
        ${kinds
          .filter(([k]) => r.counts[k])
          .map(
            ([k, one, many]) => html`<li key=${k}>
          ${count(r.counts[k], one, many)}</li>`,
          )}
        ${r.named.slice(0, mostNamed).map(
          (n, i) => html`<li key=${i}>
          ${n.href ? html`<a href=${n.href}>${n.text}</a>` : n.text}</li>`,
        )}
        ${r.named.length > mostNamed && html`<li>${r.named.length - mostNamed} more</li>`}</ul></td></tr>`,
    )}</tbody>
  </table></div>`;
}

/**
 * @param {string} code
 * @param {import('../api').Timeline} t
 * @param {number} unit
 * @param {number} now
 * @returns {Row[]}
 */
function rowsOf(code, t, unit, now) {
  /** @type {Map<number, Row>} */
  const rows = new Map();
  const from = Date.parse(t.from),
    to = Date.parse(t.to);
  /** @param {number} moment */
  const row = (moment) => {
    const start = Math.floor(moment / unit) * unit;
    const found = rows.get(start) ?? { at: start, counts: {}, named: [] };
    rows.set(start, found);
    return found;
  };
  /** @param {string} kind @param {import('../api').Tick[]} ticks @param {number} [after] */
  const add = (kind, ticks, after = 0) => {
    for (const k of ticks) {
      const r = row(Date.parse(k.time) + after);
      r.counts[kind] = (r.counts[kind] ?? 0) + k.count;
    }
  };
  /** @param {number} moment @param {string} text @param {string} [href] */
  const name = (moment, text, href) => moment >= from && moment <= to && row(moment).named.push({ text, href });
  row(now);
  add('orders', t.orders.ticks);
  add(
    'leave',
    t.orders.ticks.filter((k) => Date.parse(k.time) + 7 * day <= to),
    7 * day,
  );
  add('subscriptions', t.subscriptions.ticks);
  add('calls', t.calls.ticks);
  for (const c of t.campaigns.rows) {
    const href = at(code, 'data', 'campaigns', c.code),
      off = c.standing === 'disabled' ? ' (disabled)' : '';
    if (c.start) name(Date.parse(c.start), `campaign ${c.name} begins${off}`, href);
    if (c.end) name(Date.parse(c.end) + day, `campaign ${c.name} has ended${off}`, href);
  }
  for (const s of t.sessions) name(Date.parse(s.to), 'a SOAP session dies');
  for (const s of t.snapshots) name(Date.parse(s.account_time ?? ''), `snapshot ${s.name}`, at(code, 'account'));
  return [...rows.values()].sort((a, b) => a.at - b.at);
}
