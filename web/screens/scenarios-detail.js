import { html } from '../vendor/preact.js';
import { del, put } from '../app/api.js';
import { useData } from '../app/data.js';
import { count, quoted } from '../app/format.js';
import { at, ofAccount, segment } from '../app/paths.js';
import { go } from '../app/router.js';
import { activate, commandsOf, deactivate, lasting, limitsLeft, limitsOf, off } from '../app/scenarios.js';
import { active } from '../app/store.js';
import { Action } from '../parts/action.js';
import { CallList } from '../parts/call-list.js';
import { Copy } from '../parts/copy.js';
import { Does } from '../parts/does.js';
import { Lasting } from '../parts/lasting.js';
import { Section } from '../parts/screen.js';
import { Chip } from '../parts/signs.js';
import { Empty, Loaded } from '../parts/states.js';
import { WouldAnswer } from '../parts/would-answer.js';
import { Yaml } from '../parts/yaml.js';
import { Left } from './scenarios-row.js';

/** @typedef {import('../api').ScenarioFile} File */

const listed = 8; // calls that it affected

/** @type {Record<string, string>} */
const sources = {
  shipped: 'shipped',
  folder: 'from the folder of --scenarios',
  own: 'yours',
  account: 'for this account alone',
  code: 'an error code',
};

