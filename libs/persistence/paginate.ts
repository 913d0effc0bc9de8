import type { Page, PageRequest } from '#libs/kernel/page';

export interface Found<T> {
  items: T[];
  /** Whether a member stands at the position or on its other side. */
  isPreceded: boolean;
}

export interface Slice<T> {
  /** Up to `limit` members beyond the position, nearest first; without a position from the edge of the list. */
  beyond(direction: 'forward' | 'backward', position: string | undefined, limit: number): Promise<Found<T>>;
  count(): Promise<number>;
}

/**
 * Keyset pages, newest first. The page before a cursor is told in the same order as any other, and `hasMore` always looks
 * towards older objects. Domain: access-and-events L1–L3.
 */
export async function paginate<T>(slice: Slice<T>, request: PageRequest): Promise<Page<T>> {
  const { limit, direction, cursor } = request;
  const { items: fetched, isPreceded } = await slice.beyond(direction, cursor, limit + 1);
  const items = fetched.slice(0, limit);
  const isCut = fetched.length > limit;
  const count = () => slice.count();
  // The object of the cursor usually precedes its page, unless a filter hides it and all before it.
  if (direction === 'forward')
    return { items, hasMore: isCut, hasPrevious: isPreceded && items.length > 0, count };
  items.reverse();
  // What the cursor names follows its page; nothing follows the end of the list.
  return { items, hasMore: cursor !== undefined && items.length > 0, hasPrevious: isCut, count };
}
