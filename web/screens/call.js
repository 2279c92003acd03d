import { html, useEffect } from '../vendor/preact.js';
import { copy } from '../app/actions.js';
import { useAnswer } from '../app/answer.js';
import { useData } from '../app/data.js';
import { took } from '../app/format.js';
import { useKeys } from '../app/keys.js';
import { at, isOutside, ofAccount, segment } from '../app/paths.js';
import { go, location } from '../app/router.js';
import { Icon } from '../parts/icon.js';
import { Popover } from '../parts/popover.js';
import { Screen } from '../parts/screen.js';
import { Cause, OperationName, Status, Time } from '../parts/signs.js';
import { Empty, Failure, Skeleton } from '../parts/states.js';
import { Again } from './call-again.js';
import { Changes } from './call-changes.js';
import { Checks } from './call-checks.js';
import { CompareWith } from './call-compare.js';
import { CopyAs } from './call-copy.js';
import { DependsOn, useQuestions } from './call-depends.js';
import { MakeFail } from './call-fail.js';
import { Gone } from './call-gone.js';
import { LastGood, useLastGood } from './call-last-good.js';
import { Messages } from './call-message.js';
import { Original } from './call-original.js';
import { Timeline } from './call-timeline.js';
import { triggered, Verdict } from './call-verdict.js';

/** @typedef {import('../api').Entry} Entry */

const mostNewer = 1000; // calls after one, of which the last is its neighbour

/**
 * Call shows one call with all that explains it.
 * @param {{code: string, id: string, older?: string, newer?: string, href: (id: string) => string, back: string}} props
 * older and newer are the calls beside it in the list, back is the list
 */
export default function Call({ code, id, older, newer, href, back }) {
  const latest = id === 'latest';
  // A call that is under way, or comes later, is shown as soon as it has ended.
  const { data, error, reload } = useData(latest ? null : `/requests/${segment(id)}`, {
    on: ['call'],
    when: (event) => event.id === id,
  });
  const last = useData(latest ? ofAccount(code, 'requests') : null, {
    query: { limit: 1, view: 'line' },
    on: ['call'],
  });
  const newest = last.data?.requests[0]?.id;
  useEffect(() => {
    if (newest) go(href(newest), { replace: true });
  }, [newest]);
  // All that explains the call is read before any of it is shown, so that nothing moves.
  const refused = Boolean(data?.checks?.some((/** @type {any} */ c) => !c.passed && c.name === 'credential'));
  const signature = useAnswer('POST', '/signature', refused ? { call: id } : null, { wait: 0 });
  const questions = useQuestions(id);
  const good = useLastGood(data);
  const ready = data && questions.ready && good.ready && (!refused || signature.data || signature.error);
  const beside = useNeighbours(code, id, older, newer, data !== undefined);
  useKeys(
    {
      Escape: () => go(back),
      ...(beside.older && { ']': () => go(href(/** @type {string} */ (beside.older))) }),
      ...(beside.newer && { '[': () => go(href(/** @type {string} */ (beside.newer))) }),
      ...(data?.curl && { c: () => copy(data.curl, 'Command copied') }),
    },
    {
      Escape: 'Back to the list',
      ']': 'Next call in the list',
      '[': 'Previous call in the list',
      c: 'Copy the call as curl',
    },
  );
  if (latest) {
    return html`<${Screen} title="Latest call" name="call">
      ${
        last.error
          ? html`<${Failure} error=${last.error}
        retry=${last.reload} />`
          : last.data && !newest
            ? html`<${Empty} title="No calls yet."><p>The first one is shown as it arrives.</p><//>`
            : html`<${Skeleton} />`
      }<//>`;
  }
  const heading =
    ready &&
    html`<span class="mono">${id}</span> <${Status} status=${data.response.status} code=${data.response.code}
      cause=${data.cause} />`;
  const nav = html`<span class="row call-nav">
    <a class="button small call-back" href=${back} title="Back to the list (Escape)">
      <${Icon} name="previous" />All calls</a>
    <${Beside} to=${beside.newer && href(beside.newer)} label="Previous call" key_="[" icon="previous" />
    <${Beside} to=${beside.older && href(beside.older)} label="Next call" key_="]" icon="next" />
    ${ready && html`<${Actions} entry=${data} code=${code} href=${href} />`}</span>`;
  return html`<${Screen} title=${id} name="call" heading=${heading || html`<span class="mono">${id}</span>`}
    actions=${(ready || error) && nav} lead=${ready && html`<${Line} entry=${data} code=${code} />`}>
    ${
      error &&
      (error.status === 404
        ? html`<${Gone} id=${id} code=${code} error=${error} />`
        : html`<${Failure}
      error=${error} retry=${reload} />`)
    }
    ${!ready && !error && html`<${Skeleton} rows=${8} />`}
    ${
      ready &&
      html`<${Explained} entry=${data} code=${code} diagnosis=${signature.data} questions=${questions}
      good=${good.call} />`
    }
  <//>`;
}

