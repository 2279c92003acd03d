import { html, useEffect, useMemo, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { patch } from '../app/api.js';
import { useAnswer } from '../app/answer.js';
import { accountNow, clockMode, wallNow } from '../app/clock.js';
import { useData } from '../app/data.js';
import { dateTime, number } from '../app/format.js';
import { at, ofAccount } from '../app/paths.js';
import { account } from '../app/store.js';
import { Action } from '../parts/action.js';
import { Section } from '../parts/screen.js';
import { Switch } from '../parts/switch.js';
import { suggested, TakeSnapshot } from './account-snapshots.js';
import { changesRecords, moving } from './time-move.js';
import { day, inAMonth, nextEvent, written } from './time-scale.js';

/** @type {{label: string, name: string, advance: string, primary?: boolean}[]} */
const steps = [
  { label: '+1 h', name: '+1 h: move the clock 1 hour on', advance: '1h' },
  { label: '+1 day', name: '+1 day: move the clock 1 day on', advance: '1d' },
  { label: '+8 days', name: '+8 days: move the clock 8 days on', advance: '8d', primary: true },
];

/**
 * Steps are the usual moves, each with what it would do.
 * @param {{code: string, names?: string[]}} props names are those of snapshots
 */
export function Steps({ code, names }) {
  const mode = clockMode.value;
  const minute = Math.floor(+accountNow.value / 60_000) * 60_000;
  const month = written(inAMonth(minute));
  return html`<${Section} title="Move it">
    <${Happens} code=${code} />
    <ul class="time-steps">
      ${steps.map(
        (s) => html`<${Step} key=${s.advance} code=${code} names=${names} change=${{ advance: s.advance }}
          label=${s.label}
        name=${s.name} primary=${s.primary} />`,
      )}
      <${Step} code=${code} names=${names} change=${{ now: month }} label="+1 month"
        name=${`+1 month: move the clock to ${dateTime(month)}`} />
      <${Next} code=${code} names=${names} from=${minute} />
      <li><${Action} label="Freeze" disabled=${mode === 'frozen'} why="The clock is frozen."
        ...${moving(code, { freeze: true })} />
        <p>${
          mode === 'frozen'
            ? 'The clock is frozen.'
            : 'It stops where it is, so that the same call has the same answer.'
        }</p></li>
      ${
        mode !== 'real' &&
        mode !== '' &&
        html`<${Step} code=${code} names=${names} change=${{ mode: 'real' }} label="Back to real"
        name="Back to real time" />`
      }
    </ul>
  <//>`;
}

/** Happens is the switch by which time changes records (open question progress). @param {{code: string}} props */
function Happens({ code }) {
  const on = account.value?.assume?.progress === 'clock';
  const answer = (/** @type {string} */ to) => patch(ofAccount(code), { assume: { progress: to } });
  const turn = (/** @type {boolean} */ to) =>
    act({
      does: () => answer(to ? 'clock' : 'manual'),
      undo: () => answer(to ? 'manual' : 'clock'),
      said: to
        ? 'A move of the clock completes, cancels and approves orders and ends subscriptions from now on.'
        : 'A move of the clock changes no record from now on.',
    });
  return html`<div class="row"><${Switch} checked=${on} label="Let things happen" onChange=${turn} />
    <span class="note">${
      on
        ? 'Moving the clock on changes the records that are due, and only a snapshot brings them back.'
        : 'Moving the clock changes no record: orders stay as they are.'
    }</span></div>`;
}

/**
 * Next moves the clock to the next moment at which anything changes.
 * @param {{code: string, names?: string[], from: number}} props
 */
function Next({ code, names, from }) {
  const path = clockMode.value ? ofAccount(code, 'timeline') : null,
    news = ['record', 'reset', 'clock'];
  const week = useData(path, { query: { from: written(from - 7 * day), to: written(from) }, on: news });
  const later = useData(path, { query: { from: written(from), to: written(from + 366 * day) }, on: news });
  const next = useMemo(
    () => week.data && later.data && nextEvent(week.data, later.data, from),
    [week.data, later.data, from],
  );
  const none = Boolean((week.data && later.data && !next) || week.error || later.error);
  if (!next)
    return html`<li><${Action} label="To the next event" disabled why="Nothing begins or ends within a year." />
      <p>${none && 'Nothing begins or ends within a year.'}</p></li>`;
  const to = written(next.at);
  return html`<${Step} code=${code} names=${names} change=${{ now: to }} label="To the next event"
    name=${`To the next event: ${next.what}, ${dateTime(next.at)}`}
    note=${`${next.what[0].toUpperCase()}${next.what.slice(1)}, ${dateTime(next.at)}: `} />`;
}

/**
 * Step is one move and what it would do now.
 * @param {{code: string, names?: string[], change: import('../api').ClockChange, label: string, name: string,
 *   primary?: boolean, note?: string}} props
 */
function Step({ code, names, change, label, name, primary, note = '' }) {
  const [round, setRound] = useState(0);
  const minute = Math.floor(wallNow.value / 60_000);
  useEffect(() => setRound((n) => n + 1), [minute]);
  const { data, error } = useAnswer(
    'PUT',
    ofAccount(code, 'clock'),
    { ...change, dry_run: true },
    { wait: 20, on: ['clock', 'record', 'reset', 'question', 'world'], again: round },
  );
  const idle = data?.consequences.length === 0;
  return html`<li onPointerEnter=${() => setRound((n) => n + 1)}>
    <${Action} label=${label} name=${name} primary=${primary && !idle} ...${moving(code, change)} />
    <div class="row">
      <p aria-live="off">
        ${error ? error.message : data && html`${note}<${Consequences} code=${code} preview=${data} />`}</p>
      ${data && changesRecords(data) && html`<${SnapshotFirst} code=${code} before=${label} names=${names} />`}</div>
      </li>`;
}

/**
 * SnapshotFirst keeps the records that a move changes, under a name that no snapshot has.
 * @param {{code: string, before: string, names?: string[]}} props names are undefined until they are read
 */
export function SnapshotFirst({ code, before, names }) {
  return (
    names &&
    html`<${TakeSnapshot} code=${code} name=${suggested(names)} label="Take a snapshot first" about=${before} />`
  );
}

/**
 * Consequences are what a move does, the counts as links to what they count.
 * @param {{code: string, preview: import('../api').ClockPreview}} props
 */
function Consequences({ code, preview }) {
  const { consequences, progress } = preview;
  if (consequences.length === 0) return 'Nothing changes.';
  return html`${consequences.map(({ count, what, does, kind, q }, i) => {
    const counted = `${number(count)} ${what}`;
    const linked = kind ? html`<a href=${at(code, 'data', kind, { q })}>${counted}</a>` : counted;
    return html`${i ? ', ' : ''}${linked} ${does}`;
  })}${progress?.more && ' and more that is not counted'}.`;
}
