import { html, useEffect } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { ui } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { Screen, Section } from '../parts/screen.js';
import { Empty, Failure, Loaded } from '../parts/states.js';
import { Article } from './guide-article.js';
import { useFile } from './guide-files.js';
import { Found } from './guide-found.js';
import { yours } from './guide-yours.js';

/** Guide is the list of pages, a page, or what a search finds. @param {{page?: string}} props */
export default function Guide({ page }) {
  const index = useFile('index');
  const query = location.value.query.get('q') ?? '';
  if (!index.data) return html`<${Screen} title="Guide"><${Loaded} of=${index} /><//>`;
  const { pages } = index.data;
  return html`<div class="guide">
    <div class="guide-aside stack">
      <input type="search" aria-label="Search the guide" placeholder="Search the guide" value=${query}
        autocomplete="off" spellcheck=${false}
        onInput=${(/** @type {any} */ e) => setQuery({ q: e.target.value })} />
      <${Pages} pages=${pages} page=${page} />
    </div>
    ${
      query.trim()
        ? html`<${Found} query=${query} pages=${pages} />`
        : page
          ? html`<${Page} key=${page} page=${page}
      pages=${pages} />`
          : html`<${List} pages=${pages} />`
    }
  </div>`;
}

/** @typedef {import('./guide-files.js').Entry} Entry */

/** Returns the pages by their groups. @param {Entry[]} pages @returns {[string, Entry[]][]} */
const grouped = (pages) =>
  [...new Set(pages.map((p) => p.group))].map((group) => [group, pages.filter((p) => p.group === group)]);

/** Pages is the way to the other pages. @param {{pages: Entry[], page?: string}} props */
function Pages({ pages, page }) {
  return html`<nav class="guide-pages" aria-label="Pages of the guide">
    ${grouped(pages).map(
      ([group, some], i) => html`<p key=${group} class="note" id=${`group-${i}`}>${group}</p>
      <ul aria-labelledby=${`group-${i}`}>
        ${some.map(
          (p) => html`<li key=${p.name}>
          <a href=${ui('guide', p.name)} aria-current=${p.name === page ? 'page' : undefined}>${p.title}</a></li>`,
        )}</ul>`,
    )}
  </nav>`;
}

/** List is every page with its first lines. @param {{pages: Entry[]}} props */
function List({ pages }) {
  return html`<${Screen} title="Guide" lead="What the sandbox does, and how to use it." name="guide-text">
    ${grouped(pages).map(
      ([group, some]) => html`<${Section} key=${group} title=${group}><ul class="stack">
        ${some.map(
          (p) => html`<li key=${p.name}><h3><a href=${ui('guide', p.name)}>${p.title}</a></h3>
          <p class="soft">${yours(p.summary)}</p></li>`,
        )}</ul><//>`,
    )}
  <//>`;
}

/** Page is one page of the guide. @param {{page: string, pages: Entry[]}} props */
function Page({ page, pages }) {
  const at = pages.findIndex((p) => p.name === page);
  const file = useFile(at < 0 ? null : page);
  const hash = location.value.hash;
  useEffect(() => {
    if (file.data && hash) document.getElementById(hash)?.scrollIntoView();
  }, [file.data, hash]);
  if (at < 0) return html`<${Missing} page=${page} pages=${pages} />`;
  const { title, headings } = pages[at];
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return html`<${Screen} title=${title} name="guide-text">
    <nav class="guide-contents" aria-label="On this page"><ul>
      ${headings.map(
        (h) => html`<li key=${h.id} class=${h.level > 2 ? 'deeper' : ''}>
        <a href=${'#' + h.id}>${h.text}</a></li>`,
      )}
    </ul></nav>
    ${file.error && html`<${Failure} error=${file.error} retry=${file.reload} />`}
    ${file.data && html`<${Article} tree=${file.data.tree} />`}
    ${
      (file.data || file.error) &&
      html`<nav class="row guide-neighbours" aria-label="Next and previous page">
      ${before && html`<a href=${ui('guide', before.name)}>← ${before.title}</a>`}
      ${after && html`<a class="after" href=${ui('guide', after.name)}>${after.title} →</a>`}
    </nav>`
    }
  <//>`;
}

/** @param {{page: string, pages: Entry[]}} props */
function Missing({ page, pages }) {
  return html`<${Screen} title="No such page of the guide">
    <${Empty} title=${`The guide has no page ${page}.`}>
      <p>It has ${count(pages.length, 'page')}. <a href=${ui('guide')}>All pages</a></p><//>
  <//>`;
}
