// The report of a rehearsal as a file of its own: it shows what the file holds, in place of the text.
import { html, render } from '../vendor/preact.js';
import { readRehearsal } from '../screens/rehearsal-read.js';
import { Report } from '../screens/rehearsal-report.js';

const { report } = readRehearsal(document.getElementById('report')?.textContent ?? '');
const main = document.querySelector('main');
if (report && main) {
  main.replaceChildren();
  render(html`<div class="screen rehearsal"><h1>Rehearsal</h1><${Report} report=${report} /></div>`, main);
}
