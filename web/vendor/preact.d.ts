// The types of preact.js, as far as the pages use it. Templates of `html` are opaque to the checker, hence any.

export type VNode = any;
export type Children = any;
export type Component<Props = any> = (props: Props & { children?: Children }) => VNode;

/** Value names a function, so that the parameter of a handler in a template is any without saying so. */
type Value = ((...args: any[]) => any) | {} | null | undefined;
export function html(strings: TemplateStringsArray, ...values: Value[]): VNode;
export function h(type: string | Component, props: object | null, ...children: any[]): VNode;
export function render(node: VNode, parent: Element | DocumentFragment): void;
export const Fragment: Component;

export interface Context<T> {
  Provider: Component<{ value: T }>;
  Consumer: Component;
}
export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;

type Cleanup = void | (() => void);
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((previous: T) => T)) => void];
export function useState(): [any, (next: any) => void];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useRef(): Ref<any>;
export interface Ref<T> {
  current: T;
}
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<F extends (...args: any[]) => any>(callback: F, inputs?: readonly unknown[]): F;
export function useId(): string;
export function useErrorBoundary(caught?: (error: any) => void): [any, () => void];

export interface ReadonlySignal<T> {
  readonly value: T;
  peek(): T;
  subscribe(listener: (value: T) => void): () => void;
  toString(): string;
}
export interface Signal<T> extends ReadonlySignal<T> {
  value: T;
}
export function signal<T>(value: T): Signal<T>;
export function signal<T = undefined>(): Signal<T | undefined>;
export function computed<T>(compute: () => T): ReadonlySignal<T>;
export function effect(run: () => Cleanup): () => void;
export function batch<T>(run: () => T): T;
export function untracked<T>(run: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useSignal<T = undefined>(): Signal<T | undefined>;
export function useComputed<T>(compute: () => T): ReadonlySignal<T>;
export function useSignalEffect(run: () => Cleanup): void;
