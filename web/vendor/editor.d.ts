// The types of editor.js, as far as the pages use it; what only passes through is any.

export interface Extension {}

/** Text is a document; its lines are counted from 1. */
export interface Text {
	length: number;
	lines: number;
	line(n: number): { from: number; to: number; text: string };
	toString(): string;
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
	validFor?: RegExp;
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
	static updateListener: { of(listener: (update: { docChanged: boolean; state: State; transactions: any[] }) => void): Extension };
	static editable: { of(editable: boolean): Extension };
}
export const EditorState: {
	create(config: { doc: string; selection?: any; extensions: any[] }): State;
	readOnly: { of(on: boolean): Extension };
	tabSize: { of(size: number): Extension };
};
export class Compartment {
	of(extension: any): Extension;
	reconfigure(extension: any): any;
}
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
export const indentUnit: { of(unit: string): Extension };
export const tags: Record<string, any> & { [modifier in 'definition' | 'special']: any };
export function acceptCompletion(view: EditorView): boolean;
export function lineNumbers(): Extension;
export function highlightActiveLine(): Extension;
export function highlightSpecialChars(): Extension;
export function history(): Extension;
export function bracketMatching(): Extension;
export function closeBrackets(): Extension;
export function lintGutter(): Extension;
export function yaml(): Extension;
export function autocompletion(config: { override?: ((context: CompletionContext) => CompletionResult | null | Promise<CompletionResult | null>)[]; icons?: boolean; activateOnTyping?: boolean }): Extension;
export function syntaxHighlighting(style: any): Extension;
export const HighlightStyle: { define(rules: object[]): any };
export function setDiagnostics(state: State, diagnostics: Diagnostic[]): any;
