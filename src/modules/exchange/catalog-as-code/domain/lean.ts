import { canonicalJson } from '#libs/kernel/canonical-json';
import { creditsWithin, parseDecimal } from '#libs/kernel/decimal';

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object' || value instanceof Date) return false;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

const isUsual = (value: unknown, usual: unknown): boolean =>
  value === usual || (typeof usual === 'object' && canonicalJson(value) === canonicalJson(usual));

/** Says a member, unless it says nothing: absent, null, empty or as it is by default. */
export function say(said: object, name: string, value: unknown, usual?: unknown): void {
  if (!isEmpty(value) && !isUsual(value, usual)) (said as Record<string, unknown>)[name] = value;
}

/** The members in their order, as `say` says them. Two objects that mean the same then read the same. */
export function lean<D extends object>(members: { [K in keyof D]?: D[K] | null }, defaults: object = {}): D {
  const said = {};
  for (const name of Object.keys(members)) {
    say(said, name, members[name as keyof D], defaults[name as keyof typeof defaults]);
  }
  return said as D;
}

/** A list of ids as it is kept: each once, where it stands first. */
export const once = (ids: readonly string[] | null | undefined): string[] | undefined =>
  ids ? [...new Set(ids)] : undefined;

/** Credits as they are kept; the doors refuse what is too large. Domain: credits Y4 */
export const normalCredits = (amount: number): number =>
  creditsWithin(parseDecimal(amount, 'amount'))?.toNumber() ?? amount;

/** Metadata with its keys in order; an empty text says that there is none. Domain: catalog C6 */
export const normalMetadata = (given: Record<string, string> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .filter(([, text]) => text !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A PATCH of metadata that makes of one map the other: a key with an empty text is removed. Domain: catalog C6 */
export function metadataPatch(
  before: Record<string, string> = {},
  after: Record<string, string> = {},
): Record<string, string> {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return { ...after, ...Object.fromEntries(gone.map((key) => [key, ''])) };
}
