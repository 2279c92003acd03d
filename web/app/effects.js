// What scenarios do, in few words.

/** @typedef {import('../api').Effect} Effect */

/** @type {Record<string, string>} */
const cuts = {
  reset: 'connection reset',
  empty: 'no answer',
  truncate: 'answer cut short',
  garbage: 'garbage',
  drip: 'answer in drips',
};

/** Returns a duration such as median 100ms, p99 1.5s as 100 ms p99 1.5 s. @param {string} text */
function delayText(text) {
  return text
    .replaceAll(/(\d)(ms|s|m|h|d)\b/g, '$1 $2')
    .replace('median ', '')
    .replace(', p99', ' p99');
}

/**
 * Returns what an effect does to a call. status is shown for it, otherwise its own.
 * @param {Effect} e
 * @param {string} [status]
 */
export function effectText(e, status = e.status ? String(e.status) : '') {
  const what =
    {
      fail: () => [status, e.code].filter(Boolean).join(' '),
      answer: () => [status, e.code].filter(Boolean).join(' '),
      place: () => 'places the order of the body',
      cut: () => cuts[e.cut ?? ''] ?? e.cut ?? 'cut',
      limit: () => e.limit ?? 'limit',
      change: () => (e.changes ?? []).join('; '),
      do: () => (e.moves ?? []).join('; '),
      earlier: () => `records ${e.earlier}`,
      delivery: () => (e.delivery ?? []).join(', '),
      delay: () => `delay ${delayText(e.delay ?? '')}`,
      feature: () => `${e.feature} ${e.enabled ? 'on' : 'off'}`,
      'answer-to-question': () => `${e.question} = ${e.answer}`,
    }[e.act]?.() ?? e.act;
  const limits = [
    e.delay && e.act !== 'delay' && `after a delay of ${delayText(e.delay)}`,
    e.moves && e.act !== 'do' && e.moves.join('; '),
    e.earlier && e.act !== 'earlier' && `records ${e.earlier}`,
    e.delivery && e.act !== 'delivery' && e.delivery.join(', '),
    e.before && 'before the credential',
    e.after && 'after the operation was carried out',
    e.every && `1 call in ${e.every}`,
    e.nth,
    e.during,
    e.share && `${Math.round(e.share * 1000) / 10} %`,
    e.skip && `after ${e.skip}`,
    e.times && (e.times === 1 ? 'once' : `${e.times} times`),
  ].filter(Boolean);
  return limits.length ? `${what}, ${limits.join(', ')}` : what;
}

/** Returns what a scenario does, each thing once, over all its operations. @param {Effect[]} effects */
export function effectTexts(effects) {
  /** @type {Map<string, {effect: Effect, statuses: Set<number>}>} */
  const same = new Map();
  for (const effect of effects) {
    const key = effectText(effect, '');
    const group = same.get(key) ?? { effect, statuses: new Set() };
    if (effect.status) group.statuses.add(effect.status);
    same.set(key, group);
  }
  return [...same.values()].map(({ effect, statuses }) => effectText(effect, [...statuses].join('/')));
}
