import { html } from '../vendor/preact.js';
import { count } from '../app/format.js';
import { activate, commandsOf, deactivate, lasting, lastingCalls, leftOf, limitsOf, ways } from '../app/scenarios.js';
import { active } from '../app/store.js';
import { Commands } from '../parts/action.js';
import { Does } from '../parts/does.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';
import { Chip } from '../parts/signs.js';
import { Switch } from '../parts/switch.js';

/** @typedef {import('../api').Scenario} Scenario */
/** @typedef {import('../api').Activation} Activation */

/**
 * Row is one scenario of the list: a link to it, what it does, its switch and the menu. operation is named
 * above it.
 * @param {{scenario: Scenario, operation: string, href: string, chosen: boolean}} props
 */
export function Row({ scenario: s, operation, href, chosen }) {
  const a = active.value.find((one) => one.name === s.name);
  return html`<li class=${'scenarios-row ' + (chosen ? 'scenarios-here' : '')}>
    <a data-row=${s.name} href=${href} aria-current=${chosen ? 'true' : undefined} title=${s.name}>
      <span class="mono cut">
        ${operation && s.name.startsWith(`${operation}-`) ? s.name.slice(operation.length + 1) : s.name}</span></a>
    <span class="scenarios-controls">
      <${Switch} kind="bent" checked=${Boolean(a)} name=${`${s.name} active`} label="" disabled=${Boolean(s.error)}
        why="Its file cannot be read."
        onChange=${(/** @type {boolean} */ on) => (on ? activate(s, limitsOf(lasting.value)) : a && deactivate(a))} />
      <${Menu} scenario=${s} />
    </span>
    <span class="scenarios-what">
      ${a && html`<${Left} activation=${a} />`}
      ${s.source === 'account' && html`<${Chip}>for this account alone<//>`}
      <${Does} does=${s.does} active=${Boolean(a)} />
      ${
        s.warnings &&
        html`<${Chip} kind="warn" title=${s.warnings.map((w) => w.message).join('\n')}>
        ${count(s.warnings.length, 'warning')}<//>`
      }
      ${
        s.error
          ? html`<span class="note bad">${s.error.split('\n')[0]}</span>`
          : html`<span class="note">
        ${s.summary}</span>`
      }
    </span>
  </li>`;
}

const pinned = 'active since the start of the sandbox, for every account';

/** Left says how an activation ends. @param {{activation: Activation}} props */
export function Left({ activation: a }) {
  if (a.baseline) return html`<${Chip} kind="bent" title=${pinned}><${Icon} name="pin" />since the start<//>`;
  const left = leftOf(a);
  return left ? html`<${Chip} kind="bent"><${Icon} name="timed" />${left}<//>` : null;
}

/** Menu activates a scenario in each of the ways. @param {{scenario: Scenario}} props */
function Menu({ scenario }) {
  if (scenario.error) return null;
  return html`<${Popover} class="icon plain" box="scenarios-menu" label=${html`<${Icon} name="more" />`}
    name=${`Switch ${scenario.name} on for…`}>
    ${(/** @type {() => void} */ close) => html`<${Ways} scenario=${scenario} close=${close} />`}
  <//>`;
}

/** @param {{scenario: Scenario, close: () => void}} props */
function Ways({ scenario, close }) {
  const choose = (/** @type {import('../app/scenarios.js').Lasting} */ way) => {
    lasting.value = way;
    close();
    activate(scenario, limitsOf(way));
  };
  const limits = limitsOf(lasting.value);
  return html`<div class="stack">
    <strong class="measure">${scenario.name}</strong>
    <ul class="scenarios-ways">${ways.map(
      (w) => html`<li key=${w.value} class="row">
      <button type="button" class="plain" onClick=${() => choose(w.value)}>
        ${w.value === 'calls' ? `next ${count(lastingCalls.value, 'call')}` : w.label}</button></li>`,
    )}</ul>
    <div class="row note">
      <${Commands} key=${JSON.stringify(limits)} about=${scenario.name} look="small"
        curl=${() => commandsOf(scenario.name, limits).curl} cli=${commandsOf(scenario.name, limits).cli} /> the same as
        a command</div>
  </div>`;
}
