import { DomainError } from '#libs/kernel/errors/domain-error';
import type { NamedPlan, StoredProduct } from '#modules/catalog/products';
import { nameOf, type PricingType } from '#modules/catalog/package-versions';

/** A plan as those see it who offer it. */
export interface OfferedPlan {
  uid: string;
  productUid: string;
  /** Of its latest version. */
  pricingType: PricingType | null;
  /** Its latest version can be subscribed to. */
  isPublished: boolean;
  /** Its latest version starts with a trial. */
  hasTrial: boolean;
}

/** It can be given to anybody without asking. */
export const isFree = (plan: OfferedPlan | undefined): plan is OfferedPlan =>
  plan !== undefined && plan.isPublished && plan.pricingType === 'FREE';

/** May the settings of this product rely on this plan? @throws InvalidArgumentError. Domain: catalog P4 */
export function requireFittingPlan(
  { field, planId, mustBe }: NamedPlan,
  plan: OfferedPlan | undefined,
  product: Pick<StoredProduct, 'uid' | 'id'>,
): void {
  const refused = (why: string) =>
    new DomainError('InvalidArgumentError', `productSettings.${field}: ${nameOf('PLAN', planId)} ${why}`);
  if (plan?.productUid !== product.uid) throw refused(`is no plan of product ${product.id}`);
  if (!plan.isPublished) throw refused('is not published; publish it first');
  if (mustBe === 'FREE' && plan.pricingType !== 'FREE')
    throw refused(`is ${plan.pricingType} and must be FREE`);
  if (mustBe === 'FREE') return;
  if (plan.pricingType === 'FREE') throw refused('is FREE and must be PAID or CUSTOM');
  if (!plan.hasTrial) throw refused('has no defaultTrialConfig');
}
