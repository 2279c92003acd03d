import { html, useEffect, useState } from '../vendor/preact.js';
import { accountNow, ahead, clockMode } from '../app/clock.js';
import { useAnswer } from '../app/answer.js';
import { useData } from '../app/data.js';
import { fullTime, span as spanOf, stepped } from '../app/format.js';
import { useKeys } from '../app/keys.js';
import { ofAccount } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { account, accountRead } from '../app/store.js';
import { Action } from '../parts/action.js';
import { Choice, Field } from '../parts/field.js';
import { Screen, Section } from '../parts/screen.js';
import { Failure, Loaded } from '../parts/states.js';
import { Axis } from './time-axis.js';
import { changesRecords, moving, sentence } from './time-move.js';
import { rangeOf, readMoment, said, spans, written } from './time-scale.js';
import { SnapshotFirst, Steps } from './time-steps.js';
import { Days } from './time-table.js';

const form = '\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}'; // of a moment

/** The clock of an account: what there is around it, and what a move would do. @param {{code: string}} props */
export default function Time({ code }) {
  const query = location.value.query;
  const chosen = query.get('span') ?? '';
  const span = /** @type {import('./time-scale.js').Span} */ (chosen in spans ? chosen : 'weeks');
  const [target, setTarget] = useTarget(readMoment(query.get('to')));
  // The axis moves with the clock, but not with each second.
  const read = account.value?.clock.now;
  const [anchor, setAnchor] = useState(+accountNow.peek());
  useEffect(() => setAnchor(+accountNow.peek()), [read, code]);
  const range = rangeOf(span, anchor, target);
  const timeline = useData(clockMode.value ? ofAccount(code, 'timeline') : null, {
    query: {
      from: written(Math.floor(range.from / 60_000) * 60_000),
      to: written(Math.ceil(range.to / 60_000) * 60_000),
    },
    on: ['call', 'record', 'reset', 'snapshot', 'cleared'],
  });
  const change = target === null ? null : { now: written(target) };
  const preview = useAnswer('PUT', ofAccount(code, 'clock'), change && { ...change, dry_run: true }, {
    wait: 80,
    on: ['clock', 'record', 'reset', 'question'],
  });
  const snapshots = useData(ofAccount(code, 'snapshots'), { on: ['snapshot', 'reset'] });
  const names = snapshots.data?.snapshots.map((/** @type {import('../api').Snapshot} */ s) => s.name);
  const words = preview.data && preview.fresh ? sentence(preview.data) : '…';
  useKeys({ Escape: () => setTarget(null) }, { Escape: 'Leave the clock where it is' });

  if (!clockMode.value)
    return html`<${Screen} title="Time" name="time"><${Loaded} of=${accountRead()} rows=${9}>${() => null}<//><//>`;
  return html`<${Screen} title="Time" name="time" lead=${html`<${Shown} />`}>
    <${Steps} code=${code} names=${names} />
    <${Section} title="Try a moment on"
      actions=${html`<${Choice} label="Shown" value=${span}
        options=${Object.entries(spans).map(([value, s]) => ({ value, label: s.label }))}
      onChange=${(/** @type {string} */ v) => setQuery({ span: v === 'weeks' ? null : v })} />`}>
      <div class="time-set">
        <${Moment} moment=${target ?? Math.floor(anchor / 60_000) * 60_000} onMoment=${setTarget} />
        ${
          target !== null &&
          html`<div class="banner timed time-tried" role="status">
          ${
            preview.error
              ? html`<${Failure}
            error=${preview.error} />`
              : html`<p>At <strong>${said(target)}</strong>: ${words}.</p>`
          }
          <div class="actions">
            <${Action} label="Move the clock there" primary ...${moving(code, change ?? {})}
              done=${() => setTarget(null)} />
            <${Action} label="Move and freeze" ...${moving(code, { ...change, freeze: true })}
              done=${() => setTarget(null)} />
            ${
              preview.data &&
              changesRecords(preview.data) &&
              html`<${SnapshotFirst} code=${code}
              before=${said(target)} names=${names} />`
            }
            <button type="button" onClick=${() => setTarget(null)}>Leave it</button>
          </div></div>`
        }
      </div>
      <${Loaded} of=${timeline} rows=${9}>${(/** @type {import('../api').Timeline} */ t) => html`
        <${Axis} timeline=${t} range=${range} span=${span} target=${target} words=${words} onTarget=${setTarget} />
        <${Days} code=${code} timeline=${t} span=${span} now=${anchor} />`}<//>
    <//>
  <//>`;
}

/**
 * Moment is a moment as text, taken as soon as it is one.
 * @param {{moment: number, onMoment: (moment: number) => void}} props
 */
function Moment({ moment, onMoment }) {
  const [typed, setTyped] = useState(/** @type {string | undefined} */ (undefined));
  const read = (/** @type {string} */ text) =>
    new RegExp(`^${form}$`).test(text) ? readMoment(text.replace(' ', 'T') + 'Z') : null;
  const text = typed ?? written(moment).slice(0, 19).replace('T', ' ');
  const take = (/** @type {string} */ now) => {
    setTyped(now);
    const to = read(now);
    if (to !== null) onMoment(to);
  };
  const key = (/** @type {KeyboardEvent} */ e) => {
    const now = stepped(text, e.key);
    if (!now) return;
    e.preventDefault();
    take(now);
  };
  return html`<${Field} label="Set to, in UTC"
    fault=${read(text) === null ? 'A moment such as 2026-11-29 10:00:00, of the years 1900 to 2199' : ''}
    note="Arrows move it by an hour, as on the axis. Nothing changes before you say so.">${(
      /** @type {any} */ a,
    ) => html`<input ...${a} type="text" class="mono" autocomplete="off"
    pattern=${form} placeholder="2026-11-29 10:00:00" value=${text}
    onInput=${(/** @type {any} */ e) => take(e.target.value)} onKeyDown=${key} onBlur=${() => setTyped(undefined)} />`}
    <//>`;
}

/**
 * Returns the moment that is tried on, and what sets it. The address follows a
 * little later, because browsers let a page change it only so often.
 * @param {number | null} inAddress
 * @returns {[number | null, (moment: number | null) => void]}
 */
function useTarget(inAddress) {
  const [moved, setMoved] = useState(/** @type {{to: number | null} | null} */ (null));
  useEffect(() => {
    if (!moved) return;
    const timer = setTimeout(() => {
      setQuery({ to: moved.to === null ? null : written(moved.to) });
      setMoved(null);
    }, 250);
    return () => clearTimeout(timer);
  }, [moved]);
  return [moved ? moved.to : inAddress, (to) => setMoved({ to })];
}

/** Shown is the present state of the clock. */
function Shown() {
  const mode = clockMode.value,
    now = accountNow.value;
  if (!mode) return null;
  const off = `${spanOf(ahead.value)} ${ahead.value < 0 ? 'behind' : 'ahead of'} the machine's`;
  return html`The clock of the account
    shows <strong class=${mode === 'real' ? '' : 'timed'}>${fullTime(now)}</strong>, ${
      mode === 'real' ? 'the time of the machine' : mode === 'frozen' ? `frozen, ${off}` : off
    }.`;
}
