// Addresses within the pages and of the control interface. Every link is built
// here, so that no text of a caller becomes an address of its own.

/** @typedef {string | number | Record<string, string | number | null | undefined>} Part */

/** The path below which the sandbox is, '' for the root: a proxy may remove it. */
export const prefix = new URL(import.meta.url).pathname.split('/ui/assets/')[0];

/** The path below which the pages are. */
export const base = prefix + '/ui/';

/**
 * Returns the address of a page. Segments are encoded; a last object is the query.
 * @param {...Part} parts
 */
export function ui(...parts) {
  return base + join(parts);
}

/**
 * Returns the address of a page of an account.
 * @param {string} code
 * @param {...Part} parts
 */
export function at(code, ...parts) {
  const below = join(parts);
  return `${base}a/${segment(code)}/${below}`;
}

/**
 * Returns a path of the control interface below an account.
 * @param {string} code
 * @param {...string} segments
 */
export function ofAccount(code, ...segments) {
  return ['/accounts', segment(code), ...segments.map(segment)].join('/');
}

/** @param {Record<string, string | number | boolean | null | undefined>} [query] */
export function queryText(query) {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== '') all.set(name, String(value));
  }
  const text = all.toString();
  return text && '?' + text;
}

/** @param {string | number} text */
export function segment(text) {
  return encodeURIComponent(String(text));
}

/** @param {Part[]} parts */
function join(parts) {
  const segments = parts.filter((p) => typeof p !== 'object');
  const query = /** @type {Record<string, string>} */ (parts.find((p) => typeof p === 'object'));
  return segments.map(segment).join('/') + queryText(query);
}

/**
 * Says whether a call is none of an operation, so that it has no page and no documented failures.
 * @param {{operation?: string}} call
 */
export const isOutside = (call) => call.operation === 'unknown-path' || call.operation === 'wsdl';

/**
 * Returns what a call asks for: its method and address, over SOAP its operation, because all of them have one address.
 * @param {{protocol?: string, operation?: string, method?: string, uri?: string}} call
 */
export const askedOf = ({ protocol, operation, method, uri }) =>
  protocol === 'soap' && operation && !isOutside({ operation })
    ? `SOAP ${operation}`
    : `${method || 'no request'} ${uri ?? ''}`;
