import { badInput } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';

/** How a tree is walked. */
export interface TreeOrder<S extends string = string> {
  sortBy: S;
  order: 'asc' | 'desc';
}

/** Where a page of it ended: the value that it is sorted by, where that is no key, and the keys of the line. */
export interface TreePlace {
  /** Exact text; null of an entity without a budget. */
  value: string | null;
  entityUid: string;
  budgetUid: string | null;
}

const number = /^-?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/;

/** Opaque to callers. Domain: access-and-events G9 */
export const cursorAt = ({ sortBy, order }: TreeOrder, { value, entityUid, budgetUid }: TreePlace): string =>
  Buffer.from([sortBy, order, value ?? '', entityUid, budgetUid ?? ''].join(' ')).toString('base64url');

/** @throws BadUserInput for what no page of this order has given */
export function placeIn(cursor: string, { sortBy, order }: TreeOrder): TreePlace {
  const parts = Buffer.from(cursor, 'base64url').toString().split(' ');
  const [ofSort, ofOrder, value = '', entityUid = '', budgetUid = ''] = parts;
  const isOne =
    parts.length === 5 &&
    isUid(entityUid) &&
    (budgetUid === '' || isUid(budgetUid)) &&
    (value === '' || number.test(value));
  if (!isOne) throw badInput('after is no cursor of this list; send pagination.next of the page before');
  if (ofSort !== sortBy || ofOrder !== order)
    throw badInput(
      `after is a cursor of a list sorted by ${ofSort} ${ofOrder}; it does not go on in another order`,
    );
  return { value: value === '' ? null : value, entityUid, budgetUid: budgetUid === '' ? null : budgetUid };
}
