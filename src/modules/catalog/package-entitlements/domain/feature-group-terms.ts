import { DomainError } from '#libs/kernel/errors/domain-error';
import type { TakenGroup } from '#modules/catalog/feature-groups';
import type { EntitlementKind } from './entitlement-request';
import type { EntitlementName } from './entitlement-rules';
import type { EntitlementTag } from './entitlement-tag';
import type { PackageEntitlement } from './package-entitlement';

/**
 * A group brings entitlements for its own features, and for each of them.
 * @param stored what the draft has already
 * @param added what the request brings
 * @throws FeatureNotBelongToFeatureGroupError, FeatureGroupMissingFeaturesError. Domain: catalog F10
 */
export function requireMembers(
  group: TakenGroup,
  stored: readonly EntitlementName[],
  added: readonly { type: EntitlementKind; id: string }[],
): void {
  const members = new Set(group.features.map(({ id }) => id));
  for (const [index, { type, id }] of added.entries()) {
    if (type === 'FEATURE' && members.has(id)) continue;
    const message = `entitlements[${index}]: ${type} ${id} is not in feature group ${group.id}`;
    throw new DomainError('FeatureNotBelongToFeatureGroupError', message);
  }
  const present = new Set([
    ...stored.flatMap(({ kind, refId }) => (kind === 'FEATURE' ? [refId] : [])),
    ...added.map(({ id }) => id),
  ]);
  const missing = [...members].filter((id) => !present.has(id));
  if (missing.length === 0) return;
  throw new DomainError(
    'FeatureGroupMissingFeaturesError',
    `entitlements: the draft has none for ${missing.join(', ')} of feature group ${group.id}; send them`,
  );
}

/** @throws EntitlementBelongsToFeatureGroupError. Domain: catalog F10 */
export function requireUntagged({ refId }: PackageEntitlement, tags: readonly EntitlementTag[]): void {
  if (tags.length === 0) return;
  const groups = tags.map(({ groupId }) => groupId).join(', ');
  throw new DomainError(
    'EntitlementBelongsToFeatureGroupError',
    `Entitlement ${refId} belongs to feature group ${groups}; take the group off the draft instead`,
  );
}
