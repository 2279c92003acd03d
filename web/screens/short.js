import { html, useEffect } from '../vendor/preact.js';
import { useData } from '../app/data.js';
import { at, segment } from '../app/paths.js';
import { go } from '../app/router.js';
import { Screen } from '../parts/screen.js';
import { Failure, Skeleton } from '../parts/states.js';

/**
 * Short finds the account of a call and goes to the call: an address that a log or a header can print.
 * @param {{code: string, id: string}} props
 */
export default function Short({ code, id }) {
  const { data, error } = useData(`/requests/${segment(id)}`);
  useEffect(() => {
    if (data) go(at(data.account || code, 'calls', data.id), { replace: true });
    else if (error?.status === 404) go(at(owner(id) || code, 'calls', id), { replace: true });
  }, [data, error]);
  return html`<${Screen} title=${id}>
    ${error && error.status !== 404 ? html`<${Failure} error=${error} />` : html`<${Skeleton} />`}<//>`;
}

/** Returns the vendor code that an id begins with. @param {string} id */
function owner(id) {
  const name = id.replace(/-\d+$/, '');
  return name === id || name === 'none' ? '' : name;
}
