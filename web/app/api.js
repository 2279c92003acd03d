// Requests to the control interface.
import { signal } from '../vendor/preact.js';
import { quoted } from './format.js';
import { prefix, queryText } from './paths.js';
import { forTab } from './preferences.js';

/** Where the control interface is. */
export const control = prefix + '/_sandbox';

/** The control token that was given in this tab. */
export const token = forTab('token', '');

/** Whether the sandbox asks for a control token, and for another one than it has got. */
export const locked = signal(false);

/** Whether the sandbox ever asked for one. Until then the token is not read. */
let asked = document.documentElement.dataset.token === 'required';

/** Asks for the token. */
export function lock() {
  asked = true;
  locked.value = true;
}

/** The least status by which a gateway says that it reached nothing, and a sandbox that it is not ready. */
const gateway = 502;

/** Reports whether what a status says passes. 0 stands for no answer. @param {number} status */
export const passes = (status) => status === 0 || status >= gateway;

/** Refused is an answer of the control interface that is no success, or none at all. */
export class Refused extends Error {
  /**
   * @param {number} status 0 when no answer came
   * @param {import('../api').Error} answer
   */
  constructor(status, { error, hint, faults }) {
    super(error);
    this.name = 'Refused';
    this.status = status;
    this.hint = hint;
    this.faults = faults ?? [];
  }

  /** Whether the same request may be answered soon. */
  get passing() {
    return passes(this.status);
  }
}

/** Returns the failure of a request that nothing answered. */
export const unanswered = () =>
  new Refused(0, { error: 'The sandbox does not answer.', hint: 'start it again, or wait until it is back' });

/** Returns the headers that carry the token. @returns {Record<string, string>} */
export function authorization() {
  return asked && token.value ? /** @type {Record<string, string>} */ ({ Authorization: `Bearer ${token.value}` }) : {};
}

/** @typedef {Record<string, string | number | boolean | null | undefined>} Query */
/** @typedef {{query?: Query, body?: any, signal?: AbortSignal, accept?: string}} Options */

/**
 * Sends a request to a path below /_sandbox and returns what the answer holds.
 * body is sent as JSON, {yaml} as YAML, and a file of JSON as it is. It throws Refused.
 * @param {string} method
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, { query, body, signal, accept } = {}) {
  /** @type {Record<string, string>} */
  const headers = { ...authorization() };
  if (accept) headers.Accept = accept;
  let content;
  if (body !== undefined) {
    const yaml = isYAML(body);
    headers['Content-Type'] = yaml ? 'application/yaml' : 'application/json';
    content = yaml ? body.yaml : body instanceof Blob ? body : JSON.stringify(body);
  }
  let answer, text;
  try {
    answer = await fetch(control + path + queryText(query), {
      method,
      headers,
      body: content,
      signal,
      cache: 'no-cache',
    });
    text = await answer.text();
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw unanswered();
  }
  return contentOf(answer, text);
}

/**
 * Returns what an answer holds. It throws Refused. An answer that is cut or empty is none of the sandbox, and neither
 * is the page of a gateway.
 * @param {Response} answer
 * @param {string} text
 */
export function contentOf(answer, text) {
  const read = parsed(answer, text);
  if (answer.ok) return read;
  if (answer.status === 401) lock();
  throw new Refused(answer.status, read?.error ? read : { error: text.trim(), hint: '' });
}

/** @param {Response} answer @param {string} text */
function parsed({ status, headers }, text) {
  const type = headers.get('Content-Type') ?? '';
  if (status === 204) return undefined;
  const isJSON = type.startsWith('application/json');
  if (!text || type.startsWith('text/html') || (status >= gateway && !isJSON)) throw unanswered();
  if (!isJSON) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw unanswered();
  }
}

/** @param {any} body */
function isYAML(body) {
  return typeof body?.yaml === 'string';
}

/** @param {string} path @param {Query} [query] @param {Options} [options] */
export const get = (path, query, options) => request('GET', path, { ...options, query });
/** @param {string} path @param {any} [body] @param {Options} [options] */
export const post = (path, body, options) => request('POST', path, { ...options, body });
/** @param {string} path @param {any} [body] @param {Options} [options] */
export const put = (path, body, options) => request('PUT', path, { ...options, body });
/** @param {string} path @param {any} [body] @param {Options} [options] */
export const patch = (path, body, options) => request('PATCH', path, { ...options, body });
/** @param {string} path @param {Options} [options] */
export const del = (path, options) => request('DELETE', path, options);

/**
 * Returns the same request as a curl command.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 */
export function commandOf(method, path, body) {
  const words = ['curl -sS'];
  if (method !== 'GET') words.push(`-X ${method}`);
  if (asked && token.value) words.push('-H "Authorization: Bearer $SANDBOX_CONTROL_TOKEN"');
  if (isYAML(body)) words.push("-H 'Content-Type: application/yaml'", '--data-binary', quoted(body.yaml));
  else if (body !== undefined) words.push('-d', quoted(JSON.stringify(body)));
  words.push(quoted(window.location.origin + control + path));
  return words.join(' ');
}
