import { badInput } from '#libs/kernel/errors/domain-error';
import type { PageRequest } from '#libs/kernel/page';

/** Part of a list that is known whole, with the cursors that the parts beside it begin from. */
export interface ListPart<T> {
  items: T[];
  next: string | null;
  prev: string | null;
}

/** @throws BadUserInput for a cursor that names nothing of the list */
export function partOf<T extends { uid: string }>(
  all: readonly T[],
  { limit, direction, cursor }: PageRequest,
): ListPart<T> {
  const place = all.findIndex(({ uid }) => uid === cursor);
  if (cursor !== undefined && place < 0) throw badInput('The cursor names no grant of this list');
  const begin = direction === 'forward' ? place + 1 : Math.max(0, place - limit);
  const end = direction === 'forward' ? begin + limit : place;
  const items = all.slice(begin, end);
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    next: last && end < all.length ? last.uid : null,
    prev: first && begin > 0 ? first.uid : null,
  };
}
