import { html, useRef } from '../vendor/preact.js';
import { accountNow, wallNow } from '../app/clock.js';
import { Lanes } from './time-lanes.js';
import { hour, day, marks, place, said, spans } from './time-scale.js';

/** @typedef {import('./time-scale.js').Range} Range */

/**
 * Axis is account time from left to right: lanes of what there is, and the clock
 * as a handle that can be dragged. It changes nothing by itself.
 * @param {{timeline: import('../api').Timeline, range: Range, span: import('./time-scale.js').Span, target: number |
 *   null, words: string, onTarget: (moment: number) => void}} props
 * target is the moment that is tried on, words what it would do
 */
export function Axis({ timeline, range, span, target, words, onTarget }) {
  const track = useRef(/** @type {HTMLElement | null} */ (null));
  const now = +accountNow.value,
    at = target ?? now,
    snap = spans[span].snap;
  const shown = Math.min(100, Math.max(0, place(range, at)));
  const machine = place(range, wallNow.value);
  const away = Math.abs(wallNow.value - now) > 60_000 && machine > 0 && machine < 100;

  /** @param {PointerEvent} event */
  const drag = (event) => {
    const box = track.current?.getBoundingClientRect();
    if (!box || !(event.buttons & 1)) return;
    event.preventDefault();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    onTarget(Math.round((range.from + share * (range.to - range.from)) / snap) * snap);
  };
  /** @param {PointerEvent} event */
  const grab = (event) => {
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    handle.current?.focus();
    drag(event);
  };
  const handle = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const far = { PageDown: -7 * day, PageUp: 7 * day }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (step === undefined && far === undefined)) return;
    event.preventDefault();
    onTarget(Math.floor(at / 1000) * 1000 + (far ?? (step ?? 0) * (event.shiftKey ? day : hour)));
  };

  return html`<div class="time-axis">
    <div class="time-dates" aria-hidden="true">
      ${marks(range).map((m) => html`<span key=${m.at} style=${{ left: `${place(range, m.at)}%` }}>${m.label}</span>`)}
      </div>
    <${Lanes} timeline=${timeline} range=${range} now=${now} target=${target} />
    <div class="time-over" ref=${track} onPointerDown=${grab} onPointerMove=${drag}>
      ${away && html`<span class="time-mark machine" style=${{ left: `${machine}%` }}><small>machine</small></span>`}
      ${
        target !== null &&
        html`<span class="time-mark" style=${{ left: `${place(range, now)}%` }}>
        <small>now</small></span>`
      }
      <div ref=${handle} class=${'time-handle ' + (target === null ? '' : 'tried')} role="slider" tabindex="0"
        aria-label="Clock of the account" aria-orientation="horizontal"
        aria-valuemin=${Math.round(range.from / 1000)} aria-valuemax=${Math.round(range.to / 1000)}
        aria-valuenow=${Math.round(at / 1000)}
        aria-valuetext=${`${said(at)}${target === null ? '' : `: ${words}`}`} data-keys="own" onKeyDown=${key}
        style=${{ left: `${shown}%` }}><b style=${{ transform: `translateX(-${shown}%)` }}>${said(at)}</b></div>
    </div>
  </div>`;
}
