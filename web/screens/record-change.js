import { html, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { commandOf, patch } from '../app/api.js';
import { quoted } from '../app/format.js';
import { useData } from '../app/data.js';
import { ofAccount } from '../app/paths.js';
import { Commands } from '../parts/action.js';
import { Section } from '../parts/screen.js';
import { Switch } from '../parts/switch.js';
import { editables, placed } from './record-editables.js';
import { Adder, Input } from './record-input.js';

const listed = 1000; // products to choose from

/** Change changes a record by hand. @param {{code: string, kind: string, id: string, record: any}} props */
export function Change({ code, kind, id, record }) {
  const [edits, setEdits] = useState(/** @type {Record<string, any>} */ ({}));
  const choosing = kind === 'campaigns' || kind === 'products';
  const products = useData(choosing ? ofAccount(code, 'products') : null, {
    query: { view: 'line', limit: listed, sort: 'code' },
  });
  if (!editables[kind] || (choosing && !products.data && !products.error)) return null;
  const path = ofAccount(code, kind, id);
  const codes = (products.data?.products ?? []).map((/** @type {any} */ p) => p.code);
  const draft = { ...record, ...edits };
  const { switches, fields, lists, shut = {} } = editables[kind](draft, codes);
  const body = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name] ?? '')),
  );
  const names = Object.keys(body);
  const send = async (/** @type {any} */ to) => {
    const changed = Object.keys(to);
    const back = Object.fromEntries(
      changed.map((name) => [name, record[name] ?? (Array.isArray(to[name]) ? [] : null)]),
    );
    const said = `${changed.join(', ')} ${changed.length === 1 ? 'is' : 'are'} changed.`;
    const done = await act({ does: () => patch(path, to), said, undo: () => patch(path, back) });
    if (done !== undefined) setEdits({});
  };
  const set = (/** @type {(string | number)[]} */ at, /** @type {any} */ value) =>
    setEdits({ ...edits, [at[0]]: placed(draft[at[0]], at.slice(1), value) });
  const submit = (/** @type {Event} */ e) => {
    e.preventDefault();
    if (names.length) send(body);
  };
  return html`<${Section} title="Change by hand">
    <div class="row">${switches.map(
      (name) => html`<${Switch} key=${name} checked=${Boolean(record[name])} label=${html`<code>${name}</code>`}
      disabled=${Boolean(shut[name])} why=${shut[name]}
      onChange=${(/** @type {boolean} */ on) => send({ [name]: on })} />`,
    )}</div>
    <details class="record-folded"><summary>${switches.length ? 'Other fields' : 'Fields'}</summary>
      <form class="record-change" onSubmit=${submit}>
      ${fields.map((of) => html`<${Input} key=${of.label} of=${of} draft=${draft} set=${set} />`)}
      ${lists.map(
        (of) => html`<${Adder} key=${of.label} of=${of}
        add=${(/** @type {any} */ more) => setEdits({ ...edits, ...more })} />`,
      )}
      <div class="actions">
        <span class="action">
          <button type="submit" class="primary" aria-disabled=${names.length ? undefined : 'true'}
            title=${names.length ? undefined : 'Nothing is changed.'}>Save</button>
        ${
          names.length > 0 &&
          html`<${Commands} curl=${() => commandOf('PATCH', path, body)}
          cli=${cliOf(code, kind, id, body)} about="Save" />`
        }</span>
        ${names.length > 0 && html`<button type="button" onClick=${() => setEdits({})}>Discard</button>`}</div>
    </form></details>
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
