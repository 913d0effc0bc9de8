import { Injectable } from '@nestjs/common';
import { resetAnchorOf } from '#libs/business/values/reset-configuration';
import { parseDecimal, toCredits } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { CustomCurrenciesService, type StoredCurrency } from '#modules/catalog/custom-currencies';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import type { PublishedPackage } from '#modules/catalog/packages';
import {
  requireFitting,
  type CreditOverride,
  type EntitlementOverride,
  type FeatureOverride,
} from './domain/entitlement-override';
import type {
  SubscriptionEntitlement,
  SubscriptionEntitlementCredit,
  SubscriptionEntitlementFeature,
} from './subscription-entitlement.inputs';

/** Values that a subscription fills in for a CUSTOM plan. Domain: customers-subscriptions O4 */
@Injectable()
export class OverridesService {
  constructor(
    private readonly features: FeaturesService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /**
   * In the order of the request.
   * @throws FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError, DuplicatedEntityNotAllowed, AmountTooLarge, BadUserInput
   */
  async read(
    asked: readonly SubscriptionEntitlement[],
    plan: PublishedPackage,
  ): Promise<EntitlementOverride[]> {
    if (asked.length === 0) return [];
    // A PAID subscription is collected elsewhere in this release (NONE), and then takes them too. Domain: customers-subscriptions O4
    if (plan.pricingType === 'FREE') throw badInput('entitlements: a FREE plan takes no values of its own');
    const [features, currencies] = [placedOf(asked, isFeature), placedOf(asked, isCredit)];
    const known = await this.features.keepPlaced(features);
    const sold = await this.currencies.findPlaced(currencies);
    await requireEachOnce(features, (id) => known.get(id)?.requireUsable());
    await requireEachOnce(currencies, (id) => sold.get(id)?.requireLive());
    return asked.map((each, index) => {
      const at = `entitlements[${index}]`;
      if (isCredit(each)) return ofCredits(each, sold.get(each.id) as StoredCurrency, at);
      const value = each as SubscriptionEntitlementFeature;
      return ofFeature(value, known.get(value.id) as StoredFeature, at);
    });
  }
}

/** `type` is said over REST alone, and what waited lies in JSON. */
const isCredit = (asked: SubscriptionEntitlement): asked is SubscriptionEntitlementCredit =>
  'cadence' in asked;

const isFeature = (asked: SubscriptionEntitlement): asked is SubscriptionEntitlementFeature =>
  !isCredit(asked);

/** Ids of one kind, each at its place in the request. */
const placedOf = (
  asked: readonly SubscriptionEntitlement[],
  isOfKind: (
    each: SubscriptionEntitlement,
  ) => each is SubscriptionEntitlementFeature | SubscriptionEntitlementCredit,
): Placed<string>[] =>
  asked.flatMap((each, index) => (isOfKind(each) ? [{ asked: each.id, at: `entitlements[${index}]` }] : []));

/** @throws DuplicatedEntityNotAllowed and what `require` throws */
async function requireEachOnce(
  named: readonly Placed<string>[],
  require: (id: string) => void,
): Promise<void> {
  const seen = new Set<string>();
  await eachPlaced(named, (id) => {
    require(id);
    if (seen.has(id)) {
      throw new DomainError('DuplicatedEntityNotAllowed', `${id} stands twice in the request`);
    }
    seen.add(id);
  });
}

function ofFeature(
  asked: SubscriptionEntitlementFeature,
  feature: StoredFeature,
  at: string,
): FeatureOverride {
  const override: FeatureOverride = {
    featureUid: feature.uid,
    featureId: feature.id,
    usageLimit: asked.usageLimit ?? null,
    hasUnlimitedUsage: asked.hasUnlimitedUsage ?? false,
    hasSoftLimit: asked.hasSoftLimit ?? false,
    resetPeriod: asked.resetPeriod ?? null,
    accordingTo: resetAnchorOf(asked),
  };
  requireFitting(override, feature, at);
  return override;
}

/** Domain: credits Y4 @throws AmountTooLarge */
function ofCredits(
  { amount, cadence }: SubscriptionEntitlementCredit,
  currency: StoredCurrency,
  at: string,
): CreditOverride {
  const credits = toCredits(parseDecimal(amount, `${at}.amount`), `${at}.amount`);
  return { currencyUid: currency.uid, currencyId: currency.id, amount: credits.toFixed(), cadence };
}
