import { html, useState } from '../vendor/preact.js';
import { token } from '../app/api.js';
import { begin } from '../app/sandbox.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';

/** Token asks for the control token, once for the tab. */
export default function Token() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    token.value = text.trim();
    await begin();
    setWrong(true);
  };
  return html`<${Dialog} title="This sandbox wants its control token" closable=${false} onClose=${() => {}}>
    <form class="stack" onSubmit=${send}>
      <${Field} label="Control token"
        note="The value of --control-token or SANDBOX_CONTROL_TOKEN. This tab keeps it until it is closed."
        fault=${wrong ? 'The sandbox does not accept this token.' : undefined}>
        ${(/** @type {any} */ a) => html`<input ...${a} type="password" autocomplete="off" required autofocus
          value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)} />`}
      <//>
      <div class="actions"><button class="primary" type="submit">Continue</button></div>
    </form>
  <//>`;
}
