import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { useModule } from '../app/load.js';
import { look } from './editor-look.js';
import { rangeOf } from './yaml-fault.js';
import { indentBelow } from './yaml-indent.js';

/**
 * @typedef {import('../api').Fault} Fault
 * @typedef {import('../vendor/editor.js').EditorView} View
 * @typedef {{value: string, onChange?: (text: string) => void, faults?: Fault[], onUse?: (fault: Fault) => void,
 *   complete?: ReturnType<typeof import('./yaml-complete.js').completeBy>,
 *   onSave?: () => void, onMain?: () => void, reach?: {current: ((fault: Fault) => void) | undefined}, label: string,
 *   readOnly?: boolean}} Props
 */

const library = import.meta.resolve('../vendor/editor.js');

/**
 * Editor edits YAML. The library behind it is loaded when the editor is first
 * shown; until then, or when that fails, it is an ordinary field. Tab leaves it,
 * as the library advises; Ctrl+] and Ctrl+[ indent.
 * @param {Props} props
 * faults are marked; onUse takes the suggestion of one; onSave is Ctrl+S, onMain Ctrl+Enter; reach gets a function that
 * goes to a fault
 */
export function Editor(props) {
  const { value, faults = [], label, readOnly } = props;
  const now = useRef(props);
  now.current = props;
  const text = useRef(value); // as it was reported last, or came from outside
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const plain = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const view = useRef(/** @type {View | null} */ (null));
  const { data: loaded } = useModule(library);
  const [ready, setReady] = useState(false);
  if (props.reach) props.reach.current = (fault) => (view.current ? goTo(view.current, fault) : plain.current?.focus());

  useEffect(() => {
    if (!loaded || !host.current) return; // the ordinary field stays
    const focused = document.activeElement === plain.current;
    view.current = mount(loaded, host.current, now, text, plain.current);
    if (focused) view.current.focus();
    setReady(true);
    return () => {
      view.current?.destroy();
      view.current = null;
    };
  }, [loaded]);
  // Before the next key, otherwise it would be lost to the text before it.
  useLayoutEffect(() => {
    if (text.current === value) return;
    text.current = value;
    if (view.current) replace(view.current, value);
  });
  useEffect(() => {
    if (view.current) show(loaded, view.current, faults, now);
  }, [faults, ready]);

  const keys = (/** @type {KeyboardEvent} */ event) => {
    const act = !(event.ctrlKey || event.metaKey)
      ? undefined
      : event.key === 's'
        ? now.current.onSave
        : event.key === 'Enter'
          ? now.current.onMain
          : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };
  return html`<div class="editor">
    ${
      !ready &&
      html`<textarea ref=${plain} class="mono" rows="14" spellcheck=${false} aria-label=${label} readonly=${readOnly}
        value=${value} onKeyDown=${keys}
      onInput=${(/** @type {any} */ event) => now.current.onChange?.((text.current = event.target.value))}></textarea>`
    }
    <div ref=${host} class="editor-host" data-keys="own"></div>
    ${
      !readOnly &&
      html`<p class="note soft">Ctrl+Space completes · Ctrl+] and Ctrl+[ indent · F8 goes to the next fault
      · Tab leaves the editor</p>`
    }
  </div>`;
}

/**
 * @param {typeof import('../vendor/editor.js')} library
 * @param {HTMLElement} host
 * @param {{current: Props}} now
 * @param {{current: string}} text
 * @param {HTMLTextAreaElement | null} plain whose selection it takes over
 * @returns {View}
 */
function mount(library, host, now, text, plain) {
  // its style sheets are adopted, which the policy allows
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const { EditorState, EditorView, keymap } = library;
  const run = (/** @type {'onSave' | 'onMain'} */ name) => () => {
    now.current[name]?.();
    return Boolean(now.current[name]);
  };
  const { label, readOnly = false } = now.current,
    value = text.current;
  const extensions = [
    keymap.of([
      { key: 'Mod-s', run: run('onSave') },
      { key: 'Mod-Enter', run: run('onMain') },
      { key: 'Tab', run: tab(library) },
    ]),
    library.lineNumbers(),
    library.lintGutter(),
    library.history(),
    library.bracketMatching(),
    library.closeBrackets(),
    library.highlightActiveLine(),
    library.highlightSpecialChars(),
    library.autocompletion({ icons: false, override: [(context) => now.current.complete?.(context, library) ?? null] }),
    EditorState.tabSize.of(2),
    library.yaml(),
    library.indentService.of(({ state }, at) => {
      const { from, to } = state.doc.lineAt(Math.max(0, at - 1));
      return indentBelow(state.sliceDoc(from, Math.min(at, to)));
    }),
    look(library),
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
    }),
    keymap.of([
      ...library.closeBracketsKeymap,
      ...library.completionKeymap,
      ...library.lintKeymap,
      ...library.historyKeymap,
      ...library.defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      const next = update.docChanged ? update.state.doc.toString() : text.current;
      if (next === text.current) return;
      text.current = next;
      now.current.onChange?.(next);
    }),
  ];
  const state = EditorState.create({
    doc: value,
    selection: plain
      ? { anchor: Math.min(plain.selectionStart, value.length), head: Math.min(plain.selectionEnd, value.length) }
      : undefined,
    extensions,
  });
  return new EditorView({ state, parent: root, root });
}

/**
 * Tab takes a completion, also one that is too young to be taken; otherwise it leaves the editor.
 * @param {typeof import('../vendor/editor.js')} library
 */
const tab =
  ({ acceptCompletion, completionStatus }) =>
  (/** @type {View} */ view) =>
    acceptCompletion(view) || completionStatus(view.state) === 'active';

/**
 * Replaces the part of the text that differs, so that it can be undone and the cursor stays.
 * @param {View} view
 * @param {string} text
 */
function replace(view, text) {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0,
    end = 0;
  const most = Math.min(old.length, text.length);
  while (from < most && old[from] === text[from]) from++;
  while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
}

/** @param {View} view @param {Fault} fault */
function goTo(view, fault) {
  const { from, to } = rangeOf(view.state.doc.toString(), fault);
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/**
 * @param {typeof import('../vendor/editor.js')} library
 * @param {View} view
 * @param {Fault[]} faults
 * @param {{current: Props}} now
 */
function show(library, view, faults, now) {
  const text = view.state.doc.toString();
  view.dispatch(
    library.setDiagnostics(
      view.state,
      faults
        .map((fault) => ({
          ...rangeOf(text, fault),
          severity: /** @type {const} */ ('error'),
          message: fault.message,
          actions:
            fault.suggestion && now.current.onUse
              ? [{ name: `Use ${fault.suggestion}`, apply: () => now.current.onUse?.(fault) }]
              : [],
        }))
        .sort((a, b) => a.from - b.from),
    ),
  );
}
