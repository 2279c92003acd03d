// The form of an operation: its values, in the address where they differ from the sample.
import { location } from '../app/router.js';

/** @typedef {import('../api').OperationDetail} Detail */
/** @typedef {import('../api').Parameter} Parameter */

/**
 * @typedef {object} Form
 * @property {Record<string, string>} values by parameter
 * @property {string} body
 * @property {string} scenario that answers the call
 * @property {boolean} preview
 */

/** What is made when the call is sent. */
export const made = ['sessionID', 'merchantCode', 'date', 'hash', 'algorithm'];

const longest = 6000; // characters of a value in the address

/** Reports whether the body is typed as JSON, because it has parts within parts. @param {Detail} op */
export function inJSON(op) {
  return op.parameters.some((p) => p.in === 'body' && (p.name.includes('.') || /object|array/.test(p.type)));
}

/** Returns the parameters that have a field of their own. @param {Detail} op @returns {Parameter[]} */
export function fieldsOf(op) {
  const json = inJSON(op);
  return op.parameters.filter((p) => !(p.in === 'body' && json) && !/object/.test(p.type) && p.name !== 'File');
}

/** Returns the form as the sample of the operation has it. @param {Detail} op @returns {Form} */
export function sampleOf(op) {
  const values = { ...op.sample?.values };
  if (!inJSON(op) && op.sample?.body) {
    for (const [name, value] of Object.entries(JSON.parse(op.sample.body))) values[name] = String(value);
  }
  return { values, body: inJSON(op) ? (op.sample?.body ?? '') : '', scenario: '', preview: false };
}

/** Returns the form as the address has it. @param {Form} sample @returns {Form} */
export function formInAddress(sample) {
  const query = location.peek().query;
  const values = { ...sample.values };
  for (const [name, value] of query) if (name.startsWith('p.')) values[name.slice(2)] = value;
  return {
    values,
    body: query.get('body') ?? sample.body,
    scenario: query.get('with') ?? '',
    preview: query.get('preview') === '1',
  };
}

/** Returns the changes to the address that keep a form. @param {Form} form @param {Form} sample */
export function addressOf(form, sample) {
  /** @type {Record<string, string | null>} */
  const query = {
    with: form.scenario,
    preview: form.preview ? '1' : null,
    body: form.body === sample.body || form.body.length > longest ? null : form.body,
  };
  for (const name of new Set([...Object.keys(form.values), ...Object.keys(sample.values)])) {
    const value = form.values[name] ?? '';
    query['p.' + name] = value === (sample.values[name] ?? '') || value.length > longest ? null : value;
  }
  return query;
}
