import { html, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { commandOf, patch } from '../app/api.js';
import { useData } from '../app/data.js';
import { fullTime, quoted } from '../app/format.js';
import { at, ofAccount, ui } from '../app/paths.js';
import { accountRead } from '../app/store.js';
import { Action, Commands } from '../parts/action.js';
import { Copy } from '../parts/copy.js';
import { TextField } from '../parts/field.js';
import { Screen, Section } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { Switch } from '../parts/switch.js';
import { GoBack } from './account-back.js';
import { DeleteAccount } from './account-delete.js';
import { Secret } from './account-secret.js';
import { Snapshots } from './account-snapshots.js';

/** Account is what an account is and how to take it back. @param {{code: string}} props */
export default function Account({ code }) {
  const snapshots = useData(ofAccount(code, 'snapshots'), { on: ['snapshot', 'reset'] });
  return html`<${Screen} name="account" title="Account" heading=${html`Account <span class="mono">${code}</span>`} 
    actions=${html`<a href=${at(code, 'differences')}>Compare records</a><a href=${ui('accounts')}>All accounts</a>`}>
    <${Loaded} of=${accountRead()} rows=${8}>
      ${(/** @type {import('../api').AccountState} */ state) => html`<div class="columns account-columns">
      <div class="stack"><${Facts} code=${code} state=${state} /><${Features} code=${code} state=${state} />
        <${Writes} code=${code} state=${state} /><${Snapshots} code=${code} snapshots=${snapshots} /></div>
      <div class="stack"><${GoBack} code=${code} state=${state} snapshots=${snapshots.data?.snapshots} />
        <${DeleteAccount} code=${code} state=${state} /></div>
    </div>`}<//>
  <//>`;
}

/** @param {{code: string, state: import('../api').AccountState}} props */
function Facts({ code, state }) {
  const addresses = [
    ['REST base', state.rest_url],
    ['SOAP', state.soap_url],
    ['WSDL', state.wsdl_url],
  ];
  return html`<${Section} title="What it is"><dl class="facts">
    <dt>Vendor code</dt><dd><code>${code}</code><${Copy} text=${code} label="Copy the vendor code" /></dd>
    <dt>Secret</dt><dd><${Secret} code=${code} /></dd>
    ${addresses.map(
      ([label, url]) => html`<dt key=${label}>${label}</dt>
      <dd><code>${url}</code><${Copy} text=${url} label=${`Copy the ${label} address`} /></dd>`,
    )}
    <dt>World</dt>
      <dd>${state.world}
        <span class="soft">seeded with ${state.seed} at <span class="mono">${fullTime(state.seeded_at)}</span>, on its
          clock</span></dd>
    ${state.label && html`<dt>Label</dt><dd>${state.label}</dd>`}
    ${state.run && html`<dt>Run</dt><dd><a href=${ui('runs', state.run)}>${state.run}</a></dd>`}
    ${state.ttl && html`<dt>Ends</dt><dd>after ${state.ttl} without a call</dd>`}
    <dt>Clock</dt><dd><a href=${at(code, 'time')}>${state.clock.mode}</a></dd>
  </dl>
  <${InRun} code=${code} state=${state} />
  ${state.first && html`<p class="note">The sandbox was started with this account.</p>`}<//>`;
}

/**
 * InRun puts the account into a run, or takes it out.
 * @param {{code: string, state: import('../api').AccountState}} props
 */
function InRun({ code, state }) {
  const [run, setRun] = useState(''),
    [label, setLabel] = useState('');
  const path = ofAccount(code),
    before = { run: state.run ?? '', label: state.label ?? '' };
  const back = () => patch(path, before);
  if (state.run) {
    return html`<div class="actions">
      <${Action} kind="small" label="Take it out of the run" method="PATCH" path=${path} body=${{ run: '', label: '' }}
        said=${`${code} belongs to no run.`} undo=${back} /></div>`;
  }
  return html`<details><summary>Put it into a run</summary><div class="stack">
    <${TextField} label="Run" note="1 to 64 of A-Z a-z 0-9 . _ -" value=${run} onInput=${setRun} />
    <${TextField} label="Label" note="The name of its test, if it has one" value=${label} onInput=${setLabel} />
    <div class="actions">
      <${Action} kind="small" label="Put it in" disabled=${!run} why="Name a run." method="PATCH" path=${path}
        body=${{ run, label }} said=${`${code} belongs to ${run}.`} undo=${back} /></div>
  </div></details>`;
}

/** Features are switches that act at once. @param {{code: string, state: import('../api').AccountState}} props */
function Features({ code, state }) {
  return html`<${Section} title="Features"><${Loaded} of=${useData('/catalog')} rows=${2}>
    ${(/** @type {import('../api').Catalog} */ answer) => html`<ul class="stack">
      ${answer.features.map(
        (f) => html`<li key=${f.feature} class="account-feature">
        <${FeatureSwitch} code=${code} feature=${f} enabled=${state.features[f.feature]} /></li>`,
      )}</ul>`}
  <//><//>`;
}

/** Writes is a switch that acts at once. @param {{code: string, state: import('../api').AccountState}} props */
function Writes({ code, state }) {
  const on = Boolean(state.discard_writes);
  const set = (/** @type {boolean} */ discard) => patch(ofAccount(code), { discard_writes: discard });
  return html`<${Section} title="Writes">
    <div class="row"><${Switch} checked=${on} kind=${on ? 'bent' : ''} label="Discard writes" onChange=${(
      /** @type {boolean} */ next,
    ) =>
      act({
        does: () => set(next),
        said: next ? 'Calls store nothing.' : 'Calls store what they change.',
        undo: () => set(!next),
      })} />
    <${Commands} curl=${() => commandOf('PATCH', ofAccount(code), { discard_writes: !on })}
      cli=${`commerce-sandbox account set ${quoted(code)} --discard-writes=${!on}`} about="Discard writes" /></div>
    <p class="note">Calls are answered as usual, and nothing that they change is stored. What you change here, the clock
      and an import is stored all the same.</p>
  <//>`;
}

/** @param {{code: string, feature: import('../api').FeatureInfo, enabled: boolean}} props */
function FeatureSwitch({ code, feature: f, enabled: on }) {
  const path = ofAccount(code),
    to = (/** @type {boolean} */ enabled) => ({ features: { [f.feature]: enabled } });
  const set = (/** @type {boolean} */ enabled) => patch(path, to(enabled));
  return html`<div class="row">
    <${Switch} checked=${on} kind=${on === f.default ? '' : 'bent'} label=${html`<code>${f.feature}</code>`}
      onChange=${(/** @type {boolean} */ enabled) =>
        act({
          does: () => set(enabled),
          said: `${f.feature} is ${enabled ? 'on' : 'off'}.`,
          undo: () => set(!enabled),
        })} />
    <${Commands} curl=${() => commandOf('PATCH', path, to(!on))} about=${f.feature} /></div>
    <p class="note">
      ${f.summary} Section ${f.section}. ${on === f.default ? '' : `A new account has it ${f.default ? 'on' : 'off'}.`}
      </p>`;
}
