import type { Page, PageRequest } from '#libs/kernel/page';

export interface Slice<T> {
  /** Up to `limit` objects beyond the position, nearest first. */
  beyond(direction: 'forward' | 'backward', uid: string | undefined, limit: number): Promise<T[]>;
  uidOf(item: T): string;
  count(): Promise<number>;
}

/**
 * Keyset pages, newest first. The page before a cursor is told in the same order as any other, and `hasMore` always looks
 * towards older objects. Domain: access-and-events L1–L3.
 */
export async function paginate<T>(
  slice: Slice<T>,
  request: PageRequest,
  position: string | undefined,
): Promise<Page<T>> {
  const { limit, direction } = request;
  const fetched = await slice.beyond(direction, position, limit + 1);
  const items = fetched.slice(0, limit);
  const isCut = fetched.length > limit;
  const count = () => slice.count();
  if (direction === 'forward') {
    return { items, hasMore: isCut, hasPrevious: await precedes(slice, position, items), count };
  }
  items.reverse();
  return { items, hasMore: items.length > 0, hasPrevious: isCut, count };
}

/** Without a cursor nothing precedes; with one, its own object usually does, unless a filter hides it and all before it. */
async function precedes<T>(slice: Slice<T>, position: string | undefined, items: T[]): Promise<boolean> {
  const [first] = items;
  if (position === undefined || first === undefined) return false;
  return (await slice.beyond('backward', slice.uidOf(first), 1)).length > 0;
}
