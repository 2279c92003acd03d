// What the editor looks like: the design's tokens, which reach into its shadow root.

/** @typedef {typeof import('../vendor/editor.js')} Library */

const signal = (/** @type {string} */ colour) => ({
  textDecoration: `underline wavy ${colour}`,
  textUnderlineOffset: '3px',
  backgroundImage: 'none',
});

const rules = {
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--page)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    font: 'var(--code)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { font: 'var(--code)', overflow: 'auto', maxHeight: 'min(42rem, 70vh)' },
  '.cm-content, .cm-gutter': { minHeight: '14rem' },
  '.cm-content': { padding: 'var(--2) 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 var(--2)' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--surface)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-gutter-lint': { width: '1.25rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker-error': { content: 'none', width: '100%', height: '1.25rem' },
  '.cm-lint-marker-error::before': {
    content: '"✕"',
    color: 'var(--bad)',
    fontWeight: '600',
    display: 'block',
    textAlign: 'center',
  },
  '.cm-lintRange-error': signal('var(--bad)'),
  '.cm-lintRange-active': { backgroundColor: 'var(--bad-tint)' },
  '.cm-lintPoint-error::after': { borderBottomColor: 'var(--bad)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--edge)' },
  '.cm-content ::selection, .cm-content::selection, .cm-line::selection, .cm-line ::selection': {
    backgroundColor: 'Highlight',
    color: 'HighlightText',
  },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--page)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    font: 'var(--table)',
    maxWidth: 'min(32rem, 90vw)',
    overflowWrap: 'anywhere',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnosticAction': {
    font: 'inherit',
    color: 'var(--accent)',
    backgroundColor: 'transparent',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--radius)',
    padding: 'var(--1) var(--2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: 'var(--code)', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: 'var(--1) var(--2)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    outline: '2px solid transparent',
    outlineOffset: '-2px',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', marginLeft: 'var(--3)' },
  '.cm-completionInfo': { padding: 'var(--2)', maxWidth: '22rem' },
  '.cm-panel.cm-panel-lint': { color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '.yaml-key': { color: 'var(--accent)' },
  '.yaml-string': { color: 'var(--ok)' },
  '.yaml-comment': { color: 'var(--soft)', fontStyle: 'italic' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--surface)' },
};

/** Returns the theme, and the colours of YAML. @param {Library} library */
export const look = ({ EditorView, syntaxHighlighting, tagHighlighter, tags }) => [
  EditorView.theme(rules),
  syntaxHighlighting(
    tagHighlighter([
      { tag: tags.definition(tags.propertyName), class: 'yaml-key' },
      { tag: tags.string, class: 'yaml-string' },
      { tag: tags.lineComment, class: 'yaml-comment' },
    ]),
  ),
];
