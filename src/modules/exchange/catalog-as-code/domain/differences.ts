import type { FieldChange } from './catalog-object';

type Members = Record<string, unknown>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameParts = [
  ...['type', 'id', 'targetProductId'],
  ...['billingModel', 'featureId', 'currencyId', 'topUpCustomCurrencyId', 'billingCadence'],
  ...['billingPeriod', 'billingCountryCode'],
];

/** What names an element of a list among its neighbours: `FEATURE api-calls`, `PER_UNIT seats`, `MONTHLY DE`, or its id alone. */
export const keyOf = (element: object): string =>
  nameParts
    .map((name) => (element as Members)[name])
    .filter((word) => typeof word === 'string')
    .join(' ');

/** As JSON, whatever the order of the members. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => isSame(element, b[index]));
  }
  const names = saidIn(a as Members);
  return (
    names.length === saidIn(b as Members).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame((a as Members)[name], (b as Members)[name]))
  );
}

const saidIn = (members: Members): string[] =>
  Object.keys(members).filter((name) => members[name] !== undefined);

/** A list of named elements, or none at all. */
function keyed(value: unknown): Map<string, unknown> | undefined {
  if (value === undefined) return new Map();
  if (!Array.isArray(value) || !value.every(isMembers)) return undefined;
  const byKey = new Map(value.map((element) => [keyOf(element), element]));
  return byKey.has('') || byKey.size < value.length ? undefined : byKey;
}

/** Where two objects in normal form differ, in the order of their members. Named elements are compared by name. */
export function differences(before: object, after: object): FieldChange[] {
  const found: FieldChange[] = [];
  compareMembers('', before as Members, after as Members, found);
  return found;
}

function compareMembers(path: string, before: Members, after: Members, found: FieldChange[]): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = path === '' ? name : `${path}.${name}`;
    compare(at, ownOf(before, name), ownOf(after, name), found);
  }
}

const ownOf = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

function compare(path: string, before: unknown, after: unknown, found: FieldChange[]): void {
  if (isSame(before ?? null, after ?? null)) return;
  if (isMembers(before) && isMembers(after)) return compareMembers(path, before, after, found);
  const [had, has] = [keyed(before), keyed(after)];
  if (had && has) return compareLists(path, had, has, found);
  found.push({ path, before: before ?? null, after: after ?? null });
}

function compareLists(
  path: string,
  had: Map<string, unknown>,
  has: Map<string, unknown>,
  found: FieldChange[],
): void {
  for (const key of new Set([...had.keys(), ...has.keys()])) {
    compare(`${path}[${key}]`, had.get(key), has.get(key), found);
  }
  const stays = (list: Map<string, unknown>, other: Map<string, unknown>) =>
    [...list.keys()].filter((key) => other.has(key));
  const [before, after] = [stays(had, has), stays(has, had)];
  if (before.join('\n') !== after.join('\n')) found.push({ path: `${path}.order`, before, after });
}
