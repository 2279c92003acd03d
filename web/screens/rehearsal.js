import { html, useEffect, useState } from '../vendor/preact.js';
import { get } from '../app/api.js';
import { useData } from '../app/data.js';
import { bytes, count, fullTime } from '../app/format.js';
import { ui } from '../app/paths.js';
import { rehearsed } from '../app/rehearsed.js';
import { location, setQuery } from '../app/router.js';
import { Copy } from '../parts/copy.js';
import { Field } from '../parts/field.js';
import { Screen } from '../parts/screen.js';
import { mostBytes, readRehearsal } from './rehearsal-read.js';
import { Report } from './rehearsal-report.js';

/** Rehearsal shows the report of a file, which stays in this browser. */
export default function Rehearsal() {
  const [fault, setFault] = useState('');
  const [over, setOver] = useState(false);
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    const { report, fault: wrong } =
      file.size > mostBytes
        ? { fault: `It is larger than ${bytes(mostBytes)}.` }
        : readRehearsal(await file.text().catch(() => ''));
    setFault(wrong ? `${file.name}: ${wrong}` : '');
    if (report) rehearsed.value = { name: file.name, report };
  };
  const opened = rehearsed.value;
  const reports = useData('/rehearsals').data?.rehearsals ?? [];
  const kept = location.value.query.get('kept') ?? (opened ? undefined : reports[0]?.id);
  useEffect(() => {
    if (!kept) return;
    let late = false; // another report was opened meanwhile
    get(`/rehearsals/${encodeURIComponent(kept)}`)
      .then((found) => readRehearsal(JSON.stringify(found)))
      .then(
        ({ report, fault: wrong }) => {
          if (late) return;
          setFault(wrong ?? '');
          if (report) rehearsed.value = { name: nameOf(kept), report };
        },
        (refused) => late || setFault(refused.message),
      );
    return () => {
      late = true;
    };
  }, [kept]);
  const drop = (/** @type {DragEvent} */ e) => {
    e.preventDefault();
    setOver(false);
    read(e.dataTransfer?.files[0]);
  };
  const hold = (/** @type {DragEvent} */ e) => {
    e.preventDefault(); // otherwise the browser opens the file in place of the page
    setOver(true);
  };
  return html`<div class=${over ? 'rehearsal-over' : ''} onDragOver=${hold} onDragLeave=${() => setOver(false)}
    onDrop=${drop}>
    <${Screen} name="rehearsal" title="Rehearsal"
      lead=${
        'Which failures does your test suite not survive? ' +
        'The report of a rehearsal is read in this browser and sent nowhere.'
      }>
      <div class="rehearsal-file">
        <${Field} label="Report"
          note=${opened ? `${opened.name} is shown.` : 'Choose report.json, or drop it anywhere on this page.'}
          fault=${fault}>
        ${(/** @type {any} */ attributes) => html`<input ...${attributes} type="file" accept=".json,application/json"
          onChange=${(/** @type {any} */ e) => read(e.target.files[0])} />`}<//></div>
      <${Kept} reports=${reports} open=${opened?.name} />
      ${
        opened
          ? html`<${Report} key=${opened.report} report=${opened.report} copy=${Copy} />`
          : html`<div class="empty">
        <p><strong>No report is open.</strong></p>
        <p>This makes one with your own test command:</p>
        <p class="row"><code>commerce-sandbox rehearse --report rehearsal -- npm test</code>
          <${Copy} text="commerce-sandbox rehearse --report rehearsal -- npm test" label="Copy the command"
            what="Command copied" /></p>
        <p><a href=${ui('guide', 'rehearse')}>What does my integration survive?</a></p></div>`
      }
    <//></div>`;
}

/** nameOf names a kept report by its id. */
const nameOf = (/** @type {string} */ id) => `Report ${id}`;

/**
 * Kept are the reports that the sandbox keeps, the newest first.
 * @param {{reports: import('../api').RehearsalLine[], open: string | undefined}} props
 */
function Kept({ reports, open }) {
  if (reports.length === 0) return null;
  return html`<section class="section" aria-label="Kept by this sandbox"><h2>Kept by this sandbox</h2>
    <ul class="stack">${reports.map(
      (r) => html`<li key=${r.id}>
      <a href=${ui('rehearsal') + `?kept=${r.id}`} aria-current=${nameOf(r.id) === open ? 'true' : undefined}
        onClick=${(/** @type {Event} */ e) => {
          e.preventDefault();
          setQuery({ kept: r.id }, { push: true });
        }}>${fullTime(r.begun)}</a> <code>${r.command.join(' ')}</code>: ${r.headline}${
          r.failed > 0 && html` <strong>${count(r.failed, 'finding')}</strong>`
        }</li>`,
    )}</ul></section>`;
}
