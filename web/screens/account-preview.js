// What a reset would do, counted by the sandbox and said in words.
import { useEffect, useRef, useState } from '../vendor/preact.js';
import { post } from '../app/api.js';
import { count, fullTime } from '../app/format.js';
import { ofAccount } from '../app/paths.js';
import { generation } from '../app/sandbox.js';
import { on } from '../app/events.js';

/** @typedef {import('../api').ResetPreview} Preview */
/** @typedef {import('../app/api.js').Refused} Refused */

const pause = 1000; // ms between two countings, more when a counting takes long
const patience = 5000; // ms of counting after which a person may go on without
const events = ['call', 'cleared', 'record', 'reset', 'scenario', 'feature', 'question', 'clock', 'snapshot'];

/**
 * Counts what a reset would do, again after each change of the account.
 * @param {string} code @param {{to: string, keep: string[]} | undefined} reset undefined counts nothing
 * @returns {{preview?: Preview, error?: Refused, slow?: boolean}} slow: the counting takes long
 */
export function usePreview(code, reset) {
  const [state, setState] = useState(/** @type {{of?: string, preview?: Preview, error?: Refused, slow?: boolean}} */ ({}));
  const body = reset && JSON.stringify({ ...reset, dry_run: true });
  const again = useRef(() => {});
  const round = generation.value;
  useEffect(() => {
    if (!body) return;
    const under = new AbortController();
    let busy = false, wanted = false;
    const read = async () => {
      wanted = busy;
      if (busy) return;
      busy = true;
      const began = Date.now();
      const late = setTimeout(() => setState((old) => (old.of === body ? old : { of: body, slow: true })), patience);
      try {
        const preview = await post(ofAccount(code, 'reset'), JSON.parse(body), { signal: under.signal });
        if (!under.signal.aborted) setState({ of: body, preview });
      } catch (error) {
        if (!under.signal.aborted) setState({ of: body, error });
      }
      clearTimeout(late);
      setTimeout(() => {
        busy = false;
        if (wanted && !under.signal.aborted) read();
      }, Math.max(pause, 3 * (Date.now() - began)));
    };
    again.current = read;
    read();
    return () => {
      under.abort();
      again.current = () => {};
    };
  }, [code, body, round]);
  useEffect(() => on(events, (event) => {
    if ((!event.account || event.account === code) && event.change !== 'deleted') again.current();
  }), [code]);
  return state.of === body ? state : {};
}

const kinds = /** @type {const} */ ([['orders', 'order'], ['campaigns', 'campaign'], ['customers', 'customer'], ['subscriptions', 'subscription'], ['products', 'product'], ['partners', 'partner']]);

/**
 * Says what a preview counts, a line for each part.
 * @param {Preview} p @returns {{title: string, text: string}[]}
 */
export function sentences(p) {
  const each = (/** @type {keyof import('../api').KindChanges | 'redated'} */ what, /** @type {string} */ word) =>
    kinds.flatMap(([kind, one]) => {
      const c = p.records[kind];
      const n = what === 'redated' ? c.changed - c.edited : c[what];
      return n ? [`${count(n, one)}${word && ' ' + word}`] : [];
    });
  const goes = [...each('removed', p.to === 'empty' ? '' : 'created'), ...each('edited', 'changed'),
    ...(p.records.settings.edited ? ['the upsell settings'] : []), ...(p.calls ? [count(p.calls, 'call')] : []), ...(p.sessions ? [count(p.sessions, 'SOAP session')] : [])];
  const settings = [
    ...p.scenarios.deactivated.map((name) => `${name} is switched off`), ...p.scenarios.activated.map((name) => `${name} is switched on`),
    ...p.features.map((f) => `${f.flag} is ${f.after ? 'on' : 'off'}`), ...p.questions.map((q) => `${q.id} is answered ${q.after}`), ...clockTurn(p.clock),
  ];
  return [['Goes', goes], ['Comes back', each('added', '')], [p.to === 'world' ? 'Gets new dates' : 'Becomes as saved', each('redated', '')], ['Besides', settings]]
    .flatMap(([title, parts]) => (parts.length ? [{ title: /** @type {string} */ (title), text: /** @type {string[]} */ (parts).join(', ') }] : []));
}

/** @param {import('../api').ClockTurn} clock */
function clockTurn({ before, after }) {
  if (before.mode === after.mode && Math.abs(Date.parse(before.now) - Date.parse(after.now)) < 1000) return [];
  return [after.mode === 'real' ? 'the clock is real' : `the clock is ${after.mode} at ${fullTime(after.now)}`];
}
