// Calls of the two protocols that the page sends itself: only when a person asks
// for one.
import { post, Refused } from './api.js';
import { ofAccount, prefix } from './paths.js';

/**
 * Signs and sends a REST call of an account, without a body. path is below the REST base. It
 * returns the id of the call in the journal.
 * @param {string} code
 * @param {{method: string, path: string}} call
 * @returns {Promise<string>}
 */
export async function send(code, { method, path }) {
  const signed = await post(ofAccount(code, 'sign'), { protocol: 'rest', method, path });
  const headers = { Accept: 'application/json', [signed.header.name]: signed.header.value };
  return (await arrive(urlHere(signed.url), { method, headers })).id;
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
