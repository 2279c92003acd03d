import { html, useEffect, useState } from '../vendor/preact.js';
import { brought } from '../app/brought.js';
import { draftOf } from '../app/drafts.js';
import { bytes } from '../app/format.js';
import { at, ui } from '../app/paths.js';
import { rehearsed } from '../app/rehearsed.js';
import { go } from '../app/router.js';
import { Dialog } from '../parts/dialog.js';
import { Skeleton } from '../parts/states.js';
import { readRehearsal } from '../screens/rehearsal-read.js';
import { templates } from '../screens/world-templates.js';
import { kindOfText } from './bring-kind.js';
import { Records } from './bring-records.js';

const most = 64 << 20; // bytes that an import takes

/** What is done with a file elsewhere. */
const elsewhere = /** @type {Record<string, string>} */ ({
  zip: 'A bundle opens as another sandbox with: commerce-sandbox bundle open FILE',
  har:
    'Recorded calls are not sent from here. The page Questions says which answers of the service it shows; ' +
    'an import takes the records of an answer in it, saved as JSON.',
  unknown:
    'It takes records as JSON or JSON Lines in the names of the interface, ' +
    'a world or a part of one, and a scenario, as YAML.',
});

/** BringIn says what a file, its key, is, and brings it in. @param {{code: string, file: File}} props */
export default function BringIn({ code, file }) {
  const [text, setText] = useState(/** @type {string | undefined} */ (undefined));
  const large = file.size > most;
  useEffect(() => {
    if (!large) file.text().then(setText, () => setText(''));
  }, []);
  const close = () => (brought.value = undefined);
  const found = text === undefined ? undefined : kindOfText(text);
  return html`<${Dialog} title=${`Bring in ${file.name}`} onClose=${close}>
    ${
      large &&
      html`<p>It has ${bytes(file.size)}; an import takes at
        most ${bytes(most)}. <code>commerce-sandbox import</code> sends a large
      file of lines in parts.</p>`
    }
    ${!large && !found && html`<${Skeleton} rows=${2} />`}
    ${found && html`<p><strong>${found.what}</strong> <span class="soft">${bytes(file.size)}</span></p>`}
    ${found?.kind === 'records' && html`<${Records} code=${code} file=${file} close=${close} />`}
    ${
      found &&
      text !== undefined &&
      (found.kind === 'scenario' || found.kind === 'world') &&
      html`<${ToEditor}
      code=${code} kind=${found.kind} text=${text} name=${file.name} close=${close} />`
    }
    ${found?.kind === 'rehearsal' && html`<${ToReport} text=${text} name=${file.name} close=${close} />`}
    ${found && elsewhere[found.kind] && html`<p>${elsewhere[found.kind]}</p>`}
  <//>`;
}

/** ToReport opens the report of a rehearsal. @param {{text: string, name: string, close: () => void}} props */
function ToReport({ text, name, close }) {
  const { report, fault } = readRehearsal(text);
  if (!report) return html`<p>${fault}</p>`;
  const open = () => {
    rehearsed.value = { name, report };
    close();
    go(ui('rehearsal'));
  };
  return html`<div class="actions">
    <button type="button" class="primary" onClick=${open}>Open the report</button></div>`;
}

/**
 * ToEditor opens a text in its editor, which shows its faults by line and what it would do.
 * @param {{code: string, kind: string, text: string, name: string, close: () => void}} props
 */
function ToEditor({ code, kind, text, name, close }) {
  const open = () => {
    const own = name
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replace(/^-+/, '');
    const isScenario = kind === 'scenario';
    draftOf(isScenario ? 'scenario new' : `world ${code} ${templates[0].kind}`).value = {
      text,
      name: isScenario ? own || 'my-scenario' : templates[0].kind,
    };
    close();
    go(isScenario ? at(code, 'scenarios', 'new') : at(code, 'data', 'add', { kind: templates[0].kind }));
  };
  return html`<p>The editor shows its faults by line, and what it would do, before anything is saved.</p>
    <div class="actions"><button type="button" class="primary" onClick=${open}>Open in the editor</button></div>`;
}
