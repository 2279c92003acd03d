import { html } from '../vendor/preact.js';
import { causes, count, number, took } from '../app/format.js';
import { askedOf, isOutside } from '../app/paths.js';
import { about } from '../app/sandbox.js';
import { Icon } from '../parts/icon.js';
import { Status, Time } from '../parts/signs.js';
import { MakeFail } from './call-fail.js';
import { parted, startsDay } from './calls-fold.js';

/** @typedef {import('../api').EntryLine} Line */

/** Returns an address without the REST base, which is the same in each row. @param {string} [uri] */
function below(uri = '') {
  // a proxy removes what precedes it
  const base = /\/rest\/[^/]+$/.exec(about.value?.addresses.rest ?? '')?.[0] ?? '/rest/6.0';
  return uri.startsWith(base + '/') ? uri.slice(base.length) : uri;
}

/**
 * CallRow is one call in one line, or in two where the list is narrow. above is the call of the row above.
 * @param {{call: Line, link: any, near: boolean, href: string, code: string, inGroup: boolean, above?: Line}} props
 */
export function CallRow({ call, link, near, href, code, inGroup, above }) {
  const [start, rest] = parted(below(call.uri), above && below(above.uri));
  const asked = askedOf({ ...call, uri: start }); // over SOAP without the address
  const day = !inGroup && startsDay(call, above);
  return html`<a class=${`calls-row by-${call.cause || 'nobody'} ${inGroup ? 'in-group' : ''} ${day ? 'of-day' : ''}`}
    href=${href} ...${link}>
      <span class="calls-line">
        <${Time} iso=${call.time} wall=${call.wall_time} />
        <span class="calls-what cut mono" title=${`${call.method ?? ''} ${call.uri ?? ''}\n${call.operation ?? ''}`}>
          <bdi class="cut" style=${{ maxWidth: `max(min(60%, ${asked.length}ch), calc(100% - ${rest.length}ch))` }}>
            ${asked}</bdi><bdi>${asked.endsWith(start) && rest}</bdi></span>
        <span class="calls-ms mono soft">${took(call.ms)}</span>
      </span>
      <span class="calls-line">
        <span class="calls-cause">
          <span class="calls-why cut">
            <${Status} status=${call.status} code=${call.code} cause=${call.cause} /> <span class="soft">
              ${call.cause && `${causes[call.cause]}${call.why ? ': ' : ''}`}${call.why}</span></span>
          <${Marks} call=${call} /></span>
        <span class="calls-id mono soft">${call.id}</span>
      </span>
    </a>
    ${
      near &&
      call.operation &&
      !isOutside(call) &&
      call.account &&
      html`<span class="calls-act">
      <${MakeFail} code=${code} operation=${call.operation} small tabindex=${link.tabindex} /></span>`
    }`;
}

/** Marks are what else is special about a call. @param {{call: Line}} props */
function Marks({ call }) {
  const names = call.scenario?.join(', ');
  return html`<span class="calls-marks">
    ${
      names &&
      html`<span class="bent" title=${`affected by ${names}`}><${Icon} name="bent" />
      <span class="offscreen">affected by ${names}</span></span>`
    }
    ${call.discarded && html`<span class="calls-mark">discarded</span>`}
    ${call.preview && html`<span class="calls-mark">preview</span>`}
    ${
      call.changes &&
      html`<span class="calls-mark"
      title=${`${count(call.changes, 'record')} changed`}>Δ${number(call.changes)}
      <span class="offscreen"> ${call.changes === 1 ? 'record' : 'records'} changed</span></span>`
    }
  </span>`;
}

/**
 * GroupRow is all calls with one reason.
 * @param {{group: import('./calls-fold.js').Group, link: any, open: boolean, onToggle: () => void}} props
 */
export function GroupRow({ group, link, open, onToggle }) {
  const { newest, calls, operations } = group;
  return html`<button type="button" class=${`calls-row calls-group by-${newest.cause || 'nobody'}`}
    aria-expanded=${open ? 'true' : 'false'} onClick=${onToggle} ...${link}>
    <span class="calls-line">
      <span class="calls-count">${number(calls)}×</span>
      <span class="calls-what cut" title=${newest.why}>
        ${group.why || (newest.cause ? 'no reason is known' : 'answered as asked')}</span>
      <span class="calls-operation cut soft">${operations.join(', ')}</span>
      <span class="calls-ms soft">
        <span class="note">last</span> <${Time} iso=${newest.time} wall=${newest.wall_time} /></span>
    </span>
    <span class="calls-line">
      <span class="calls-why cut">
        <${Status} status=${newest.status} code=${newest.code} cause=${newest.cause} /> <span class="soft">
          ${newest.cause && causes[newest.cause]}</span></span>
      <span class="calls-marks"><${Icon} name=${open ? 'down' : 'next'} /></span>
    </span>
  </button>`;
}
