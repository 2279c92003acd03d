import { html } from '../vendor/preact.js';
import { count, dateTime } from '../app/format.js';
import { day, place } from './time-scale.js';

/** @typedef {import('./time-scale.js').Range} Range */
/** @typedef {import('../api').Timeline} Timeline */

const tall = 28; // height of a lane of ticks

/**
 * Lanes are drawings; the table below the axis says the same.
 * @param {{timeline: Timeline, range: Range, now: number, target: number | null}} props
 */
export function Lanes({ timeline: t, range, now, target }) {
  const window = now - 7 * day,
    later = (target ?? now) - 7 * day;
  const x = (/** @type {string | number} */ moment) =>
    place(range, typeof moment === 'number' ? moment : Date.parse(moment)) * 10;
  const within = (/** @type {number} */ from, /** @type {number} */ to) =>
    t.orders.ticks.filter((k) => Date.parse(k.time) >= from && Date.parse(k.time) < to);
  const first = Math.min(window, later),
    second = Math.max(window, later);
  return html`
    <${Lane} name="Search window" note=${`from ${dateTime(later).replace(/ \d{4},/, ',')}`} height=${tall}>
      <rect class="time-window" x=${Math.max(0, x(later))} y="4" width=${Math.max(0, 1000 - Math.max(0, x(later)))}
        height="20" />
      <path class="time-edge" d=${`M${x(later)} 0V${tall}`} />
      ${target !== null && html`<path class="time-edge old" d=${`M${x(window)} 0V${tall}`} />`}
    <//>
    <${Lane} name="Orders" note=${count(t.orders.total, 'order')} height=${tall}>
      <path class="time-out" d=${ticks(within(range.from, first), x)} />
      <path class=${later > window ? 'time-leaves' : 'time-enters'} d=${ticks(within(first, second), x)} />
      <path class="time-in" d=${ticks(within(second, Infinity), x)} />
    <//>
    <${Campaigns} campaigns=${t.campaigns} x=${x} />
    <${Lane} name="Subscriptions" note=${`${count(t.subscriptions.total, 'expires', 'expire')}`} height=${tall}>
      <path class="time-out" d=${ticks(t.subscriptions.ticks, x)} /><//>
    <${Lane} name="Sessions" note=${count(t.sessions.length, 'session')} height=${tall}>
      ${t.sessions.map(
        (s, i) => html`<path key=${s.from + i} class="time-session"
        d=${`M${x(s.from)} ${5 + 5 * (i % 4)}H${Math.max(x(s.from) + 1, x(s.to))}`}>
        <title>${`${dateTime(s.from)} to ${dateTime(s.to)}`}</title></path>`,
      )}
    <//>
    <${Lane} name="Snapshots" note=${count(t.snapshots.length, 'snapshot')} height=${tall}>
      ${t.snapshots.map(
        (s) => html`<path key=${s.name} class="time-snapshot" d=${`M${x(s.account_time ?? '')} 4V24`}>
        <title>${`${s.name}, ${dateTime(s.account_time ?? '')}`}</title></path>`,
      )}
    <//>
    <${Lane} name="Calls" note=${count(t.calls.total, 'call')} height=${tall}>
      <path class="time-in" d=${ticks(t.calls.ticks, x)} /><//>`;
}

/** @param {{name: string, note: string, height: number, children: any}} props */
function Lane({ name, note, height, children }) {
  return html`<div class="time-name"><strong>${name}</strong><small>${note}</small></div>
    <svg class="time-lane" viewBox=${`0 0 1000 ${height}`} preserveAspectRatio="none" height=${height}
      aria-hidden="true">${children}</svg>`;
}

/**
 * Returns the path of ticks, the higher the more they count.
 * @param {import('../api').Tick[]} all
 * @param {(moment: string) => number} x
 */
function ticks(all, x) {
  return all
    .map((k) => `M${x(k.time).toFixed(1)} ${tall - 2}V${Math.max(2, tall - 8 - 4 * Math.log2(k.count)).toFixed(1)}`)
    .join('');
}

const rows = 20; // of campaigns

/** @param {{campaigns: Timeline['campaigns'], x: (moment: string | number) => number}} props */
function Campaigns({ campaigns, x }) {
  /** @type {number[]} where each row ends */
  const ends = [];
  const spans = campaigns.rows.map((c) => ({
    c,
    from: c.start ? x(c.start) : -10,
    to: c.end ? x(Date.parse(c.end) + day) : 1010,
  }));
  const throughout = spans.filter((s) => s.from <= 0 && s.to >= 1000).length;
  // A campaign that neither begins nor ends here would only be a line across.
  const bars = spans
    .filter((s) => s.from > 0 || s.to < 1000)
    .map(({ c, from, to }) => {
      let row = ends.findIndex((end) => end < from - 2);
      if (row < 0) row = ends.length;
      if (row < rows) ends[row] = to;
      return { c, from, to, row };
    })
    .filter((b) => b.row < rows);
  const rest = campaigns.total - bars.length - throughout;
  return html`<${Lane} name="Campaigns" note=${`${throughout} all the time${rest > 0 ? `, ${rest} not drawn` : ''}`}
    height=${Math.max(tall, ends.length * 6 + 6)}>
    ${bars.map(
      ({ c, from, to, row }) => html`<path key=${c.code} class=${`time-campaign ${c.standing}`}
      d=${`M${Math.max(-10, from)} ${row * 6 + 5}H${Math.max(from + 1, Math.min(1010, to))}`}>
      <title>${`${c.name} (${c.standing}): ${c.start || 'always'} to ${c.end || 'open end'}`}</title></path>`,
    )}
  <//>`;
}
