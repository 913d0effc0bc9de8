import { canonicalJson } from '#libs/kernel/canonical-json';

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object' || value instanceof Date) return false;
  return Object.keys(value).length === 0;
};

/**
 * The members in their order, without those that say nothing: absent, null, empty or as they are by default. Two objects that
 * mean the same then read the same.
 */
export function lean<D extends object>(members: { [K in keyof D]?: D[K] | null }, defaults: object = {}): D {
  const said = Object.entries(members).filter(([name, value]) => {
    const usual = (defaults as Record<string, unknown>)[name];
    return !isEmpty(value) && (usual === undefined || canonicalJson(value) !== canonicalJson(usual));
  });
  return Object.fromEntries(said) as D;
}

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
