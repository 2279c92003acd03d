// YAML in the editor: its colours and the indentation of a new line.
import { pieces } from './yaml.js';

/** @typedef {typeof import('../vendor/editor.js')} Library */
/** @typedef {import('../vendor/editor.js').EditorView} View */

const whole = 50_000; // characters up to which all of a text is coloured, otherwise what is seen

/** Returns what the editor does for YAML. @param {Library} library */
export function yaml({ Decoration, ViewPlugin, indentService, indentUnit }) {
  const mark = Object.fromEntries(
    ['key', 'string', 'constant', 'comment'].map((kind) => [kind, Decoration.mark({ class: `yaml-${kind}` })]),
  );
  const colours = (/** @type {View} */ { state: { doc }, viewport }) => {
    let from = doc.length <= whole ? 0 : doc.line(doc.lineAt(viewport.from).number).from;
    const text = doc.length <= whole ? doc.toString() : doc.sliceString(from, viewport.to);
    return Decoration.set(
      pieces(text).flatMap(({ kind, text: { length } }) => {
        const start = from;
        from += length;
        return kind ? [mark[kind].range(start, from)] : [];
      }),
    );
  };
  class Painter {
    /** @param {View} view */
    constructor(view) {
      this.colours = colours(view);
    }

    /** @param {import('../vendor/editor.js').Update} update */
    update({ docChanged, viewportChanged, view }) {
      if (docChanged || (viewportChanged && view.state.doc.length > whole)) this.colours = colours(view);
    }
  }
  const painter = ViewPlugin.fromClass(Painter, { decorations: (plugin) => plugin.colours });
  return [
    painter,
    indentUnit.of('  '),
    indentService.of(({ state }, at) => (at === 0 ? 0 : indentAfter(state.doc.lineAt(at - 1).text))),
  ];
}

/** Returns how far the line after a line is indented. @param {string} line */
function indentAfter(line) {
  const [lead] = /** @type {RegExpExecArray} */ (/^\s*(?:- +)*/.exec(line));
  return lead.length + (/:\s*(?:#.*)?$|:\s+[|>][+-]?$/.test(line) ? 2 : 0);
}