/** Line is what a call was, in one line. @param {{entry: Entry, code: string}} props */
function Line({ entry, code }) {
  const { triggers, account_time: iso = entry.wall_time } = entry;
  return html`<span class="call-line">
    <span class="mono"><bdi>${entry.request.method || 'no request'} ${entry.request.uri}</bdi></span>
    ${entry.operation && html` · <${OperationName} code=${code} id=${entry.operation} />`}
    ${
      entry.account &&
      entry.account !== code &&
      html` ·
      account <a href=${at(entry.account, 'calls', entry.id)}>${entry.account}</a>`
    }
    ${
      triggers?.length
        ? html` · <span class="bent">
      <${Cause}
        cause="scenario" /> by ${triggers.map(
          (t, i) => html`${i ? ', ' : ''}
        ${
          t.scenario
            ? html`<a href=${at(code, 'scenarios', t.scenario)}>
          ${t.scenario}</a>`
            : t.name
        } (${triggered(t)})`,
        )}</span>`
        : null
    }
    ${' · '}<${Time} iso=${iso} wall=${entry.wall_time} /> · <span class="mono">${took(entry.duration_ns / 1e6)}</span>
    ${entry.preview && ' · preview, nothing was stored'}${entry.discarded && ' · its changes were discarded'}</span>`;
}

/** Beside is a link to a neighbour. @param {{to?: string, label: string, key_: string, icon: string}} props */
function Beside({ to, label, key_, icon }) {
  const title = to ? `${label} (${key_})` : `${label}: the list has none`;
  return to
    ? html`<a class="button icon small" href=${to} aria-label=${label} title=${title}><${Icon} name=${icon} /></a>`
    : html`<span class="button icon small off" title=${title}><${Icon} name=${icon} /></span>`;
}

/**
 * Actions are what can be done with a call.
 * @param {{entry: Entry, code: string, href: (id: string) => string}} props
 */
function Actions({ entry, code, href }) {
  return html`<${Again} entry=${entry} href=${href} />${entry.curl && html`<${CopyAs} id=${entry.id} />`}
  <${Popover} class="small" label="More…"><div class="stack call-more">
      ${
        entry.operation &&
        !isOutside(entry) &&
        entry.account &&
        html`<${MakeFail} code=${entry.account}
        operation=${entry.operation} />`
      }
      ${
        entry.operation &&
        html`<a class="button" href=${at(code, 'scenarios', 'new', { from: entry.id })}>Make a
        scenario of this</a>`
      }
      <${CompareWith} entry=${entry} code=${code} /></div><//>`;
}

/**
 * @param {{entry: Entry, code: string, diagnosis?: import('../api').SignatureDiagnosis,
 *   questions: import('./call-depends.js').Questions, good?: import('../api').EntryLine}} props
 */
function Explained({ entry, code, diagnosis, questions, good }) {
  return html`<${Verdict} entry=${entry} code=${code} />
    <${LastGood} entry=${entry} good=${good} />
    <${Checks} entry=${entry} code=${code} diagnosis=${diagnosis} />
    <${Original} entry=${entry} />
    <${Messages} entry=${entry} />
    <${Changes} entry=${entry} code=${code} />
    <${DependsOn} entry=${entry} code=${code} questions=${questions} />
    <${Timeline} entry=${entry} />`;
}

/**
 * Returns the calls before and after one. Beyond the list that was read, it asks for them.
 * @param {string} code @param {string} id @param {string | undefined} older @param {string | undefined} newer @param
 *   {boolean} known
 */
function useNeighbours(code, id, older, newer, known) {
  const path = ofAccount(id.startsWith('none-') ? 'none' : code, 'requests');
  const query = { limit: 1, view: 'line', q: location.value.query.get('q') ?? '' };
  const next = useData(known && !older ? path : null, { query: { ...query, before: id } });
  const previous = useData(known && !newer ? path : null, { query: { ...query, after: id, limit: mostNewer } });
  const all = previous.data?.requests ?? [];
  return {
    older: older ?? next.data?.requests[0]?.id,
    newer: newer ?? (all.length === previous.data?.total ? all.at(-1)?.id : undefined),
  };
}
