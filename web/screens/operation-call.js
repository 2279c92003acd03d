// A filled form as a call of its protocol: signed, sent, or written as a command.
import { post } from '../app/api.js';
import { quoted } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { arrive, urlHere } from '../app/send.js';
import { account } from '../app/store.js';
import { inJSON, made } from './operation-form.js';

/** @typedef {import('../api').OperationDetail} Detail */
/** @typedef {import('./operation-form.js').Form} Form */
/** @typedef {{method: string, url: string, headers: Record<string, string>, body?: string, insecure: boolean}} Call */

/** Returns the headers of the sandbox that a form asks for. @param {Form} form @returns {Record<string, string>} */
function asked(form) {
  return {
    ...(form.scenario && { 'X-Sandbox-Scenario': form.scenario }),
    ...(form.preview && { 'X-Sandbox-Preview': '1' }),
  };
}

/** Signs the call of a form. @param {string} code @param {Detail} op @param {Form} form @returns {Promise<Call>} */
export async function signedCall(code, op, form) {
  return op.protocol === 'soap' ? soapCall(code, op, form) : restCall(code, op, form);
}

/** Sends the call of a form. @param {Call} call */
export function sendCall({ method, url, headers, body }) {
  return arrive(urlHere(url), { method, body, headers });
}

/** Returns the call of a form as text, without its signature. @param {Detail} op @param {Form} form */
export function unsigned(op, form) {
  const later = Object.fromEntries(made.map((name) => [name, 'made when it is sent']));
  const body = op.protocol === 'soap' ? envelopeOf(op, { ...later, ...form.values }) : bodyOf(op, form);
  const first = op.protocol === 'soap' ? 'POST /soap/6.0' : `${op.method} ${pathOf(op, form)}`;
  return body ? `${first}\n\n${body}` : first;
}

/** @param {string} code @param {Detail} op @param {Form} form @returns {Promise<Call>} */
async function restCall(code, op, form) {
  const body = bodyOf(op, form);
  const signed = await post(ofAccount(code, 'sign'), {
    protocol: 'rest',
    method: op.method,
    path: pathOf(op, form),
    body,
  });
  /** @type {Record<string, string>} */
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    method: op.method ?? 'GET',
    url: signed.url,
    insecure: signed.insecure,
    body,
    headers: { Accept: 'application/json', ...content, ...asked(form), [signed.header.name]: signed.header.value },
  };
}

/** Returns the path below the REST base, with the query. @param {Detail} op @param {Form} form */
function pathOf(op, form) {
  const query = new URLSearchParams();
  let path = op.path ?? '';
  for (const p of op.parameters) {
    const value = form.values[p.name] ?? '';
    if (p.in === 'path') path = path.replace(`{${p.name}}`, () => encodeURIComponent(value));
    else if (p.in === 'query' && value !== '') {
      for (const each of p.type.startsWith('array')
        ? value
            .split(',')
            .map((v) => v.trim())
            .filter(Boolean)
        : [value])
        query.append(p.type.startsWith('array') ? p.name + '[]' : p.name, each);
    }
  }
  const text = query.toString();
  return path + (text && '?' + text);
}

/** Returns the JSON body, undefined for none. @param {Detail} op @param {Form} form */
function bodyOf(op, form) {
  const parameters = op.parameters.filter((p) => p.in === 'body');
  if (parameters.length === 0) return undefined;
  if (inJSON(op)) return form.body;
  const given = parameters.filter((p) => form.values[p.name] !== undefined && form.values[p.name] !== '');
  return JSON.stringify(Object.fromEntries(given.map((p) => [p.name, form.values[p.name]])));
}

/** @param {string} code @param {Detail} op @param {Form} form @returns {Promise<Call>} */
async function soapCall(code, op, form) {
  const signed = await post(ofAccount(code, 'sign'), { protocol: 'soap' });
  const v = { ...form.values };
  /** @type {Record<string, string>} */
  const fresh =
    op.id === 'login'
      ? {
          merchantCode: code,
          date: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.exec(signed.signed)?.[0] ?? '',
          hash: signed.hash,
          algorithm: /<algorithm>([^<]*)</.exec(signed.envelope)?.[1] ?? 'sha256',
        }
      : { sessionID: signed.session };
  for (const [name, value] of Object.entries(fresh)) v[name] ||= value;
  return {
    method: 'POST',
    url: account.value?.soap_url ?? '/soap/6.0',
    insecure: signed.insecure,
    body: envelopeOf(op, v),
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: `"urn:commerce-sandbox:6.0#${op.action}"`,
      ...asked(form),
    },
  };
}

/** @param {Detail} op @param {Record<string, string>} values */
function envelopeOf(op, values) {
  const inner = op.parameters
    .filter((p) => !p.name.includes('.'))
    .map((p) => element(op, p, values))
    .filter(Boolean)
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:commerce-sandbox:6.0"><e:Body>
<m:${op.action}>
${inner}
</m:${op.action}>
</e:Body></e:Envelope>`;
}

/**
 * Returns a parameter as an element, "" when the form leaves it out. A list has one row.
 * @param {Detail} op
 * @param {import('../api').Parameter} p
 * @param {Record<string, string>} values
 * @returns {string}
 */
function element(op, p, values) {
  const name = p.name.slice(p.name.lastIndexOf('.') + 1);
  if (!/object/.test(p.type)) {
    const value = values[p.name] ?? '';
    return value === '' && !p.required ? '' : `<${name}>${escaped(value)}</${name}>`;
  }
  const depth = p.name.split('.').length;
  const inner = op.parameters.filter((q) => q.name.startsWith(p.name + '.') && q.name.split('.').length === depth + 1);
  const filled = op.parameters.some((q) => q.name.startsWith(p.name + '.') && values[q.name]);
  const text = filled ? inner.map((q) => element(op, q, values)).join('') : '';
  if (!filled && !p.required) return '';
  return `<${name}>${filled && p.type.startsWith('array') ? `<item>${text}</item>` : text}</${name}>`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a call as a command for a POSIX shell. @param {Call} call */
export function curlOf({ method, url, headers, body, insecure }) {
  const words = [
    'curl -sS -i',
    insecure && '-k',
    method !== 'GET' && `-X ${method}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body !== undefined && `--data-raw ${quoted(body)}`,
    quoted(url),
  ];
  return words.filter(Boolean).join(' \\\n  ');
}
