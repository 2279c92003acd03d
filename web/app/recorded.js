// Calls that can be sent, from the recorded exchanges of an operation.
import { post } from './api.js';
import { ofAccount, prefix } from './paths.js';
import { exchange, sendEnvelope } from './send.js';
import { account } from './store.js';

/** @typedef {Record<string, Record<string, string>>} Handles */
/**
 * @typedef {{protocol: 'rest' | 'soap', method: string, path: string, body?: string, missing: string[]}}
 * Sendable path is below the REST base
 */

/**
 * Returns a call of the operation that succeeds, with values of the account's
 * records. missing are the records that the account does not have. It returns
 * undefined when no exchange has such a call.
 * @param {import('../api').OperationDetail} operation
 * @param {Handles} handles
 * @returns {Sendable | undefined}
 */
export function succeeding(operation, handles) {
  if (operation.id === 'login') return { protocol: 'soap', method: 'POST', path: '', body: '{{login}}', missing: [] };
  // A first step depends on no other.
  const recorded = operation.exchanges.map((e) => steps(e.text));
  const ordered = [...recorded.flatMap((all) => all.slice(0, 1)), ...recorded.flatMap((all) => all.slice(1))];
  const found = ordered.filter((s) => s.plain && s.success && matches(operation, s));
  const calls = found.map((s) => resolved(s, handles));
  return calls.find((c) => c.missing.length === 0) ?? calls[0];
}

/** @typedef {{method: string, path: string, body?: string, success: boolean, plain: boolean}} Step */

/** Splits the text of an exchange into its steps. @param {string} text @returns {Step[]} */
function steps(text) {
  const assumed = /^# @assume/m.test(text);
  return text.split(/^###.*$/m).flatMap((part) => {
    const request = part.replace(/^#.*\n/gm, '').trimStart();
    const [head, ...rest] = request.split('\n\n');
    const first = /^([A-Z]+) (\S+)/.exec(head);
    const answer = rest.findIndex((block) => /^HTTP\/1\.1 /.test(block));
    if (!first || answer < 0) return [];
    const body = rest.slice(0, answer).join('\n\n');
    const sandbox = /^X-Sandbox-|\{\{(?:fill|signed |signed-as|session )/m.test(head + '\n' + body);
    return [
      {
        method: first[1],
        path: first[2],
        body: body || undefined,
        success: /^HTTP\/1\.1 2/.test(rest[answer]),
        plain: !assumed && !sandbox,
      },
    ];
  });
}

/** @param {import('../api').OperationDetail} operation @param {Step} step */
function matches(operation, step) {
  if (operation.protocol === 'soap')
    return step.path.startsWith('/soap/') && (step.body ?? '').includes(operation.action ?? operation.id);
  if (step.method !== operation.method || !operation.path) return false;
  const wanted = operation.path.split('/').filter(Boolean);
  const given = step.path
    .split('?')[0]
    .replace(/^\/rest\/6\.0/, '')
    .split('/')
    .filter(Boolean);
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i]);
}

/** Puts the values of records in their places. @param {Step} step @param {Handles} handles @returns {Sendable} */
function resolved(step, handles) {
  /** @type {string[]} */
  const missing = [];
  const fill = (/** @type {string} */ text) =>
    text.replaceAll(/\{\{([\w-]+)\.(\w+)\}\}/g, (_, handle, field) => {
      const value = handles[handle]?.[field];
      if (value === undefined) missing.push(handle);
      return value ?? '1'; // a scenario fails the call whatever it names
    });
  const soap = step.path.startsWith('/soap/');
  return {
    protocol: soap ? 'soap' : 'rest',
    method: step.method,
    path: soap ? '' : fill(step.path.replace(/^\/rest\/6\.0/, '')),
    body: step.body && fill(step.body),
    missing,
  };
}

/**
 * Returns the envelope of a SOAP call, with a login or a session that is accepted now.
 * @param {string} code
 * @param {Sendable} call
 */
async function envelope(code, call) {
  const signed = await post(ofAccount(code, 'sign'), { protocol: 'soap' });
  return call.body === '{{login}}' ? signed.envelope : (call.body ?? '').replaceAll('{{session}}', signed.session);
}

/** Signs and sends a call. @param {string} code @param {Sendable} call */
export async function sendRecorded(code, call) {
  return call.protocol === 'soap' ? sendEnvelope(await envelope(code, call)) : exchange(code, call);
}

/**
 * Returns a curl command that sends the call, signed now.
 * @param {string} code
 * @param {Sendable} call
 * @returns {Promise<string>}
 */
export async function curlOf(code, call) {
  if (call.protocol === 'rest')
    return (
      await post(
        ofAccount(code, 'sign'),
        call.body === undefined
          ? { method: call.method, path: call.path }
          : { method: call.method, path: call.path, body: call.body },
      )
    ).snippets.curl;
  const text = await envelope(code, call);
  const body = text.replaceAll("'", `'\\''`);
  const to = account.value?.soap_url ?? window.location.origin + prefix + '/soap/6.0';
  return `curl -sS -H 'Content-Type: text/xml; charset=utf-8' --data-binary '${body}' ${to}`;
}
