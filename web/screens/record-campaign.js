import { html } from '../vendor/preact.js';
import { accountNow } from '../app/clock.js';
import { count, date } from '../app/format.js';
import { Chip } from '../parts/signs.js';
import { Section } from '../parts/screen.js';

/** @typedef {import('../api').CampaignRecord} Campaign */

const day = 86_400_000;

/** Campaign is what a campaign has beside its fields. @param {{campaign: Campaign}} props */
export function CampaignOf({ campaign }) {
  return html`<${Dates} campaign=${campaign} /><${Texts} campaign=${campaign} />`;
}

/** Dates shows the days of a campaign as a bar, with the account's clock. @param {{campaign: Campaign}} props */
function Dates({ campaign }) {
  const today = Math.floor(+accountNow.value / day) * day;
  const start = campaign.StartDate ? Date.parse(campaign.StartDate) : undefined;
  const end = campaign.EndDate ? Date.parse(campaign.EndDate) + day : undefined;
  const known = [today, start, end].filter((t) => t !== undefined);
  const least = Math.min(...known),
    most = Math.max(...known);
  const margin = Math.max(7 * day, (most - least) / 10);
  const from = least - margin,
    to = most + margin;
  const place = (/** @type {number} */ t) => ((t - from) / (to - from)) * 100;
  const left = start === undefined ? 0 : place(start),
    right = end === undefined ? 100 : place(end);
  const standing = campaign.sandbox.standing;
  const first = start === undefined ? 'Without a first day' : `From ${date(start)}`;
  const last = end === undefined ? ', without an end' : ` to ${date(end - day)}`;
  const runs = first + last;
  return html`<${Section} title="Dates"
    actions=${html`<${Chip} kind=${standing === 'running' ? 'ok' : ''}>${standing}<//>`}>
    <p>${runs}. ${relation(standing, today, start, end)}</p>
    <p class="record-now note" aria-hidden="true">
      <span class="timed"
        style=${{
          marginLeft: `${place(+accountNow.value)}%`,
          transform: `translateX(-${place(+accountNow.value)}%)`,
        }}>today, ${date(today)}</span></p>
    <div class="record-bar" role="img" aria-label=${`${runs}. Today is ${date(today)}.`}>
      <span class=${`record-span ${standing}`} style=${{ left: `${left}%`, width: `${Math.max(0.5, right - left)}%` }}>
      </span>
      <span class="record-today" style=${{ left: `${place(+accountNow.value)}%` }}></span>
    </div>
    <p class="record-scale note" aria-hidden="true"><span>${date(from)}</span><span>${date(to)}</span></p>
  <//>`;
}

/** @param {string} standing @param {number} today @param {number} [start] @param {number} [end] */
function relation(standing, today, start, end) {
  const days = (/** @type {number} */ ms) => count(Math.round(ms / day), 'day');
  if (standing === 'disabled') return 'It is disabled, so its dates do not matter.';
  if (standing === 'upcoming' && start !== undefined) return `It begins in ${days(start - today)}.`;
  if (standing === 'expired' && end !== undefined) return `It ended ${days(today - end + day)} ago.`;
  if (end !== undefined) return `It runs for ${days(end - today)} more, today included.`;
  return 'It runs until it is disabled.';
}

/**
 * Texts are the texts of each language, with their markers filled as a buyer reads them.
 * @param {{campaign: Campaign}} props
 */
function Texts({ campaign }) {
  const filled = campaign.sandbox.texts;
  return html`<${Section} title="Texts">
    ${filled.length === 0 && html`<p class="soft">The campaign has no text.</p>`}
    ${filled.map((text, i) => {
      const raw = campaign.Description?.[i]?.Text ?? '';
      return html`<div key=${i} class="panel stack">
      <div class="row"><${Chip}>${text.language}<//><span class="note">as a buyer reads it</span></div>
        <p dir="auto" lang=${/^[a-z]{2}(-\w+)?$/i.test(text.language) ? text.language : undefined}>${text.text}</p>
        ${
          raw !== text.text &&
          html`<details class="folded"><summary>With its markers</summary>
          <pre class="codeblock" tabindex="0">${raw}</pre></details>`
        }</div>`;
    })}
  <//>`;
}
