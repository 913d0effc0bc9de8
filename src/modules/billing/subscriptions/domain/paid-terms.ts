import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PricingType } from '#modules/catalog/package-versions';
import type { OrderRequest } from './agreed-terms';

/**
 * What only a price gives a meaning to. Domain: customers-subscriptions V7 (a billing period is ignored), customers-subscriptions V8
 * @throws UnsupportedParameter on FREE and CUSTOM plans
 */
export function refusePaidTerms(
  { id, pricingType }: { id: string; pricingType: PricingType },
  { unitQuantity, charges, billingCountryCode, billingCycleAnchor }: OrderRequest,
): void {
  if (pricingType === 'PAID') return;
  const asked = {
    unitQuantity: unitQuantity !== undefined,
    charges: charges !== undefined && charges.length > 0,
    billingCountryCode: billingCountryCode != null,
    billingCycleAnchor: billingCycleAnchor === 'NOW',
  };
  const field = Object.entries(asked).find(([, isAsked]) => isAsked)?.[0];
  if (field === undefined) return;
  const message = `${field}: plan ${id} is ${pricingType} and has no price; leave ${field} out`;
  throw new DomainError('UnsupportedParameter', message);
}
