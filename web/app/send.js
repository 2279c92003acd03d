// Calls of the two protocols that the page sends itself: only when a person asks
// for one.
import { post, Refused } from './api.js';
import { ofAccount, prefix } from './paths.js';
import { account } from './store.js';

/** @typedef {{method: string, path: string, body?: string, headers?: Record<string, string>}} RESTCall */

/**
 * Signs and sends a REST call of an account. path is below the REST base. It
 * returns the id of the call in the journal.
 * @param {string} code
 * @param {RESTCall} call
 * @returns {Promise<string>}
 */
export async function send(code, call) {
  return (await exchange(code, call)).id;
}

/**
 * Signs and sends a REST call, and returns its answer too.
 * @param {string} code
 * @param {RESTCall} call
 */
export async function exchange(code, { method, path, body, headers = {} }) {
  const signed = await post(ofAccount(code, 'sign'), { protocol: 'rest', method, path, body });
  /** @type {Record<string, string>} */
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return arrive(urlHere(signed.url), {
    method,
    body,
    headers: { Accept: 'application/json', ...content, ...headers, [signed.header.name]: signed.header.value },
  });
}

/**
 * Sends an envelope to the SOAP endpoint.
 * @param {string} envelope
 * @param {Record<string, string>} [headers]
 */
export function sendEnvelope(envelope, headers = {}) {
  return arrive(urlHere(account.value?.soap_url ?? '/soap/6.0'), {
    method: 'POST',
    body: envelope,
    headers: { 'Content-Type': 'text/xml; charset=utf-8', ...headers },
  });
}

/** Returns the address below that of the page, because the policy allows no other origin. @param {string} url */
export function urlHere(url) {
  const { pathname, search } = new URL(url, window.location.origin);
  return prefix + pathname.replace(/^.*?(?=\/(?:rest|soap)\/)/, '') + search;
}

/**
 * Sends a call that is signed already. It returns the id of the call in the journal, and the answer.
 * @param {string} url
 * @param {RequestInit} init
 */
export async function arrive(url, init) {
  let answer, text;
  try {
    answer = await fetch(url, { ...init, cache: 'no-store', credentials: 'omit' });
    text = await answer.text();
  } catch (failure) {
    throw new Refused(0, {
      error: `No answer came: ${/** @type {Error} */ (failure).message}.`,
      hint: 'a scenario may have cut the connection; the list of calls says so',
    });
  }
  return { id: answer.headers.get('X-Sandbox-Request') ?? '', status: answer.status, text, headers: answer.headers };
}
