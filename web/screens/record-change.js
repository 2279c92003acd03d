import { html, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { commandOf, patch } from '../app/api.js';
import { quoted } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { Commands } from '../parts/action.js';
import { Editor } from '../parts/editor.js';
import { changed, noneLike } from '../parts/json-changed.js';
import { Section } from '../parts/screen.js';
import { Switch } from '../parts/switch.js';

/**
 * What a person may change by hand of each kind of record, by the names of the interface: what is on or off, the other
 * fields, and why a switch is shut.
 * @type {Record<string, {switches: string, fields: string, note?: string,
 *   shut?: (record: any) => Record<string, string | false>}>}
 */
const kinds = {
  customers: {
    switches: 'Enabled Trial',
    fields:
      'FirstName LastName Company Email Phone Fax FiscalCode Address1 Address2 City Zip State CountryCode Language ' +
      'ExternalCustomerReference',
    note: 'CountryCode and Language have two letters, lower case.',
  },
  subscriptions: {
    switches: 'enabled upgradable upgrade_needs_approval',
    fields: 'expiration_date',
    note: 'Y-m-d H:i:s, or +30d from now on the clock of the account.',
    shut: (s) => ({
      enabled: !s.enabled && s.expired && 'It has expired: move its expiration_date first.',
      upgradable:
        !s.upgradable && (!s.enabled || s.expired) && 'Only an enabled one that has not expired can be upgraded.',
    }),
  },
  campaigns: {
    switches: 'Enabled DisplayForManualRenewals',
    fields: 'Name StartDate EndDate Discount PrimaryProduct RecommendedProduct Description',
    note: 'Dates are Y-m-d, or null: from now, until it is disabled.',
  },
  products: {
    switches: '',
    fields: 'name short_description months prices upgrade_products',
    note: 'months are those of subscriptions that begin later; 0 for none.',
  },
};

/** Change changes a record by hand. @param {{code: string, kind: string, id: string, record: any}} props */
export function Change({ code, kind, id, record }) {
  const of = kinds[kind];
  const names = of?.fields.split(' ') ?? [];
  const now = Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
  const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
  if (!of) return null;
  const path = ofAccount(code, kind, id);
  const text = typed ?? JSON.stringify(now, null, 2);
  const { body, fault } = changed(now, text);
  const stays = Object.keys(body).length === 0;
  const shut = of.shut?.(record) ?? {};
  const send = async (/** @type {Record<string, any>} */ to) => {
    const names = Object.keys(to);
    const before = Object.fromEntries(names.map((name) => [name, record[name] ?? noneLike(to[name])]));
    const said = `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} changed.`;
    const done = await act({ does: () => patch(path, to), said, undo: () => patch(path, before) });
    if (done !== undefined) setTyped(undefined);
  };
  const save = () => void (stays || send(body));
  return html`<${Section} title="Change by hand">
    <div class="row">${of.switches
      .split(' ')
      .filter(Boolean)
      .map(
        (name) => html`<${Switch} key=${name} checked=${Boolean(record[name])} label=${html`<code>${name}</code>`}
        disabled=${Boolean(shut[name])} why=${shut[name] || undefined}
        onChange=${(/** @type {boolean} */ on) => send({ [name]: on })} />`,
      )}</div>
    <details class="folded"><summary>${of.switches ? 'Other fields' : 'Fields'}</summary>
      <${Editor} value=${text} label="The fields as JSON" onChange=${setTyped} onSave=${save} onMain=${save} />
      ${of.note && html`<p class="note">${of.note}</p>`}
      ${fault && html`<p class="note bad" role="status">${fault}</p>`}
      <div class="actions">
        <span class="action">
          <button type="button" class="primary" aria-disabled=${stays ? 'true' : undefined}
            title=${stays ? (fault ?? 'Nothing is changed.') : undefined} onClick=${save}>Save</button>
        ${
          !stays &&
          html`<${Commands} curl=${() => commandOf('PATCH', path, body)}
          cli=${cliOf(code, kind, id, body)} about="Save" />`
        }</span>
        ${typed !== undefined && html`<button type="button" onClick=${() => setTyped(undefined)}>Discard</button>`}
      </div></details>
  <//>`;
}

/**
 * Returns the command that changes fields.
 * @param {string} code
 * @param {string} kind
 * @param {string} id
 * @param {Record<string, any>} body
 */
function cliOf(code, kind, id, body) {
  const changes = Object.entries(body).map(([name, value]) =>
    quoted(`${name}=${isPlain(value) ? value : JSON.stringify(value)}`),
  );
  return ['commerce-sandbox record set', kind, quoted(id), ...changes, '--account', quoted(code)].join(' ');
}

/** Reports whether a value is a text that is no JSON, which needs no quotes. @param {any} value */
function isPlain(value) {
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}
