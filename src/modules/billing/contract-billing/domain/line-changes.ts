import type { TenantEntity } from '#libs/kernel/tenant-entity';

/** Lines by what is to be done to their rows. */
export interface LineChanges<L extends TenantEntity> {
  removed: L[];
  changed: L[];
  added: L[];
}

/**
 * From one state to the next; a line that is the same object is the same state of it.
 * @param differ whether two states of one line are stored otherwise
 */
export function lineChanges<L extends TenantEntity>(
  before: readonly L[],
  after: readonly L[],
  differ: (before: L, after: L) => boolean,
): LineChanges<L> {
  const former = new Map(before.map((line) => [line.uid, line]));
  const kept = new Set(after.map(({ uid }) => uid));
  return {
    removed: before.filter(({ uid }) => !kept.has(uid)),
    changed: after.filter((line) => {
      const was = former.get(line.uid);
      return was !== undefined && was !== line && differ(was, line);
    }),
    added: after.filter(({ uid }) => !former.has(uid)),
  };
}
