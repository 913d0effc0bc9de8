import type { StoredEntitlement } from '#modules/catalog/package-entitlements';
import type { PackageSnapshot } from '#modules/catalog/packages';
import type { EntitlementDocument } from '../domain/entitlement-list';
import type { PackageDocument } from '../domain/package-document';
import { chargesDocument, resetConfiguration } from './stored-prices';

/** What plans and addons tell alike. */
export function packageDocument({ package: stored, version, ...told }: PackageSnapshot): PackageDocument {
  const { id, productId, displayName, description, billingId, metadata } = stored;
  const { status, pricingType, overageBillingPeriod } = version;
  return {
    ...{ id, productId, displayName, description, billingId, metadata, pricingType },
    status: status === 'DRAFT' ? status : undefined,
    featureGroups: told.groups.map((group) => group.id),
    charges: chargesDocument(told.charges, overageBillingPeriod),
    entitlements: told.entitlements.map(entitlementDocument),
  };
}

/** As the doors would take it. */
export const entitlementDocument = (stored: StoredEntitlement): EntitlementDocument =>
  ({
    type: stored.kind,
    id: stored.refId,
    description: stored.description,
    isGranted: stored.isGranted,
    isCustom: stored.isCustom,
    order: stored.order,
    behavior: stored.behavior,
    hiddenFromWidgets: stored.hiddenFromWidgets,
    displayNameOverride: stored.displayNameOverride,
    hasSoftLimit: stored.hasSoftLimit,
    ...(stored.kind === 'FEATURE' ? featureValue(stored) : creditValue(stored)),
  }) as EntitlementDocument;

function featureValue(stored: StoredEntitlement): object {
  const { usageLimit, hasUnlimitedUsage, resetPeriod, accordingTo, enumValues } = stored;
  const value = { usageLimit, hasUnlimitedUsage, resetPeriod: resetPeriod ?? undefined, enumValues };
  return accordingTo === null ? value : { ...value, ...resetConfiguration(resetPeriod, accordingTo) };
}

const creditValue = ({ amount, cadence, dependencyFeatureId }: StoredEntitlement): object => ({
  ...{ cadence, dependencyFeatureId },
  amount: amount === null ? null : Number(amount),
});
