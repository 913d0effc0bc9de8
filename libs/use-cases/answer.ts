import type { ShapeClass } from '#libs/shape/property-spec';

/** What a use case answers: one object, a whole list, a list with the client's pagination object, a page, a page of a list that is walked one way, a document, messages, or nothing. */
export type AnswerKind = 'one' | 'list' | 'wholeList' | 'page' | 'onward' | 'document' | 'stream' | 'nothing';

export interface Answer {
  kind: AnswerKind;
  /** One class, or several told apart by `type`; of messages, by their event. */
  types: ShapeClass[];
}

export const one = (...types: ShapeClass[]): Answer => ({ kind: 'one', types });
export const list = (...types: ShapeClass[]): Answer => ({ kind: 'list', types });
export const wholeList = (...types: ShapeClass[]): Answer => ({ kind: 'wholeList', types });
export const page = (...types: ShapeClass[]): Answer => ({ kind: 'page', types });
/** A page that tells where the next one begins and nothing else: its list is sorted by what moves. */
export const onward = (...types: ShapeClass[]): Answer => ({ kind: 'onward', types });
/** Is it a `Page` inside? */
export const isPaged = ({ kind }: Answer): boolean => kind === 'page' || kind === 'onward';
const listed: ReadonlySet<AnswerKind> = new Set(['list', 'wholeList', 'page', 'onward']);
/** Is it several of a kind? */
export const isListed = ({ kind }: Answer): boolean => listed.has(kind);
/** Null: that it was done is all there is to say. */
export const nothing: Answer = { kind: 'nothing', types: [] };
/** Told whole: as JSON or, with `?format=yaml`, as YAML over REST, as one JSON value over GraphQL. */
export const document = (type: ShapeClass): Answer => ({ kind: 'document', types: [type] });
/** A `MessageSource`: told for as long as the caller listens. */
export const stream = (...types: ShapeClass[]): Answer => ({ kind: 'stream', types });
