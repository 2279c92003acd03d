import { html } from '../vendor/preact.js';
import { count, fullTime, took } from '../app/format.js';
import { Section } from '../parts/screen.js';

/** Timeline is the order of what happened within a call. @param {{entry: import('../api').Entry}} props */
export function Timeline({ entry }) {
  const { request, response, checks = [], changes = [], scenario = [] } = entry;
  const failed = checks.filter((c) => !c.passed);
  const names = failed.map((c) => c.name).join(', ');
  const steps = [
    { name: 'arrived', text: `${fullTime(entry.wall_time)}${request.remote ? ` from ${request.remote}` : ''}` },
    ...(entry.account_time && Math.abs(Date.parse(entry.account_time) - Date.parse(entry.wall_time)) > 1000
      ? [{ name: 'account', text: `its clock showed ${fullTime(entry.account_time)}` }]
      : []),
    ...(checks.length
      ? [
          {
            name: 'checks',
            text: `${count(checks.length - failed.length, 'check')} passed${failed.length ? `, ${names} failed` : ''}`,
          },
        ]
      : []),
    ...(scenario.length ? [{ name: 'scenario', text: `${scenario.join(', ')} affected the answer` }] : []),
    ...(changes.length
      ? [
          {
            name: 'store',
            text:
              entry.discarded || entry.preview
                ? `${count(changes.length, 'record')} would have changed`
                : `${count(changes.length, 'record')} stored`,
          },
        ]
      : []),
    {
      name: response.status ? 'answered' : 'ended',
      text: `${response.status ? `${response.status}, ` : 'without an answer, '}after ${took(entry.duration_ns / 1e6)}`,
    },
  ];
  return html`<${Section} title="Timeline"><ol class="call-timeline">
    ${steps.map((s) => html`<li key=${s.name}><strong>${s.name}</strong> <span class="soft">${s.text}</span></li>`)}
  </ol><//>`;
}
