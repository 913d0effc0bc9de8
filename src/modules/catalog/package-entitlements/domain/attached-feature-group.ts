import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PackageReference } from '#modules/catalog/package-versions';
import type { EntitlementTag } from './entitlement-tag';
import type { PackageEntitlement } from './package-entitlement';

/** A feature group on a version, with the features whose entitlements it holds there. Domain: catalog F10 */
export interface AttachedFeatureGroup extends PackageReference {
  featureIds: string[];
}

/**
 * @param entitlements of the version, in display order
 * @param tags of the version, in the order in which the groups came
 */
export function attachedGroups(
  entitlements: readonly PackageEntitlement[],
  tags: readonly EntitlementTag[],
): AttachedFeatureGroup[] {
  const groups = new Map(tags.map(({ groupUid, groupId }) => [groupUid, groupId]));
  return [...groups].map(([uid, id]) => {
    const held = new Set(tags.filter((tag) => tag.groupUid === uid).map((tag) => tag.entitlementUid));
    const featureIds = entitlements.filter((each) => held.has(each.uid)).map(({ refId }) => refId);
    return { uid, id, featureIds };
  });
}

/** @throws FeatureGroupNotFoundError */
export function requireAttached(
  groups: readonly AttachedFeatureGroup[],
  groupId: string,
): AttachedFeatureGroup {
  const held = groups.find(({ id }) => id === groupId);
  if (held) return held;
  throw new DomainError('FeatureGroupNotFoundError', `The draft has no feature group ${groupId}`);
}
