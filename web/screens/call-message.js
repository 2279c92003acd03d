import { html, useState } from '../vendor/preact.js';
import { bytes, statusWord } from '../app/format.js';
import { isOutside } from '../app/paths.js';
import { Binary, Code } from '../parts/code.js';
import { Copy } from '../parts/copy.js';
import { pathAt } from '../parts/json-place.js';
import { Section } from '../parts/screen.js';
import { EditAnswer } from './call-edit.js';

/** @typedef {import('../api').Request & import('../api').Response} Message */
/** @typedef {'pretty' | 'raw' | 'headers'} View */

/**
 * Messages are what arrived and what was answered, side by side where there is room.
 * @param {{entry: import('../api').Entry}} props
 */
export function Messages({ entry }) {
  const { request, response, original } = entry;
  const [edited, setEdited] = useState(/** @type {string | undefined} */ (undefined)); // the path of the value
  const type = response.header?.find((f) => f.name.toLowerCase() === 'content-type')?.value ?? '';
  const editable = Boolean(
    entry.account &&
      entry.operation &&
      !isOutside(entry) &&
      entry.protocol === 'rest' &&
      /json/i.test(type) &&
      typeof response.body === 'string' &&
      !response.truncated,
  );
  const first = `${request.method} ${request.uri} ${request.proto}`;
  return html`<div class=${`call-messages ${original ? 'call-three' : ''}`}>
    <${Message} title="Request" first=${first} message=${request} verb="arrived" />
    <${Message} title="Response"
      first=${response.status ? `${response.status} ${statusWord(response.status)}` : 'no answer was sent'}
      message=${response} verb="were answered" onEdit=${editable ? setEdited : undefined} />
    ${edited !== undefined && html`<${EditAnswer} entry=${entry} at=${edited} onClose=${() => setEdited(undefined)} />`}
    ${
      original &&
      html`<${Message} title="Original answer"
      first=${`${original.status} ${statusWord(original.status)}; the client did not get it`} message=${original}
      verb="were answered" />`
    }
  </div>`;
}

/**
 * @param {{title: string, first: string, message: any, verb: string, onEdit?: (path: string) => void}} props
 * onEdit changes a value of the next answer
 */
function Message({ title, first, message, verb, onEdit }) {
  const { header = [], body, body_size: size, truncated } = message;
  const text = typeof body === 'string' ? body : undefined;
  const [chosen, setView] = useState(/** @type {View | undefined} */ (undefined));
  const view = chosen ?? (body === undefined || body === '' ? 'headers' : 'pretty');
  const type = header.find((/** @type {any} */ f) => f.name.toLowerCase() === 'content-type')?.value;
  const raw = `${first}\n${header.map((/** @type {any} */ f) => `${f.name}: ${f.value}\n`).join('')}\n${text ?? ''}`;
  const views = /** @type {View[]} */ (['pretty', 'raw', 'headers']);
  const kept = text === undefined ? (body ? atob(body.base64).length : 0) : new TextEncoder().encode(text).length;
  const label = (/** @type {View} */ v) => `${title}, ${v}`;
  return html`<${Section} title=${title}
    actions=${html`<span class="row" role="group" aria-label=${`View of the ${title.toLowerCase()}`}>
      ${
        onEdit &&
        html`<button type="button" class="small" title="Or click on a value"
        onClick=${() => onEdit('')}>Edit…</button>`
      }
      ${views.map(
        (v) => html`<button key=${v} type="button" class="small" aria-pressed=${v === view ? 'true' : 'false'}
        onClick=${() => setView(v)}>${v === 'headers' ? `headers ${header.length}` : v}</button>`,
      )}
      <${Copy} text=${view === 'headers' ? raw : (text ?? raw)} label=${`Copy the ${title.toLowerCase()}`} /></span>`}>
    <p class="mono"><bdi>${first}</bdi></p>
    ${view === 'headers' && html`<${Headers} header=${header} />`}
    ${view === 'raw' && html`<${Code} text=${raw} label=${label(view)} />`}
    ${
      view !== 'headers' &&
      text === undefined &&
      body &&
      html`<${Binary} base64=${body.base64} size=${size}
      label=${label(view)} />`
    }
    ${
      view === 'pretty' &&
      text &&
      html`<${Code} text=${text} type=${type} pretty label=${label(view)} onPoint=${
        onEdit &&
        ((/** @type {string} */ shown, /** @type {number} */ offset) => {
          const path = pathAt(shown, offset);
          if (path) onEdit(path);
        })
      } />`
    }
    ${view === 'pretty' && !body && html`<p class="soft">No body.</p>`}
    ${truncated && html`<p class="note warn">${bytes(size)} ${verb}, ${bytes(kept)} kept.</p>`}
  <//>`;
}

/** @param {{header: import('../api').Field[]}} props */
function Headers({ header }) {
  if (header.length === 0) return html`<p class="soft">No headers.</p>`;
  return html`<dl class="facts call-headers">
    ${header.map((f, i) => html`<dt key=${i}><bdi>${f.name}</bdi></dt><dd><code>${f.value}</code></dd>`)}</dl>`;
}
