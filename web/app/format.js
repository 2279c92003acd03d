// How values are written. Times are UTC, as in the interface.

const minute = 60_000,
  hour = 60 * minute,
  day = 24 * hour;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** @param {number} n */
const two = (n) => String(n).padStart(2, '0');

/** Returns a moment as 21:04:11. @param {string | number | Date} moment */
export function time(moment) {
  const t = new Date(moment);
  return Number.isNaN(+t) ? '' : `${two(t.getUTCHours())}:${two(t.getUTCMinutes())}:${two(t.getUTCSeconds())}`;
}

/**
 * Returns a moment as 21:04:11, with its day and UTC unless that is today, and without seconds in another year.
 * @param {string | number | Date} moment
 * @param {string | number | Date} [today]
 */
export function timeOrDate(moment, today = Date.now()) {
  if (date(moment) === date(today)) return time(moment);
  const thisYear = ` ${new Date(today).getUTCFullYear()}`,
    day = date(moment);
  if (!day) return '';
  return day.endsWith(thisYear)
    ? `${day.slice(0, -thisYear.length)} ${time(moment)} UTC`
    : `${day} ${time(moment).slice(0, 5)} UTC`;
}

/** Returns a moment as 29 Nov 2026. @param {string | number | Date} moment */
export function date(moment) {
  const t = new Date(moment);
  return Number.isNaN(+t) ? '' : `${t.getUTCDate()} ${months[t.getUTCMonth()]} ${t.getUTCFullYear()}`;
}

/** Returns a moment as 29 Nov 2026, 10:00. @param {string | number | Date} moment */
export function dateTime(moment) {
  return Number.isNaN(+new Date(moment)) ? '' : `${date(moment)}, ${time(moment).slice(0, 5)}`;
}

/** Returns a moment as 2026-11-29 10:00:00 UTC. @param {string | number | Date} moment */
export function fullTime(moment) {
  const t = new Date(moment);
  return Number.isNaN(+t) ? '' : t.toISOString().slice(0, 19).replace('T', ' ') + ' UTC';
}

/**
 * Returns a date or a moment, such as 2026-11-29 10:00:00, moved by an arrow key: by a day or an hour. It
 * returns '' for another key or text.
 * @param {string} text
 * @param {string} key
 */
export function stepped(text, key) {
  const by = { ArrowUp: 1, ArrowDown: -1 }[key],
    timed = text.length > 10;
  const moment = Date.parse(timed ? text.replace(' ', 'T') + 'Z' : text);
  return by && !Number.isNaN(moment)
    ? new Date(moment + by * (timed ? hour : day))
        .toISOString()
        .slice(0, timed ? 19 : 10)
        .replace('T', ' ')
    : '';
}

/** Returns how long ago a moment was, such as 5 min ago. @param {string | number | Date} moment @param {number} now */
export function ago(moment, now) {
  const past = now - +new Date(moment);
  if (past < 5000) return 'just now';
  return past < minute ? `${Math.floor(past / 1000)} s ago` : `${span(past)} ago`;
}

/** Returns a time span in one or two units, such as 8 d or 1 h 5 min. @param {number} ms */
export function span(ms) {
  const exact = Math.abs(ms);
  // What is an hour or more is to the minute, because a moment is some ms old when it is read.
  const rest = exact >= hour - minute / 2 ? Math.round(exact / minute) * minute : exact;
  if (rest >= day) return units(rest, day, 'd', hour, 'h');
  if (rest >= hour) return units(rest, hour, 'h', minute, 'min');
  if (rest >= minute) return `${Math.floor(rest / minute)} min`;
  return `${Math.floor(rest / 1000)} s`;
}

/** @param {number} ms @param {number} large @param {string} name @param {number} small @param {string} below */
function units(ms, large, name, small, below) {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${name}` + (rest ? ` ${rest} ${below}` : '');
}

/** Returns a countdown as 04:12. @param {number} ms */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  return (hours ? `${hours}:` : '') + `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Returns milliseconds as 0.4 ms or 2.1 s. @param {number} ms */
export function took(ms) {
  if (ms >= 10_000) return `${Math.round(ms / 1000)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** Returns a number with groups, such as 12,345. @param {number} n */
export function number(n) {
  return n.toLocaleString('en-US');
}

/** Returns 1 call, 2 calls. @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = one + 's') {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** Returns a size as 64 KiB. @param {number} n */
export function bytes(n) {
  if (n < 1024) return count(n, 'byte');
  const kib = n / 1024;
  return kib < 1024 ? `${kib < 10 ? kib.toFixed(1) : Math.round(kib)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}

/** Writes a text as one word of a POSIX shell. @param {string} text */
export function quoted(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const words = /** @type {Record<number, string>} */ ({
  0: 'no answer',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Headers Too Large',
  500: 'Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
});

/** Returns a status in words. @param {number} status */
export function statusWord(status) {
  return words[status] ?? '';
}

/** What the pages call the one who is at fault. */
export const causes = /** @type {Record<string, string>} */ ({
  client: 'client',
  scenario: 'arranged',
  sandbox: 'sandbox',
});

/**
 * Returns how many calls a filter accepts, those included that the journal dropped.
 * @param {{total: number, dropped_matching?: number}} list
 */
export const callsIn = ({ total, dropped_matching: dropped = 0 }) => total + dropped;
