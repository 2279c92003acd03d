// The first request of a page. This module needs no other one, so that the request
// is on its way while the others are still loading.

/** What GET /_sandbox/about answers; undefined when it needs a token or fails. @type {Promise<any>} */
export const early = ask().catch(() => undefined);

async function ask() {
  if (document.documentElement.dataset.token === 'required') return undefined;
  const prefix = new URL(import.meta.url).pathname.split('/ui/assets/')[0];
  const answer = await fetch(prefix + '/_sandbox/about', { cache: 'no-cache' });
  return answer.ok ? answer.json() : undefined;
}
