import { badInput } from '#libs/kernel/errors/domain-error';
import type { CarriedEntitlement } from '#modules/catalog/package-entitlements';
import type { OverageEntitlementRequest, OverageRequest } from './charges-request';

/** In the order of the models; most carry none. @throws BadUserInput. Domain: catalog R5, E6 */
export const carriedBy = (models: readonly OverageRequest[]): CarriedEntitlement[] =>
  models.flatMap(({ entitlement, creditEntitlement }, index): CarriedEntitlement[] => {
    const path = `charges.overagePricingModels[${index}]`;
    if (entitlement) {
      const at = `${path}.entitlement.`;
      requireWholeLimit(entitlement, at);
      const { featureId: id, ...value } = entitlement;
      return [{ entitlement: { type: 'FEATURE', id, ...value }, at }];
    }
    if (!creditEntitlement) return [];
    const { customCurrencyId: id, amount, cadence } = creditEntitlement;
    return [{ entitlement: { type: 'CREDIT', id, amount, cadence }, at: `${path}.creditEntitlement.` }];
  });

// The contract says number where entitlements say integer.
function requireWholeLimit({ usageLimit = 0 }: OverageEntitlementRequest, at: string): void {
  if (Number.isInteger(usageLimit)) return;
  throw badInput(`${at}usageLimit must be an integer`);
}
