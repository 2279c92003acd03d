import { html, useState } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { number } from '../app/format.js';
import { at, ui } from '../app/paths.js';
import { location } from '../app/router.js';
import { code } from '../app/store.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';

const listed = 12; // accounts in the box; the screen Accounts has all

/** Accounts is the switcher: type to filter, the account that was called last comes first. */
export function Accounts() {
  const [rows, setRows] = useState(/** @type {{vendor_code: string, calls: number, minute: number}[]} */ ([]));
  const [text, setText] = useState('');
  const read = async (/** @type {string} */ wanted) => {
    setText(wanted);
    const q = wanted && `code:"*${wanted.replaceAll(/["\\]/g, '\\$&')}*"`;
    const answer = await get('/accounts', { q, limit: listed, sort: '-last_call' }).catch(() => undefined);
    if (answer) setRows(await withRates(answer.accounts));
  };
  const label = html`<span class="cut">${code.value || '…'}</span><${Icon} name="down" />`;
  return html`<${Popover} class="switcher" name=${`Account ${code.value}. Change it`} label=${label} opened=${(/** @type {boolean} */ open) => open && read('')}>
    ${(/** @type {() => void} */ close) => html`<div class="accounts stack">
      <input type="search" aria-label="Vendor code" placeholder="Vendor code" value=${text} autofocus onInput=${(/** @type {any} */ e) => read(e.target.value)} />
      <ul onClick=${close}>
        ${rows.map((row) => html`<li key=${row.vendor_code}><a href=${elsewhere(row.vendor_code)} aria-current=${row.vendor_code === code.value ? 'true' : undefined}>
          <span class="cut">${row.vendor_code}</span><span class="note">${row.minute ? `${number(row.minute)} a minute` : `${number(row.calls)} calls`}</span></a></li>`)}
        ${rows.length === 0 && html`<li class="note">No account has a code like this.</li>`}
      </ul>
      <a href=${ui('accounts')} onClick=${close}>All accounts</a>
    </div>`}
  <//>`;
}

/** Adds how many calls each account got in the last minute. @param {any[]} accounts */
async function withRates(accounts) {
  const since = new Date(Date.now() - 60_000);
  return Promise.all(accounts.map(async (a) => {
    const recent = a.last_call && Date.parse(a.last_call.wall_time) > +since;
    const answer = recent && (await get(`/accounts/${encodeURIComponent(a.vendor_code)}/requests`, { q: 'after:-1m', limit: 1, view: 'line' }).catch(() => undefined));
    return { vendor_code: a.vendor_code, calls: a.calls, minute: answer ? answer.total : 0 };
  }));
}

/** Returns the same screen of another account. @param {string} other */
function elsewhere(other) {
  const path = location.value.path;
  return path[0] === 'a' && path[2] ? at(other, path[2]) : at(other);
}
