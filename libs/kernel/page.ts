import { badInput } from './errors/domain-error';

/** Which slice of a list: newest first, after or before the object that the cursor names. */
export interface PageRequest {
  /** 1–100. */
  limit: number;
  direction: 'forward' | 'backward';
  /** Public id of the object at the edge of the page before; without one the page begins at the edge of the list. */
  cursor?: string;
}

/** Cursors of a page's newest and oldest member. */
interface Edges {
  first: string | null;
  last: string | null;
}

/** One slice. Domain: access-and-events L1–L3. */
export interface Page<T> {
  items: T[];
  /** Whether older objects follow, on a backward page too. */
  hasMore: boolean;
  /** Whether newer objects precede. */
  hasPrevious: boolean;
  /** Where the search for members was given up before the page was full, at this end of it: it goes on from there. */
  searchedTo?: { end: keyof Edges; cursor: string };
  /** Counts the whole list; called only when somebody asks. */
  count: () => Promise<number>;
}

export const mapPage = <A, B>(page: Page<A>, map: (item: A) => B): Page<B> => ({
  ...page,
  items: page.items.map(map),
});

const places = new WeakMap<object, string>();

/** A member whose place in the list its public id does not name, because others of the list share it. */
export function placedAt<V extends object>(view: V, cursor: string): V {
  places.set(view, cursor);
  return view;
}

/** What names the member's place in its list, for the cursor of the next page. Domain: access-and-events L2 */
export const cursorOf = (view: { id: string }): string => places.get(view) ?? view.id;

/** Cursors that the pages beside this one begin from. */
export function edgesOf({ items, searchedTo }: Page<{ id: string }>): Edges {
  const [first, last] = [items[0], items.at(-1)];
  const edges = { first: first ? cursorOf(first) : null, last: last ? cursorOf(last) : null };
  return searchedTo ? { ...edges, [searchedTo.end]: searchedTo.cursor } : edges;
}

/** A list's query: two spellings of each cursor, one meaning. Interface INDEX, "Lists" */
export interface PageQuery {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  after?: string;
  before?: string;
  /** The last page of the whole list: GraphQL's `last` alone. No parameter of REST says it. */
  isFromEnd?: boolean;
}

export const defaultLimit = 20;

/** @throws BadUserInput for two cursors. Domain: access-and-events L1 */
export function pageRequestOf(query: PageQuery): PageRequest {
  const forward = spellingIn(query, ['starting_after', 'after']);
  const backward = spellingIn(query, ['ending_before', 'before']);
  if (forward && backward) throw badInput(`${forward} and ${backward} exclude each other; send one`);
  const limit = query.limit ?? defaultLimit;
  if (backward || query.isFromEnd) {
    return { limit, direction: 'backward', cursor: backward && query[backward] };
  }
  return { limit, direction: 'forward', cursor: forward && query[forward] };
}

type Cursor = Exclude<keyof PageQuery, 'limit' | 'isFromEnd'>;

/** Of the two names of one cursor the one that was sent. */
function spellingIn(query: PageQuery, names: readonly [Cursor, Cursor]): Cursor | undefined {
  const sent = names.filter((name) => query[name] !== undefined);
  if (sent.length > 1) throw badInput(`${names.join(' and ')} are two spellings of one cursor; send one`);
  return sent[0];
}