/** Detail is the reading of one scenario. @param {{code: string, name: string}} props */
export function Detail({ code, name }) {
  const file = useData(ofAccount(code, 'scenarios', name), { on: ['library', 'account'] });
  return html`<article class="stack scenarios-reading" aria-label=${name}>
    <p class="scenarios-back"><a href=${at(code, 'scenarios') + window.location.search}>All scenarios</a></p>
    ${
      file.error?.status === 404
        ? html`<${Empty} title=${`There is no scenario ${name}.`}><p>It was deleted, or it is of another account alone.
            ${file.error.hint}</p><//><${Affected} code=${code} name=${name} />`
        : html`<${Loaded} of=${file}>${(/** @type {File} */ f) => html`<${Reading} code=${code} file=${f} />`}<//>`
    }
  </article>`;
}

/** @param {{code: string, file: File}} props */
function Reading({ code, file }) {
  const a = active.value.find((one) => one.name === file.name);
  return html`
    <div class="section-head"><h2 class="scenarios-name mono">${file.name}</h2>
      <${Copy} text=${file.name} label="Copy the name" /></div>
    ${file.summary && html`<p class="measure">${file.summary}</p>`}
    <div class="row"><${Chip}>${sources[file.source] ?? file.source}<//>
      <${Does} does=${file.does} active=${Boolean(a)} />${a && html`<${Left} activation=${a} />`}</div>
    ${
      file.error &&
      html`<div class="banner bad" role="alert"><p><strong>This file cannot be read.</strong></p>
      <pre class="scenarios-fault" tabindex="0">${file.error}</pre>
      <p>Its last good version, if there was one, stays in use.</p></div>`
    }
    ${(file.warnings ?? []).map((w) => html`<p key=${w.line} class="banner warn">Line ${w.line}: ${w.message}.</p>`)}
    ${
      a &&
      html`<div class="banner bent">
      <p><strong>Active${a.baseline ? ' since the start' : ''}.</strong> It has
        affected ${count(a.affected, 'call')} of ${a.matched} that matched.</p>
        ${a.error && html`<p>${a.error}</p>`}</div>`
    }
    <${Buttons} code=${code} file=${file} />
    ${!file.error && html`<${WouldAnswer} code=${code} effects=${file.effects} /><${Once} name=${file.name} />`}
    <${Affected} code=${code} name=${file.name} />
    ${
      file.yaml &&
      html`<${Section} title="The file"
      actions=${html`<${Copy} text=${file.yaml} label="Copy the file" />`}>
      <${Yaml} text=${file.yaml} label=${`The file of ${file.name}`} /><//>`
    }`;
}

/** @param {{code: string, file: File}} props */
function Buttons({ code, file }) {
  const a = active.value.find((one) => one.name === file.name);
  const limits = limitsOf(lasting.value);
  const path = ofAccount(code, 'scenarios', file.name);
  const inLibrary = `/scenarios/${segment(file.name)}`;
  const alone = file.source === 'account',
    mine = alone || file.source === 'own';
  const gone = alone ? path : inLibrary;
  const keep = async () => {
    await put(inLibrary, { yaml: file.yaml });
    await del(path);
    if (a) await put(path, limitsLeft(a));
  };
  const unkeep = async () => {
    await del(inLibrary);
    await put(path, { yaml: file.yaml });
    await (a ? put(path, limitsLeft(a)) : off(code, file.name));
  };
  return html`<div class="actions">
    ${
      a
        ? html`<${Action} label="Switch off" method="DELETE" path=${path + '?keep=true'}
          cli=${`commerce-sandbox scenario off ${quoted(file.name)} --account ${quoted(code)}`}
          does=${() => deactivate(a).then(() => undefined)} />`
        : html`<${Action} primary label="Switch on" method="PUT" path=${path} body=${limits}
          cli=${commandsOf(file.name, limits).cli} does=${() => activate(file, limits).then(() => undefined)}
          disabled=${Boolean(file.error)} why="Its file cannot be read." />`
    }
    ${!a && html`<span class="scenarios-narrow"><${Lasting} label="for" /></span>`}
    ${mine && html`<a class="button" href=${at(code, 'scenarios', file.name, 'edit')}>Edit</a>`}
    <a class="button" href=${at(code, 'scenarios', 'new', { copy: file.name })}>Copy as a new one</a>
    ${
      alone &&
      html`<${Action} label="Keep for all accounts" method="PUT" path=${inLibrary} body=${{ yaml: file.yaml }}
        does=${keep} said=${`${file.name} is in the library, for all accounts.`} undo=${unkeep} />`
    }
    ${
      mine &&
      html`<${Action} danger label="Delete" name=${`Delete ${file.name}`} method="DELETE"
      path=${gone} does=${() => del(gone)} said=${`${file.name} is deleted.`}
      undo=${() => put(gone, { yaml: file.yaml })} done=${() => go(at(code, 'scenarios') + window.location.search)} />`
    }
  </div>`;
}

/** Once is how one call alone triggers it. @param {{name: string}} props */
function Once({ name }) {
  const header = `X-Sandbox-Scenario: ${name}`,
    value = `sandbox:${name}`;
  return html`<${Section} title="For one call"><dl class="facts">
    <dt>As a header</dt><dd><code>${header}</code><${Copy} text=${header} label="Copy the header" /></dd>
    <dt>As a value</dt>
      <dd><code>${value}</code><${Copy} text=${value} label="Copy the value" />
        <span class="note">in any text that the call sends, where headers cannot be set</span></dd>
  </dl><//>`;
}

/** Affected are the last calls of the account that it affected. @param {{code: string, name: string}} props */
function Affected({ code, name }) {
  const q = `scenario:"${name}"`;
  const calls = useData(ofAccount(code, 'requests'), {
    query: { q, view: 'line', limit: listed },
    on: ['call', 'cleared', 'reset'],
  });
  const all =
    (calls.data?.total ?? 0) > listed && html`<a href=${at(code, 'calls', { q })}>All ${calls.data.total}</a>`;
  return html`<${Section} title="Calls that it affected" actions=${all}><${Loaded} of=${calls} rows=${2}>
    ${(/** @type {import('../api').EntryLines} */ answer) =>
      answer.requests.length === 0
        ? html`<p class="soft">None of the calls of ${code} that are kept. They appear here as they arrive.</p>`
        : html`<${CallList} code=${code} calls=${answer.requests} why />`}
  <//><//>`;
}
