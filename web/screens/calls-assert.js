import { html, useState } from '../vendor/preact.js';
import { commandOf } from '../app/api.js';
import { count, quoted } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { Copy } from '../parts/copy.js';
import { Choice } from '../parts/field.js';

/** @typedef {{q: string, key: 'count' | 'at_least' | 'at_most', n: number}} Wanted */

const fields = { count: 'Count', at_least: 'AtLeast', at_most: 'AtMost' };

/**
 * Assertion writes the filter of the list as an assertion for a test.
 * @param {{code: string, q: string, total: number}} props
 */
export default function Assertion({ code, q, total }) {
  const [how, setHow] = useState('at_least');
  const options = [
    { value: 'at_least', label: 'at least 1 call' },
    { value: 'count', label: `exactly ${count(total, 'call')}` },
    { value: 'none', label: 'no call' },
  ];
  /** @type {Wanted} */
  const wanted =
    how === 'none'
      ? { q, key: 'at_most', n: 0 }
      : how === 'count'
        ? { q, key: 'count', n: total }
        : { q, key: 'at_least', n: 1 };
  return html`<div class="commands">
    <p>A test that
    expects <${Choice} label="How many calls" hidden value=${how} options=${options} onChange=${setHow} /> ${
      q ? html`with <code>${q}</code>` : 'in the journal'
    }.</p>
    <${Text} title="curl" text=${curlOf(code, wanted)} />
    <${Text} title="Go" text=${goOf(wanted)} />
    <${Text} title="Command line" text=${cliOf(code, wanted)} />
  </div>`;
}

/** @param {{title: string, text: string}} props */
function Text({ title, text }) {
  return html`<div class="stack">
    <div class="section-head"><strong>${title}</strong>
      <${Copy} text=${text} label=${`Copy the ${title} assertion`} what="Assertion copied" /></div>
      <pre tabindex="0">${text}</pre></div>`;
}

/** Returns a command whose exit code is that of the assertion. @param {string} code @param {Wanted} wanted */
function curlOf(code, { q, key, n }) {
  const wanted = { look: true, expectations: [{ q: q || 'id:*', [key]: n }] };
  return `${commandOf('POST', ofAccount(code, 'verdict'), wanted)} | grep -q '"verified":true'`;
}

/** Returns a command whose exit code is that of the assertion. @param {string} code @param {Wanted} wanted */
function cliOf(code, { q, key, n }) {
  const flags =
    key === 'count' ? ['--at-least', n, '--at-most', n] : [key === 'at_least' ? '--at-least' : '--at-most', n];
  return ['commerce-sandbox requests --account', code, ...(q ? ['-q', quoted(q)] : []), ...flags].join(' ');
}

/** Returns a statement of a Go test. @param {Wanted} wanted */
function goOf({ q, key, n }) {
  return `sandbox.Verify(client.Expectation{Query: ${JSON.stringify(q || 'id:*')}, ${fields[key]}: new(${n})})`;
}
