import { html, useLayoutEffect, useRef } from '../vendor/preact.js';
import { clockMode, wallNow } from '../app/clock.js';
import { time } from '../app/format.js';
import { useKeys } from '../app/keys.js';
import { load } from '../app/load.js';
import { location } from '../app/router.js';
import { connection, outdated, restarted } from '../app/sandbox.js';
import { account, active, changed, usual } from '../app/store.js';
import { resume } from '../app/stream.js';
import { Lazy } from '../parts/states.js';

const changesURL = import.meta.resolve('./changes.js');

/** Strip says what is not as usual. It is always there, so that nothing moves when it fills. */
export default function Strip() {
  useKeys(
    {
      x: () =>
        !usual.value &&
        load(import.meta.resolve('./normal.js')).then(
          ({ normalize }) => normalize(),
          () => {},
        ),
    },
    { x: 'All back to normal' },
  );
  const strip = useRef(/** @type {HTMLElement | null} */ (null));
  const focused = useRef(false);
  const isOfAll = !['a', undefined].includes(location.value.path[0]); // a page of all accounts
  const discards = Boolean(account.value?.discard_writes);
  const nothing = usual.value && active.value.length === 0 && !discards;
  const off = Object.values(account.value?.features ?? {}).filter((on) => !on).length;
  const chips = active.value.length + changed.value.length + off + Number(discards);
  useLayoutEffect(() => {
    // A chip that goes takes the focus with it.
    if (focused.current && document.activeElement === document.body)
      (strip.current?.querySelector('button') ?? strip.current)?.focus();
  }, [nothing, chips, clockMode.value]);
  return html`<div ref=${strip} class="strip" role="region" tabindex="-1" aria-label="What is not as usual"
    onFocusIn=${() => (focused.current = true)}
    onFocusOut=${(/** @type {FocusEvent} */ e) => (focused.current = !e.relatedTarget && document.hasFocus())}>
    <${News} />
    ${isOfAll ? '' : nothing ? html`<span class="soft">As usual</span>` : html`<${Lazy} url=${changesURL} quiet />`}
  </div>`;
}

/** News is about the sandbox itself: lost, restarted, another version. */
function News() {
  const { state, at: since, retry } = connection.value;
  let text;
  if (state === 'lost' && since) {
    text = html`<strong>Lost the sandbox at ${time(since)}.</strong> Trying again
      in ${Math.max(0, Math.ceil(((retry ?? 0) - wallNow.value) / 1000))} s. What you see is as of then.
      <button type="button" class="small" onClick=${resume}>Try now</button>`;
  } else if (outdated.value) {
    text = html`<strong>The sandbox has another version now.</strong> <button type="button" class="small"
      onClick=${() => window.location.reload()}>Reload the pages</button>`;
  } else if (restarted.value) {
    text = html`The sandbox restarted at ${time(restarted.value)}. Data is kept; scenarios, calls and coverage began
      again.
      <button type="button" class="small" onClick=${() => (restarted.value = undefined)}>Understood</button>`;
  }
  return html`<div role="status" class=${'news ' + (text ? 'warn' : '')}>${text}</div>`;
}
