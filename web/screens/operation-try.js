import { html, useEffect, useLayoutEffect, useState } from '../vendor/preact.js';
import { act } from '../app/actions.js';
import { get } from '../app/api.js';
import { useKeys } from '../app/keys.js';
import { segment } from '../app/paths.js';
import { location, setQuery } from '../app/router.js';
import { generation } from '../app/sandbox.js';
import { connection } from '../app/sandbox.js';
import { Copy } from '../parts/copy.js';
import { Answered } from './operation-answer.js';
import { curlOf, sendCall, signedCall } from './operation-call.js';
import { addressOf, formInAddress, sampleOf } from './operation-form.js';
import { Inputs } from './operation-inputs.js';

/** @typedef {import('../api').OperationDetail} Detail */

/** Try is the form that calls an operation. @param {{code: string, op: Detail, reload: () => void}} props */
export function Try({ code, op, reload }) {
  const [sample] = useState(() => sampleOf(op));
  const [form, setForm] = useState(() => formInAddress(sample));
  const [answer, setAnswer] = useState(/** @type {import('./operation-answer.js').Answer | undefined} */ (undefined));
  const [busy, setBusy] = useState(false);
  const [curl, setCurl] = useState('');
  const chosen = location.value.query.get('with') ?? '';

  // What changes in the form follows into the address, and a scenario the other way:
  // at once, otherwise the timer of the form before takes it out of the address again.
  useLayoutEffect(() => {
    const timer = setTimeout(() => setQuery(addressOf(form, sample)), 300);
    return () => clearTimeout(timer);
  }, [form]);
  useLayoutEffect(() => {
    if (chosen !== form.scenario) setForm({ ...form, scenario: chosen });
  }, [chosen]);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        signedCall(code, op, form).then(
          (call) => setCurl(curlOf(call)),
          (failure) => setCurl(`# ${failure.message}`),
        ),
      300,
    );
    return () => clearTimeout(timer);
  }, [code, op, form, generation.value]);

  const press = async () => {
    if (busy || connection.peek().state === 'lost') return;
    setBusy(true);
    await act({
      does: async () => {
        const call = await signedCall(code, op, form);
        const began = performance.now();
        const got = await sendCall(call).catch((failure) => ({
          id: '',
          status: 0,
          text: '',
          headers: new Headers(),
          failure,
        }));
        const ms = performance.now() - began;
        // The journal says who caused a refusal.
        const entry = got.id ? await get(`/requests/${segment(got.id)}`).catch(() => undefined) : undefined;
        setAnswer({ ...got, ms, entry });
      },
    });
    setBusy(false);
  };
  useKeys({ 'ctrl+Enter': press }, { 'ctrl+Enter': 'Send the call' });
  const again = () => {
    setForm({ ...sampleOf(op), scenario: '' });
    reload();
  };

  return html`<div class="operation-try">
    <form class="stack" onSubmit=${(/** @type {Event} */ e) => {
      e.preventDefault();
      press();
    }}>
      ${
        op.sample
          ? html`<p class="note">
          ${
            op.sample.handle
              ? html`Filled with <strong>${op.sample.handle}</strong>, so that it
            succeeds.`
              : 'Filled so that it succeeds.'
          }</p>`
          : html`<p class="banner warn">No record of this account lets the call succeed. Fill the form yourself, or
          reset the account.</p>`
      }
      <${Inputs} op=${op} form=${form} onChange=${setForm} />
      <div class="actions">
        <button type="submit" class="primary" aria-busy=${busy ? 'true' : undefined}
          aria-disabled=${connection.value.state === 'lost' ? 'true' : undefined}
          title="Send (Ctrl+Enter)">Send</button>
        <button type="button" onClick=${again}>Fill again</button>
        <span class="note"><kbd>Ctrl</kbd> <kbd>Enter</kbd></span>
      </div>
    </form>
    <div class="stack">
      ${answer && html`<${Answered} code=${code} answer=${answer} />`}
      <div class="section-head"><h3>The same as a command</h3>
        <${Copy} text=${async () => curlOf(await signedCall(code, op, form))} label="Copy the command"
          what="Copied, freshly signed" /></div>
      <pre class="codeblock operation-curl" tabindex="0" role="region" aria-label="The call as a curl command"
        aria-busy=${curl ? undefined : 'true'}>${curl}</pre>
    </div>
  </div>`;
}
