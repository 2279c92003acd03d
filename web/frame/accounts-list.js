import { html, useEffect, useState } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { count, number } from '../app/format.js';
import { at, ofAccount, ui } from '../app/paths.js';
import { location } from '../app/router.js';
import { code } from '../app/store.js';

const listed = 12; // accounts in the box; the screen Accounts has all

/**
 * AccountsList finds an account by its code; the one that was called last comes first.
 * @param {{close: () => void}} props
 */
export default function AccountsList({ close }) {
  const [rows, setRows] = useState(/** @type {{vendor_code: string, calls: number, minute: number}[]} */ ([]));
  const [text, setText] = useState('');
  useEffect(() => {
    const part = text.replaceAll(/[^\w.-]/g, ''); // what a vendor code can hold
    const q = part && `code:*${part}*`;
    const control = new AbortController();
    get('/accounts', { q, limit: listed, sort: '-last_call' }, { signal: control.signal })
      .then((answer) => withRates(answer.accounts))
      .then((found) => control.signal.aborted || setRows(found))
      .catch(() => {});
    return () => control.abort();
  }, [text]);
  return html`<div class="accounts stack">
    <input type="search" name="account" aria-label="Vendor code" placeholder="Vendor code" value=${text} autofocus
      onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
    <ul onClick=${close}>
      ${rows.map(
        (row) => html`<li key=${row.vendor_code}>
        <a href=${elsewhere(row.vendor_code)} aria-current=${row.vendor_code === code.value ? 'true' : undefined}>
        <span class="cut">${row.vendor_code}</span>
        <span class="note">${row.minute ? `${number(row.minute)} a minute` : count(row.calls, 'call')}</span></a></li>`,
      )}
      ${rows.length === 0 && html`<li class="note">No account has a code like this.</li>`}
    </ul>
    <a href=${ui('accounts')} onClick=${close}>All accounts</a>
  </div>`;
}

/** Adds how many calls each account got in the last minute. @param {any[]} accounts */
async function withRates(accounts) {
  const since = new Date(Date.now() - 60_000);
  return Promise.all(
    accounts.map(async (a) => {
      const recent = a.last_call && Date.parse(a.last_call.wall_time) > +since;
      const answer =
        recent &&
        (await get(ofAccount(a.vendor_code, 'requests'), { q: 'after:-1m', limit: 1, view: 'line' }).catch(
          () => undefined,
        ));
      return { vendor_code: a.vendor_code, calls: a.calls, minute: answer ? answer.total : 0 };
    }),
  );
}

/** Returns the same screen of another account. @param {string} other */
function elsewhere(other) {
  const path = location.value.path;
  return path[0] === 'a' && path[2] ? at(other, path[2]) : at(other);
}
