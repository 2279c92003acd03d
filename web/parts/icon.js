import { html } from '../vendor/preact.js';

/** The shapes, drawn on 16 by 16. @type {Record<string, string>} */
const shapes = {
  overview: 'M2.5 8 8 2.5 13.5 8M4 7v6h8V7',
  calls: 'M2 4h8M2 8h12M2 12h6M12 2.5 14 4l-2 1.5',
  scenarios: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  data: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  time: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 1.5',
  operations: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  coverage: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z',
  verdict: 'M8 2v12M4.5 14h7M3 4.5h10M3 4.5 1.5 9h3zM13 4.5 11.5 9h3z',
  questions: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M8 12.6v.1',
  signature: 'M2 12.5c3-8 4.5-8 4-4s1.5 2.5 3 0 1.5 2.5 5 1',
  account: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8M3 13.5c.5-2.5 2.5-3.7 5-3.7s4.5 1.2 5 3.7',
  rehearsal: 'M2 3h2.5M2 8h2.5M2 13h2.5M7.5 3h.1M11 3l2.5 2.5M13.5 3 11 5.5M7.5 8h2.5M13 8h.1M7.5 13h.1M11 13h2.5',
  runs: 'M2.5 13.5h11M4 11V8M8 11V3M12 11V5.5',
  guide: 'M2.5 3.5c2-.8 4-.8 5.5.5v9c-1.5-1.2-3.5-1.2-5.5-.5zM13.5 3.5c-2-.8-4-.8-5.5.5v9c1.5-1.2 3.5-1.2 5.5-.5z',
  more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  pin: 'M6 2h4M7 2v4L5 9h6L9 6V2M8 9v5',
  help: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M8 12.6v.1',
  light:
    'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1' +
    'M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  dark: 'M13 9.5A5.5 5.5 0 1 1 6.5 3 4.5 4.5 0 0 0 13 9.5',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  next: 'M6 3l5 5-5 5',
  previous: 'M10 3 5 8l5 5',
  down: 'M3.5 6 8 10.5 12.5 6',
  ok: 'M3 8.5 6.5 12 13 4.5',
  bad: 'M4 4l8 8M12 4l-8 8',
  bent: 'M8 2l6 6-6 6-6-6z',
  warn: 'M8 2.5v7M8 13v.1',
  timed: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 1.5',
};

/**
 * Icon is a drawing beside a word, hidden from screen readers.
 * @param {{name: string, class?: string}} props
 */
export function Icon({ name, class: className = 'mark' }) {
  return html`<svg class=${className} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d=${shapes[name] ?? ''} /></svg>`;
}
