import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PricingType } from '#modules/catalog/package-versions';
import type { OrderRequest } from './agreed-terms';

/**
 * What only a price gives a meaning to. Domain: customers-subscriptions V7 (a billing period is ignored), V8, O1, O2
 * @throws UnsupportedParameter on FREE and CUSTOM plans
 */
export function refusePaidTerms(
  { id, pricingType }: { id: string; pricingType: PricingType },
  asked: OrderRequest,
): void {
  if (pricingType === 'PAID') return;
  const isSaid = {
    unitQuantity: asked.unitQuantity !== undefined,
    charges: asked.charges !== undefined && asked.charges.length > 0,
    billingCountryCode: asked.billingCountryCode != null,
    billingCycleAnchor: asked.billingCycleAnchor === 'NOW',
    priceOverrides: asked.priceOverrides !== undefined && asked.priceOverrides.length > 0,
    minimumSpend: asked.minimumSpend != null,
  };
  const field = Object.entries(isSaid).find(([, said]) => said)?.[0];
  if (field === undefined) return;
  const message = `${field}: plan ${id} is ${pricingType} and has no price; leave ${field} out`;
  throw new DomainError('UnsupportedParameter', message);
}
