import { View } from '#libs/shape/classes';
import { ListsOf } from '#libs/shape/decorators';
import { viewVariants } from '#libs/shape/view-variants';
import { CustomerEntitlementCredit, CustomerEntitlementFeature } from '#modules/entitlements/entitlements';
import { Chain } from './governance.views';

const chains = {
  optional: true,
  description:
    'For each dimension that names an entity its budgets, from it to its root. Each of them must grant.',
} as const;

@View('May this customer use this feature, now, and those who are named?')
export class CustomerEntitlementFeatureBeta extends CustomerEntitlementFeature {
  @ListsOf(Chain, chains) chains?: Chain[][];
}

@View('May this customer use credits of this currency, now, and those who are named?')
export class CustomerEntitlementCreditBeta extends CustomerEntitlementCredit {
  @ListsOf(Chain, chains) chains?: Chain[][];
}

export const CustomerEntitlementBeta = viewVariants('CustomerEntitlementBeta', {
  FEATURE: CustomerEntitlementFeatureBeta,
  CREDIT: CustomerEntitlementCreditBeta,
});
export type CustomerEntitlementBeta = CustomerEntitlementFeatureBeta | CustomerEntitlementCreditBeta;
