import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { useData } from '../app/data.js';
import { timeOrDate } from '../app/format.js';
import { at, ofAccount, segment, ui } from '../app/paths.js';
import { setQuery } from '../app/router.js';
import { activate, commandsOf, deactivate } from '../app/scenarios.js';
import { active } from '../app/store.js';
import { Action } from '../parts/action.js';
import { Copy } from '../parts/copy.js';
import { Icon } from '../parts/icon.js';
import { Loaded } from '../parts/states.js';
import { curlOf, sendCall, signedCall, unsigned } from './operation-call.js';
import { sampleOf } from './operation-form.js';

/** @typedef {import('../api').CoverageOutcome} Outcome */
/** @typedef {import('../api').OperationDetail} Detail */

const once = { times: 1 };

/**
 * Provoke is the way to an outcome that was never tried: its scenario for one call, and the call.
 * @param {{code: string, outcome: Outcome}} props
 */
export function Provoke({ code, outcome: o }) {
  const operation = useData(`/operations/${segment(o.operation)}`, {
    query: { account: code },
    on: ['reset', 'record'],
  });
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const ready = operation.data !== undefined,
    armed = active.value.some((a) => a.name === o.provoke);
  useEffect(() => {
    if (ready) box.current?.scrollIntoView({ block: 'nearest' });
  }, [ready, armed]);
  const name = o.code ? `${o.status} ${o.code}` : `${o.status}, success`;
  return html`<section ref=${box} class="stack coverage-provoke" aria-label=${`${o.operation}: ${name}`}>
    <div class="section-head"><h2>${o.operation}: ${name}</h2>
      <button type="button" class="icon plain" aria-label="Close" onClick=${() => setQuery({ cell: '' })}>
        <${Icon} name="close" /></button></div>
    ${
      o.count > 0 &&
      html`<div class="banner ok" role="status">
      <p><${Icon} name="ok" /> <strong>Tried.</strong> ${
        o.last && html`<a href=${ui('c', o.last.id)}>${o.last.id}</a> ended in it at ${timeOrDate(o.last.time)}.`
      }</p></div>`
    }
    <${Loaded} of=${operation} rows=${3}>
      ${(/** @type {Detail} */ op) => html`<${Ways} code=${code} outcome=${o} op=${op} />`}<//>
  </section>`;
}

/** @param {{code: string, outcome: Outcome, op: Detail}} props */
function Ways({ code, outcome: o, op }) {
  const condition = op.outcomes.find((c) => (c.code ?? '') === (o.code ?? ''))?.condition;
  const armed = active.value.find((a) => a.name === o.provoke);
  const [shown, setShown] = useState(false); // whether the call was shown before it was sent
  useEffect(() => {
    if (armed) setShown(true);
  }, [armed]);
  return html`
    ${condition && html`<p class="measure">${condition}</p>`}
    ${
      o.provoke &&
      html`<div class="actions"><${Arm} code=${code} outcome=${o} armed=${armed} />
      ${
        armed
          ? html`<span class="status bent"><${Icon} name="bent" />
          ${o.provoke} is active${armed.remaining === 1 ? ' for the next call' : ''}.</span>`
          : html`<span class="note">switches <a href=${at(code, 'scenarios', o.provoke)}>${o.provoke}</a> on for one
          call</span>`
      }</div>`
    }
    ${
      (o.provoke ? armed || shown : op.sample) &&
      html`<${Call} code=${code} outcome=${o} op=${op} armed=${Boolean(armed)} />`
    }
    ${
      !o.provoke &&
      !op.sample &&
      html`<p class="soft">Send any call
      of ${o.operation}. <a href=${at(code, 'operations', o.operation)}>How it is called</a></p>`
    }`;
}

/**
 * Arm switches the scenario on for one call, and off. It is one button, so that it keeps the focus.
 * @param {{code: string, outcome: Outcome, armed?: import('../api').Activation}} props
 */
function Arm({ code, outcome: o, armed }) {
  const name = o.provoke ?? '',
    path = ofAccount(code, 'scenarios', name);
  const scenario = {
    name,
    operations: [o.operation],
    effects: [{ operation: o.operation, act: /** @type {"fail"} */ ('fail'), text: '' }],
  };
  return armed
    ? html`<${Action} label="Switch it off" method="DELETE" path=${path}
      does=${() => deactivate(armed).then(() => undefined)} />`
    : html`<${Action} primary=${o.count === 0} label="Provoke it" method="PUT" path=${path} body=${once}
      cli=${commandsOf(name, once).cli} does=${() => activate(scenario, once).then(() => undefined)} />`;
}

/** Call is the call to send. @param {{code: string, outcome: Outcome, op: Detail, armed: boolean}} props */
function Call({ code, outcome: o, op, armed }) {
  const off = Boolean(o.provoke) && !armed;
  const [busy, setBusy] = useState(false);
  const sample = sampleOf(op);
  // Without a sample, a path is whole all the same: a scenario acts on a call whatever it names.
  const path = op.parameters.filter((p) => p.in === 'path').map((p) => [p.name, '1']);
  const form = { ...sample, values: { ...Object.fromEntries(path), ...sample.values } };
  const send = async () => {
    if (off || busy) return;
    setBusy(true);
    await act({
      does: async () => sendCall(await signedCall(code, op, form)),
      said: (answer) => `${answer.id} was answered with ${answer.status}.`,
    });
    setBusy(false);
  };
  return html`<div class="stack">
    <p>${
      !o.provoke
        ? 'This call ends in it:'
        : armed
          ? 'The next call of this operation ends in it. For example:'
          : op.sample
            ? 'Without the scenario, this call succeeds:'
            : 'Without the scenario, this call ends as its values say:'
    }</p>
    <pre class="codeblock coverage-call" tabindex="0" role="region" aria-label="The call">${unsigned(op, form)}</pre>
    <div class="actions">
      <button type="button" class=${o.count ? '' : 'primary'} aria-busy=${busy ? 'true' : undefined}
        aria-disabled=${off ? 'true' : undefined} title=${off ? 'Provoke it first.' : undefined}
        onClick=${send}>Send it, signed</button>
      <${Copy} text=${async () => curlOf(await signedCall(code, op, form))} label="Copy as curl"
        what="Copied as curl, freshly signed">Copy as curl<//>
      <a href=${at(code, 'operations', o.operation)}>Try it with other values</a>
    </div>
  </div>`;
}
