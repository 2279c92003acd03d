import { html, useEffect, useState } from '../vendor/preact.js';

/** @type {Map<() => Promise<any>, any>} */
const loaded = new Map();

/**
 * Lazy shows the default export of a module that is read when it is first
 * needed, so that a page begins without it. load must be the same function each
 * time.
 * @param {{load: () => Promise<{default: any}>, props?: Record<string, any>}} props
 */
export function Lazy({ load, props }) {
  const [, again] = useState(0);
  const part = loaded.get(load);
  useEffect(() => {
    if (part) return;
    load().then((module) => {
      loaded.set(load, module.default);
      again((n) => n + 1);
    }, () => {}); // offline: the strip says so
  }, [load]);
  return part ? html`<${part} ...${props} />` : null;
}
