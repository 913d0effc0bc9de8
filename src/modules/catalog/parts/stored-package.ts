import { packageEntitlementView, type PackageEntitlementView, type PackageOnMarket } from '#modules/packages';
import type { EntitlementDocument } from '../domain/entitlement-list';
import type { PackageDocument } from '../domain/package-document';
import { chargesDocument, resetConfiguration } from './stored-prices';

/** What plans and addons tell alike. */
export function packageDocument({ package: stored, version, ...told }: PackageOnMarket): PackageDocument {
  const { id, productId, displayName, description, billingId, metadata } = stored;
  const { status, pricingType, overageBillingPeriod } = version;
  return {
    ...{ id, productId, displayName, description, billingId, metadata, pricingType },
    status: status === 'DRAFT' ? status : undefined,
    featureGroups: told.groups.map((group) => group.id),
    charges: chargesDocument(told.charges, overageBillingPeriod),
    entitlements: told.entitlements.map((each) => entitlementDocument(packageEntitlementView(each))),
  };
}

/** As the doors would take it. */
export function entitlementDocument(view: PackageEntitlementView): EntitlementDocument {
  if (!('resetPeriod' in view)) return view as EntitlementDocument;
  const { resetPeriod, resetPeriodConfiguration, ...rest } = view;
  const configuration = resetConfiguration(resetPeriod, resetPeriodConfiguration?.accordingTo ?? null);
  return { ...rest, resetPeriod: resetPeriod ?? undefined, ...configuration } as EntitlementDocument;
}
