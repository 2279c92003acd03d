// Made by a test.

/** Rows under their plural, with the number that there are, listed or not. */
export type List<Plural extends string, Row> = { [name in Plural]: Row[] } & { total: number };

/** Card is a card. */
export interface Card {
  number: string;
}

/** Change is a change. */
export interface Change {
  owner?: string;
  kind: "large" | "small";
}

/** Failure is the body of an error. */
export interface Failure {
  /** what was wrong */
  error: string;
}

/** Owner has a thing. */
export interface Owner {
  "full-name": string;
}

/** Pair is two values. */
export interface PairOfInt {
  /** the first */
  a: number;
  b: number;
}

/** Thing is a thing. It has fields of every kind. */
export interface Thing {
  /** what it is */
  kind: "large" | "small";
  count: number;
  share: number;
  /** null for none */
  price: number | null;
  /** absent when nobody owns it */
  owner?: Owner;
  parent: Thing | null;
  method: Card | Failure | null;
  pair: PairOfInt;
  tags: string[] | null;
  kinds?: ("large" | "small")[];
  facts?: Record<string, unknown>;
  at: string;
  for: string;
  took_ns: number;
}

/** The routes: what each takes and answers. */
export interface Routes {
  /** all things */
  "GET /base/things": { path: {}; query: {"max-rows"?: string}; body: undefined; answer: List<"things", Thing>; };
  /** change a | b */
  "POST /base/things/{id}": { path: {id: string}; query: {}; body: Change; answer: Thing; status: 201; };
  /** delete it */
  "DELETE /base/things/{id}": { path: {id: string}; query: {}; body: undefined; answer: undefined; status: 204; };
  /** a text */
  "PUT /base/text": { path: {}; query: {}; body: string; answer: Record<string, unknown>; };
  /** what happens */
  "GET /base/events": { path: {}; query: {}; body: undefined; answer: {"other": Record<string, number>; "thing": Thing}; };
}
