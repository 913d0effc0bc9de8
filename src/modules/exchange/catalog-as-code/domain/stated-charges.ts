import { badInput } from '#libs/kernel/errors/domain-error';
import type { ObjectChange } from './catalog-object';
import type { PackageDocument } from './package-document';

/**
 * The operations keep neither prices of a package without a type nor a name of prices that are not there. A document that says
 * either would never be in force. Domain: catalog R1
 * @throws BadUserInput
 */
export function requireStatedCharges({ at, after }: ObjectChange<PackageDocument>): void {
  const { pricingType, charges } = after ?? {};
  if (!charges) return;
  if (!pricingType) throw badInput(`${at}.charges need a pricingType; say PAID or CUSTOM beside them`);
  const { billingId, pricingModels, overagePricingModels, minimumSpend } = charges;
  if (!billingId || pricingModels || overagePricingModels || minimumSpend) return;
  throw badInput(`${at}.charges.billingId names price rows, and there are none; leave it out`);
}
