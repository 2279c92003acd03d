import { html } from '../vendor/preact.js';
import { took } from '../app/format.js';
import { at } from '../app/paths.js';
import { Code } from '../parts/code.js';
import { Cause, Status } from '../parts/signs.js';

/**
 * @typedef {{id: string, status: number, text: string, headers: Headers, ms: number, failure?: Error,
 *   entry?: import('../api').Entry}} Answer
 */

/** Answered is what came back. @param {{code: string, answer: Answer}} props */
export function Answered({ code, answer: a }) {
  const why = a.entry?.why ?? a.headers.get('X-Sandbox-Explain');
  return html`<div class="stack operation-answer" role="status">
    <div class="row"><h3><${Status} status=${a.status} code=${a.entry?.response.code} cause=${a.entry?.cause} /></h3>
      ${a.entry?.cause && html`<${Cause} cause=${a.entry.cause} />`}<span class="soft">${took(a.ms)}</span>
      ${
        a.id
          ? html`<a href=${at(code, 'calls', a.id)}>${a.id}: why it was answered so</a>`
          : html`<a
        href=${at(code, 'calls')}>Calls</a>`
      }</div>
    ${a.failure && html`<p>${a.failure.message}</p>`}
    ${why && html`<p>${why}</p>`}
    ${
      a.text
        ? html`<${Code} text=${a.text} type=${a.headers.get('Content-Type') ?? ''} pretty=${true}
      label="Body of the answer" lines=${24} />`
        : html`<p class="soft">No body.</p>`
    }
  </div>`;
}
