// The types of yaml.js, as far as the pages use it.

export interface Node {
  range?: [number, number, number] | null;
}
export interface Scalar extends Node {
  value: unknown;
}
export interface Pair {
  key: Scalar;
  value: Node | null;
}
export interface Collection extends Node {
  items: any[];
  flow?: boolean;
}
export interface Document {
  contents: any;
  errors: { message: string; linePos?: [{ line: number; col: number }, ...unknown[]] }[];
  getIn(path: (string | number)[], keepScalar?: boolean): any;
  setIn(path: (string | number)[], value: unknown): void;
  addIn(path: (string | number)[], value: unknown): void;
  deleteIn(path: (string | number)[]): boolean;
  hasIn(path: (string | number)[]): boolean;
  createNode(value: unknown, options?: { flow?: boolean }): any;
  toString(options?: { lineWidth?: number; flowCollectionPadding?: boolean }): string;
  toJS(): any;
}
export class LineCounter {
  linePos(offset: number): { line: number; col: number };
}
export function parseDocument(text: string, options?: { lineCounter?: LineCounter; schema?: 'failsafe' }): Document;
export function isMap(node: unknown): node is Collection;
export function isSeq(node: unknown): node is Collection;
export function isScalar(node: unknown): node is Scalar;
