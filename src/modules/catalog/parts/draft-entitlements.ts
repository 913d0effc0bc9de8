import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PackageEntitlementView } from '#modules/packages';
import { keyOf } from '../domain/differences';
import { entitlementEdits, normalEntitlements, type EntitlementDocument } from '../domain/entitlement-list';
import { entitlementDocument } from './stored-package';

/** What the entitlement services of plans and of addons have in common. They mean the draft. */
export interface EntitlementDoors {
  list(id: string, selection: object): Promise<PackageEntitlementView[]>;
  create(id: string, body: { entitlements: EntitlementDocument[] }): Promise<unknown>;
  update(id: string, refId: string, patch: EntitlementDocument): Promise<unknown>;
  delete(id: string, refId: string, type: EntitlementDocument['type']): Promise<unknown>;
}

/**
 * Makes the entitlements of a draft what the document says. Looked at only now: feature groups that let go have taken some along.
 * @param wanted in normal form
 */
export async function bringEntitlements(
  doors: EntitlementDoors,
  id: string,
  wanted: readonly EntitlementDocument[],
): Promise<void> {
  const present = normalEntitlements((await doors.list(id, {})).map(entitlementDocument));
  const { removed, patched, added } = entitlementEdits(present, wanted);
  for (const { id: refId, type } of removed) await doors.delete(id, refId, type);
  for (const each of patched) await byName([each], () => doors.update(id, each.id, each));
  await addEntitlements(doors, id, added);
}

export async function addEntitlements(
  doors: EntitlementDoors,
  id: string,
  entitlements: EntitlementDocument[],
): Promise<void> {
  if (entitlements.length > 0) await byName(entitlements, () => doors.create(id, { entitlements }));
}

/** Refusals name entitlements by place in a request that the caller never saw; the document names them by what they are. */
async function byName(sent: readonly EntitlementDocument[], call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const nameOf = (place: string): string => {
      const entitlement = sent[Number(place)];
      return `entitlements[${entitlement ? keyOf(entitlement) : place}]`;
    };
    const { code, message, reason, isDefinite } = error;
    const named = message.replace(/^entitlements\[(\d+)\]/, (_whole, place: string) => nameOf(place));
    throw new DomainError(code, named, { reason, isDefinite });
  }
}
