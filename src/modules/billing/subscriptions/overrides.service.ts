import { Injectable } from '@nestjs/common';
import { resetAnchorOf } from '#libs/business/values/reset-configuration';
import { badInput, DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { eachPlaced, placedIn } from '#libs/kernel/errors/placed';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import type { PublishedPackage } from '#modules/catalog/packages';
import { requireFitting, type EntitlementOverride } from './domain/entitlement-override';
import {
  SubscriptionEntitlementFeature,
  type SubscriptionEntitlement,
} from './subscription-entitlement.inputs';

/** Values that a subscription fills in for a CUSTOM plan. Domain: customers-subscriptions O4 */
@Injectable()
export class OverridesService {
  constructor(private readonly features: FeaturesService) {}

  /** @throws UnsupportedParameter, FeatureNotFound, EntityIsArchivedError, DuplicatedEntityNotAllowed, BadUserInput */
  async read(
    asked: readonly SubscriptionEntitlement[],
    plan: PublishedPackage,
  ): Promise<EntitlementOverride[]> {
    if (asked.length === 0) return [];
    // A PAID subscription is collected elsewhere in this release (NONE), and then takes them too. Domain: customers-subscriptions O4
    if (plan.pricingType === 'FREE') throw badInput('entitlements: a FREE plan takes no values of its own');
    const given = asked.map(requireFeature);
    const named = placedIn(
      'entitlements',
      given.map(({ id }) => id),
    );
    const found = await this.features.keepPlaced(named);
    const seen = new Set<string>();
    await eachPlaced(named, (id) => {
      found.get(id)?.requireUsable();
      if (seen.has(id)) {
        throw new DomainError('DuplicatedEntityNotAllowed', `${id} stands twice in the request`);
      }
      seen.add(id);
    });
    return given.map((each, index) => {
      const feature = found.get(each.id) as StoredFeature;
      const override: EntitlementOverride = {
        featureUid: feature.uid,
        featureId: feature.id,
        usageLimit: each.usageLimit ?? null,
        hasUnlimitedUsage: each.hasUnlimitedUsage ?? false,
        hasSoftLimit: each.hasSoftLimit ?? false,
        resetPeriod: each.resetPeriod ?? null,
        accordingTo: resetAnchorOf(each),
      };
      requireFitting(override, feature, `entitlements[${index}]`);
      return override;
    });
  }
}

function requireFeature(asked: SubscriptionEntitlement, index: number): SubscriptionEntitlementFeature {
  if (asked instanceof SubscriptionEntitlementFeature) return asked;
  const behaviour = 'granting credits to a subscription';
  throw notBuilt(`entitlements[${index}].type`, behaviour, 'send entitlements of type FEATURE only');
}
