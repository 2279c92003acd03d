import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { ui } from '../app/paths.js';
import { Screen } from '../parts/screen.js';
import { Empty, Loaded } from '../parts/states.js';
import { useFile } from './guide-files.js';
import { yours } from './guide-yours.js';

/** @typedef {import('./guide-files.js').Section} Section */

const most = 30;
const around = 90; // characters before and after what was found

/** Found is the sections that have all words of a query. @param {{query: string, pages: any[]}} props */
export function Found({ query, pages }) {
  const search = useFile('search');
  return html`<${Screen} title="Search the guide" name="guide-text">
    <${Loaded} of=${search}>
      ${({ sections }) => html`<${Sections} found=${find(sections, query)} query=${query} pages=${pages} />`}<//>
  <//>`;
}

/** @param {{found: Section[], query: string, pages: any[]}} props */
function Sections({ found, query, pages }) {
  if (found.length === 0) {
    return html`<${Empty} title=${`No section has “${query.trim()}”.`}>
      <p>The guide has ${count(pages.length, 'page')}. <a href=${ui('guide')}>All pages</a></p><//>`;
  }
  return html`<p class="soft" role="status">${count(found.length, 'section')}
    ${found.length > most ? `, the first ${most} of them` : ''}</p>
    <ul class="stack">${found.slice(0, most).map(
      (s) => html`<li key=${s.page + s.id}>
      <h2><a href=${ui('guide', s.page) + (s.id && '#' + encodeURIComponent(s.id))}>
        ${s.heading ? `${s.title}: ${s.heading}` : s.title}</a></h2>
      <p class="soft">${excerpt(yours(s.text), words(query))}</p></li>`,
    )}</ul>`;
}

/** @param {string} query */
const words = (query) => query.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Returns the sections with all words, those with them in the heading first.
 * @param {Section[]} sections
 * @param {string} query
 */
function find(sections, query) {
  const wanted = words(query);
  const has = (/** @type {string} */ text) => wanted.every((w) => text.toLowerCase().includes(w));
  const rank = (/** @type {Section} */ s) => (has(s.heading) ? 0 : has(s.title) && !s.id ? 1 : 2);
  return sections.filter((s) => has(`${s.title} ${s.heading} ${s.text}`)).sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns the text around the first word that it has, with the words marked.
 * @param {string} text
 * @param {string[]} wanted
 */
function excerpt(text, wanted) {
  const places = wanted.map((w) => text.toLowerCase().indexOf(w)).filter((i) => i >= 0);
  const at = places.length ? Math.min(...places) : 0;
  const from = Math.max(0, at - around),
    to = Math.min(text.length, at + 2 * around);
  const pattern = new RegExp(`(${wanted.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'i');
  const parts = text.slice(from, to).split(pattern);
  return html`${from > 0 && '… '}${parts.map((part, i) => (i % 2 ? html`<mark>${part}</mark>` : part))}
    ${to < text.length && ' …'}`;
}
