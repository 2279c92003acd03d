// The types of editor.js, as far as the pages use it; what only passes through is any.

export interface Extension {}

/** Text is a document; its lines are counted from 1. */
export interface Text {
  length: number;
  lines: number;
  line(n: number): Line;
  lineAt(at: number): Line;
  sliceString(from: number, to?: number): string;
  toString(): string;
}
export interface Line {
  from: number;
  to: number;
  number: number;
  text: string;
}
export interface State {
  doc: Text;
  sliceDoc(from?: number, to?: number): string;
}
export interface CompletionContext {
  state: State;
  pos: number;
  /** whether a key asked for it */
  explicit: boolean;
}
export interface Completion {
  label: string;
  detail?: string;
  info?: string;
  type?: string;
  apply?: string;
  boost?: number;
}
export interface CompletionResult {
  from: number;
  options: Completion[];
  validFor?: RegExp | ((text: string) => boolean);
}
export interface Diagnostic {
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
  actions?: { name: string; apply(view: EditorView, from: number, to: number): void }[];
}
export class EditorView {
  constructor(config: { state: State; parent: Element | DocumentFragment; root?: Document | ShadowRoot });
  readonly state: State;
  readonly contentDOM: HTMLElement;
  readonly hasFocus: boolean;
  focus(): void;
  destroy(): void;
  dispatch(...changes: any[]): void;
  static theme(rules: object, options?: { dark?: boolean }): Extension;
  static lineWrapping: Extension;
  static contentAttributes: { of(attributes: Record<string, string>): Extension };
  static updateListener: {
    of(listener: (update: { docChanged: boolean; state: State; transactions: any[] }) => void): Extension;
  };
  static editable: { of(editable: boolean): Extension };
}
export const EditorState: {
  create(config: { doc: string; selection?: any; extensions: any[] }): State;
  readOnly: { of(on: boolean): Extension };
  tabSize: { of(size: number): Extension };
};
export interface KeyBinding {
  key: string;
  run(view: EditorView): boolean;
  preventDefault?: boolean;
}
export const keymap: { of(bindings: readonly KeyBinding[]): Extension };
export const defaultKeymap: readonly KeyBinding[];
export const historyKeymap: readonly KeyBinding[];
export const lintKeymap: readonly KeyBinding[];
export const completionKeymap: readonly KeyBinding[];
export const closeBracketsKeymap: readonly KeyBinding[];
/** SyntaxNode is a part of a text that was parsed. */
export interface SyntaxNode {
  name: string;
  from: number;
  to: number;
  parent: SyntaxNode | null;
  lastChild: SyntaxNode | null;
  getChild(name: string): SyntaxNode | null;
  getChildren(name: string): SyntaxNode[];
}
export interface Parser {
  parse(text: string): { resolveInner(at: number, side: -1 | 0 | 1): SyntaxNode };
}
export const yamlLanguage: { parser: Parser };
export function yaml(): Extension;
export const indentService: {
  of(indent: (context: { state: State }, at: number) => number | undefined): Extension;
};
export const tags: { string: any; lineComment: any; propertyName: any; definition(tag: any): any };
export function tagHighlighter(styles: { tag: any; class: string }[]): any;
export function syntaxHighlighting(highlighter: any): Extension;
export function acceptCompletion(view: EditorView): boolean;
export function completionStatus(state: State): 'active' | 'pending' | null;
export function lineNumbers(): Extension;
export function highlightActiveLine(): Extension;
export function highlightSpecialChars(): Extension;
export function history(): Extension;
export function bracketMatching(): Extension;
export function closeBrackets(): Extension;
export function lintGutter(): Extension;
export function autocompletion(config: {
  override?: ((context: CompletionContext) => CompletionResult | null | Promise<CompletionResult | null>)[];
  icons?: boolean;
  activateOnTyping?: boolean;
}): Extension;
export function setDiagnostics(state: State, diagnostics: Diagnostic[]): any;
