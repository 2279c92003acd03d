// Sending a recorded call again, freshly signed.
import { post, Refused } from './api.js';
import { ofAccount } from './paths.js';
import { arrive, urlHere } from './send.js';

/** @typedef {import('../api').Entry} Entry */

/** The headers that the browser sets itself, and those that the call gets anew. */
const unrepeated = new RegExp(
  '^(accept-encoding|accept-charset|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|' +
    'keep-alive|origin|permissions-policy|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|' +
    'via|x-sandbox-preview)$',
  'i',
);

const session = /(<(?:[\w.-]+:)?sessionID(?:\s[^>]*)?>)[^<]*(<\/)/;

/** Returns why a call cannot be sent again from a page, '' when it can. @param {Entry} entry */
export function canRepeat({ protocol, request }) {
  if (!protocol) return 'what arrived was no request';
  if (request.truncated) return 'only a part of its body was kept';
  if (/^(CONNECT|TRACE|TRACK)$/i.test(request.method)) return `a browser does not send ${request.method}`;
  if (/^(GET|HEAD)$/i.test(request.method) && request.body_size > 0)
    return `a browser sends no body with ${request.method}`;
  if (!request.uri.startsWith('/')) return 'its address is not one of this sandbox';
  return '';
}

/**
 * Sends a call again: the same method, address, body and headers, signed again
 * when its account is known. It returns the id of the new call.
 * @param {Entry} entry
 * @param {Record<string, string>} [more] headers
 * @returns {Promise<string>}
 */
export async function repeat(entry, more = {}) {
  const { request, protocol, account } = entry;
  const signed = account ? await post(ofAccount(account, 'sign'), signing(entry)) : undefined;
  const headers = new Headers();
  for (const { name, value } of request.header ?? []) if (!unrepeated.test(name)) append(headers, name, value);
  if (signed?.header) {
    for (const name of credentialHeaders(entry)) headers.delete(name);
    headers.set(signed.header.name, signed.header.value);
  }
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const { id } = await arrive(urlHere(request.uri), {
    method: request.method,
    headers,
    body: bodyOf(entry, protocol === 'soap' ? signed : undefined),
  });
  if (!id)
    throw new Refused(0, { error: 'The answer does not name its call.', hint: 'the newest row of the list is it' });
  return id;
}

/** @param {Entry} entry */
function signing({ protocol, request }) {
  return protocol === 'soap' ? { protocol } : { protocol, method: request.method };
}

/** @param {Headers} headers @param {string} name @param {string} value */
function append(headers, name, value) {
  try {
    headers.append(name, value);
  } catch {
    // A browser sends only names and values that HTTP allows.
  }
}

/** Returns the names of the headers with which the call was signed. @param {Entry} entry */
function credentialHeaders({ request }) {
  return (request.header ?? [])
    .filter((f) => /-authentication$/i.test(f.name) || /\bhash\s*=/.test(f.value))
    .map((f) => f.name);
}

/**
 * Returns the body; a SOAP login is signed again, another SOAP call gets a new session.
 * @param {Entry} entry
 * @param {import('../api').SignedCall | undefined} signed
 */
function bodyOf({ request, operation }, signed) {
  const { body } = request;
  if (body === undefined || body === '') return undefined;
  if (typeof body !== 'string') return Uint8Array.from(atob(body.base64), (c) => c.charCodeAt(0));
  if (operation === 'login' && signed?.envelope) return signed.envelope;
  return signed?.session ? body.replace(session, (_, open, close) => open + signed.session + close) : body;
}
