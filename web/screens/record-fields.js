import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { at } from '../app/paths.js';
import { Section } from '../parts/screen.js';
import { groups, isEmpty, namedBy } from './record-values.js';

/**
 * Fields are the fields of a record in groups, the empty ones folded. The first ones are what was bought and
 * the money, or the first group of other records; the others are the rest.
 * @param {{code: string, kind: string, id: string, record: Record<string, any>, first?: boolean, actions?: any}} props
 */
export function Fields({ code, kind, id, record, first = false, actions }) {
  const all = groups(kind, record);
  const filled = all.filter((group) => group.leaves.some(([, value]) => !isEmpty(value)));
  const hollow = first ? [] : all.filter((group) => !filled.includes(group));
  const n = filled.findIndex((group) => group.title === 'Money') + 1 || 1;
  const shown = first ? filled.slice(0, n) : filled.slice(n);
  if (shown.length + hollow.length === 0) return null;
  return html`<${Section} title=${first ? 'Fields' : 'More fields'} actions=${actions}>
    ${shown.map(
      (group) => html`<${GroupOf} key=${group.title} code=${code} kind=${kind} id=${id}
    group=${group} />`,
    )}
    ${
      hollow.length > 0 &&
      html`<details class="folded"><summary>${count(hollow.length, 'group')} without a value</summary>
      <ul>${hollow.map(
        (group) =>
          html`<li key=${group.title}>
          <strong>${group.title}</strong> <span class="soft">${group.leaves.map(([path]) => path).join(', ')}</span>
          </li>`,
      )}</ul></details>`
    }<//>`;
}

/** @param {{code: string, kind: string, id: string, group: import('./record-values.js').Group}} props */
function GroupOf({ code, kind, id, group }) {
  const filled = group.leaves.filter(([, value]) => !isEmpty(value));
  const hollow = group.leaves.filter(([, value]) => isEmpty(value)).map(([path]) => path);
  return html`<${Section} title=${group.title} level=${3}>
    <dl class="facts record-facts">${filled.map(
      ([path, value]) => html`<dt key=${path}>${path}</dt>
      <dd><${Value} code=${code} id=${id} value=${value} named=${namedBy(path, kind, group.title)} /></dd>`,
    )}</dl>
    ${
      hollow.length > 0 &&
      html`<details class="folded"><summary>${count(hollow.length, 'empty field')}</summary>
      <p class="soft">${hollow.join(', ')}</p></details>`
    }
  <//>`;
}

/** @param {{code: string, id: string, value: any, named?: string}} props */
function Value({ code, id, value, named }) {
  if (Array.isArray(value))
    return value.map((one, i) => html`<${Value} key=${i} code=${code} id=${id} value=${one} named=${named} />`);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (named && text !== id && text !== '0')
    return html`<a class="mono" href=${at(code, 'data', named, text)}>${text}</a>`;
  return html`<span class=${typeof value === 'number' || /^[\d:. -]+$/.test(text) ? 'mono' : ''} dir="auto">
    ${text}</span>`;
}
