import { html, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { commandOf, request } from '../app/api.js';
import { connection } from '../app/sandbox.js';
import { Copy } from './copy.js';
import { Popover } from './popover.js';

/**
 * Action is a button that changes something, with the same as a command beside
 * it. It cannot be pressed while the sandbox does not answer.
 * @param {{label: any, method?: string, path?: string, body?: any, cli?: string,
 *   does?: () => Promise<any>, said?: string | ((answer: any) => string | undefined), undo?: () => Promise<any>,
 *   done?: (answer: any) => void,
 *   primary?: boolean, danger?: boolean, kind?: string, disabled?: boolean, why?: string, name?: string}} props
 * method, path and body are the request; cli is the same for the program;
 * does replaces the request; why says why it is disabled; name is the
 * accessible name when it must say more than label
 */
export function Action({
  label,
  method = 'POST',
  path = '',
  body,
  cli,
  does,
  said,
  undo,
  done,
  primary,
  danger,
  kind = '',
  disabled,
  why,
  name,
}) {
  const [busy, setBusy] = useState(false);
  const lost = connection.value.state === 'lost';
  const off = disabled || lost;
  const press = async () => {
    if (off || busy) return;
    setBusy(true);
    const answer = await act({ does: does ?? (() => request(method, path, { body })), said, undo });
    setBusy(false);
    if (answer !== undefined) done?.(answer);
  };
  const look = [primary && 'primary', danger && 'danger', kind].filter(Boolean).join(' ');
  const reason = lost ? 'The sandbox does not answer.' : disabled ? why : undefined;
  return html`<span class=${'action ' + kind}>
    <button type="button" class=${look} aria-disabled=${off ? 'true' : undefined} aria-busy=${busy ? 'true' : undefined}
      aria-label=${name} title=${reason} onClick=${press}>${label}</button>
    ${
      path &&
      html`<${Commands} curl=${() => commandOf(method, path, body)} cli=${cli}
      about=${name ?? (typeof label === 'string' ? label : 'this')} look=${look} />`
    }
  </span>`;
}

/**
 * Commands shows how a shell does the same.
 * @param {{curl: () => string, cli?: string, about: string, look?: string}} props
 */
export function Commands({ curl, cli, about, look = '' }) {
  return html`<${Popover} label=${'>_'} name=${`Commands for ${about}`}
    class=${'command ' + (/small/.test(look) ? 'small' : '')}>
    ${() => html`<div class="commands">
      <${Command} title="curl" text=${curl()} />
      ${cli && html`<${Command} title="Command line" text=${cli} />`}
    </div>`}
  <//>`;
}

/** @param {{title: string, text: string}} props */
function Command({ title, text }) {
  return html`<div class="stack">
    <div class="section-head"><strong>${title}</strong>
      <${Copy} text=${text} label=${`Copy the ${title} command`} what="Command copied" /></div>
    <pre tabindex="0">${text}</pre>
  </div>`;
}
