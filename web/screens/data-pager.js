import { html } from '../vendor/preact.js';
import { number } from '../app/format.js';
import { setQuery } from '../app/router.js';

export const pageSize = 100;

/**
 * Pager says which rows are shown and turns the page.
 * @param {{total: number, offset: number, shown: number, one: string}} props
 */
export function Pager({ total, offset, shown, one }) {
  const turn = (/** @type {number} */ to) => {
    setQuery({ offset: to > 0 ? to : null }, { push: true });
    scrollTo(0, 0);
  };
  const lastPage = Math.floor((total - 1) / pageSize) * pageSize;
  const text =
    total <= pageSize && offset === 0
      ? `${number(total)} ${total === 1 ? one : one + 's'}`
      : `${number(offset + 1)} to ${number(offset + shown)} of ${number(total)}`;
  const pages = [
    ['First', 0, offset > 0],
    ['Previous', offset - pageSize, offset > 0],
    ['Next', offset + pageSize, offset + shown < total],
    ['Last', lastPage, offset + shown < total],
  ];
  return html`<nav class="row data-pager" aria-label="Pages"><span role="status" class="soft">${text}</span>
    ${
      total > pageSize &&
      pages.map(
        ([label, to, possible]) => html`<button key=${label} type="button" class="small"
      aria-disabled=${possible ? undefined : 'true'}
      onClick=${() => possible && turn(/** @type {number} */ (to))}>${label}</button>`,
      )
    }
  </nav>`;
}
