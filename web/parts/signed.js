// Why a signature is right or wrong: the string that was signed beside the one
// that the sandbox signs, and the two hashes.
import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { aligned, bytesOf, differing, visible } from './aligned.js';
import { Icon } from './icon.js';
import { Snippets } from './snippets.js';

/** @typedef {import('../api').SignatureDiagnosis} Diagnosis */

/**
 * Signed shows the diagnosis of a signature: the mistake in words, the strings
 * aligned, the hashes, and a program that signs as it should be.
 * @param {{diagnosis: Diagnosis, userAgent?: string, level?: 2 | 3, children?: any}} props
 * userAgent is that of the client, from which the language of the program is
 * guessed; level is that of its heading; children stand in place of what a failed check shows
 */
export function Signed({ diagnosis: d, userAgent, level = 3, children }) {
  return html`<div class="stack signed">
    ${
      !children &&
      html`<div class=${'banner ' + (d.valid ? 'ok' : 'bad')} role="status">
      <p class="row"><${Icon} name=${d.valid ? 'ok' : 'bad'} />
        <strong>
          ${
            d.valid
              ? 'The signature is right.'
              : d.mistake
                ? `Wrong: ${d.mistake.replaceAll('-', ' ')}.`
                : 'The signature is wrong.'
          }
          </strong>
          </p>
      <p>${d.message}</p>
      ${
        d.notes?.length
          ? html`<ul>
        ${d.notes.map((n) => html`<li key=${n}>Repaired in order to read it: ${n}.</li>`)}</ul>`
          : null
      }
    </div>`
    }
    ${d.signed && html`<${Strings} d=${d} />`}
    <${Letters} name="code" text=${d.code} /><${Letters} name="date" text=${d.date} />
    ${children ?? (d.given && html`<${Hashes} given=${d.given} expected=${d.expected} />`)}
    ${
      d.corrected &&
      html`<div class="stack"><${'h' + level}>Sign it like this<//>
      <${Snippets} snippets=${d.corrected} userAgent=${userAgent} /></div>`
    }
  </div>`;
}

/** The parts of the string that is signed (section 5). @param {string} code @param {string} date */
const parts = (code, date) => [
  { name: 'Length of the code', text: String(bytesOf(code).length) },
  { name: 'Code', text: code },
  { name: 'Length of the date', text: String(bytesOf(date).length) },
  { name: 'Date', text: date },
];

/** Strings are what the sandbox signed and what the client signed, part by part. @param {{d: Diagnosis}} props */
function Strings({ d }) {
  const right = parts(d.code ?? '', d.date ?? '');
  const made =
    d.made && d.made !== d.signed
      ? cells(
          d.made,
          right.map((p) => p.text),
        )
      : undefined;
  return html`<div class="scroll" role="region" aria-label="The string that is signed" tabindex="0">
    <table class="signed-strings">
      <thead>
        <tr><th scope="col">Signed by</th>${right.map((p) => html`<th key=${p.name} scope="col">${p.name}</th>`)}</tr>
        </thead>
      <tbody>
        ${
          made &&
          html`<tr><th scope="row">Client</th>
          ${made.map((runs, i) => html`<td key=${i}><${Runs} runs=${runs} /></td>`)}</tr>`
        }
        <tr><th scope="row">Sandbox</th>
          ${right.map((p) => html`<td key=${p.name}><code>${visible(p.text)}</code></td>`)}</tr>
        <tr class="note"><th scope="row">Which is</th>
          ${right.map(
            (p, i) => html`<td key=${i}>
            ${i % 2 ? sized(p.text) : `bytes of the ${['code', '', 'date'][i]}`}</td>`,
          )}</tr>
      </tbody>
    </table></div>`;
}

/**
 * Cuts what the client signed into the parts of the right string.
 * @param {string} made
 * @param {string[]} right
 */
function cells(made, right) {
  /** @type {import('./aligned.js').Run[][]} */
  const all = right.map(() => []);
  let at = 0,
    left = [...right[0]].length;
  for (const run of aligned(made, right.join(''))) {
    if (run.kind === 'extra') {
      all[at].push(run);
      continue;
    }
    let rest = [...run.text];
    while (rest.length) {
      while (left === 0 && at < right.length - 1) left = [...right[++at]].length;
      const here = rest.slice(0, left);
      if (here.length === 0) break;
      all[at].push({ text: here.join(''), kind: run.kind });
      rest = rest.slice(here.length);
      left -= here.length;
    }
  }
  return all;
}

/** @param {{runs: import('./aligned.js').Run[]}} props */
function Runs({ runs }) {
  return html`<code>${runs.map((run, i) =>
    run.kind === 'same'
      ? visible(run.text)
      : run.kind === 'extra'
        ? html`<ins key=${i}>${visible(run.text)}</ins><span class="note"> extra</span>`
        : html`<del key=${i}>${visible(run.text)}</del><span class="note"> missing</span>`,
  )}</code>`;
}

/** @param {string} text */
function sized(text) {
  const bytes = bytesOf(text).length,
    characters = [...text].length;
  return bytes === characters ? count(bytes, 'byte') : `${count(bytes, 'byte')}, ${count(characters, 'character')}`;
}

/** Letters shows the bytes of a text whose characters are not bytes. @param {{name: string, text?: string}} props */
function Letters({ name, text = '' }) {
  const bytes = bytesOf(text);
  if (bytes.length === [...text].length) return null;
  return html`<div class="stack">
    <p>The ${name} <code>${text}</code> has ${count([...text].length, 'character')} but ${count(bytes.length, 'byte')},
    and bytes are counted:</p>
    <div class="scroll" role="region" aria-label=${`The bytes of the ${name}`} tabindex="0">
      <table class="signed-letters"><tbody>
      <tr><th scope="row">Character</th>
        ${[...text].slice(0, 64).map((c, i) => html`<td key=${i}><code>${c}</code></td>`)}</tr>
      <tr><th scope="row">Bytes</th>
        ${[...text].slice(0, 64).map(
          (c, i) => html`<td key=${i} class=${bytesOf(c).length > 1 ? 'warn' : ''}>
          <code>${hex(c)}</code></td>`,
        )}</tr>
    </tbody></table></div></div>`;
}

/** @param {string} c */
const hex = (c) => [...bytesOf(c)].map((b) => b.toString(16).padStart(2, '0')).join(' ');

/**
 * Hashes are the hash that came and the right one, with what differs.
 * @param {{given: string, expected?: string}} props
 */
function Hashes({ given, expected }) {
  const runs = expected ? differing(given, expected) : [];
  const wrong = runs.reduce((n, r) => n + (r.kind === 'same' ? 0 : [...r.text].length), 0);
  const whole = expected !== undefined && given.toLowerCase() === expected;
  return html`<dl class="facts">
    <dt>Hash given</dt>
      <dd><code>
        ${
          whole || !expected
            ? given
            : runs.map((r, i) =>
                r.kind === 'same'
                  ? r.text
                  : html`<del key=${i}>
          ${r.text}</del>`,
              )
        }</code></dd>
    ${
      expected &&
      html`<dt>Hash expected</dt><dd><code>${expected}</code></dd>
      <dt>Comparison</dt>
        <dd>${
          whole
            ? 'equal'
            : given.length !== expected.length
              ? `${count([...given].length, 'character')} against ${[...expected].length}`
              : `${wrong} of ${[...expected].length} characters differ`
        }</dd>`
    }
  </dl>`;
}
