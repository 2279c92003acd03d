// What a person changed in a JSON text.

/** Returns what a PATCH says for a field without a value that may have one like this. @param {any} value */
export const noneLike = (value) => (Array.isArray(value) ? [] : null);

/**
 * Returns what differs in a text as the body of a PATCH, or the text's fault. A field that is missing in the text has
 * no value.
 * @param {Record<string, any>} now
 * @param {string} text
 * @returns {{body: Record<string, any>, fault?: string}}
 */
export function changed(now, text) {
  try {
    const edited = JSON.parse(text);
    if (edited === null || typeof edited !== 'object' || Array.isArray(edited))
      return { body: {}, fault: 'It is no JSON object.' };
    const names = new Set([...Object.keys(now), ...Object.keys(edited)]);
    const differing = [...names].filter((name) => JSON.stringify(edited[name] ?? null) !== JSON.stringify(now[name]));
    return { body: Object.fromEntries(differing.map((name) => [name, edited[name] ?? noneLike(now[name])])) };
  } catch (error) {
    return { body: {}, fault: `It is no JSON: ${/** @type {Error} */ (error).message}` };
  }
}
