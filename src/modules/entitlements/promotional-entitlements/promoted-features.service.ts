import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { addDays } from '#libs/kernel/period';
import { EnvironmentSettingsService } from '#modules/platform/environment-settings';
import { FeatureLifeService, FeaturesService, type StoredFeature } from '#modules/catalog/features';
import { completeFeatureTerms, type FeatureRequest } from '#modules/catalog/package-entitlements';
import type { PromotedValue } from './domain/promotional-entitlement';
import { endOf } from './domain/promotional-period';
import type { PromotionalEntitlementGrant } from './promotional-entitlements.inputs';

export interface PromotedFeature {
  feature: StoredFeature;
  value: PromotedValue;
}

/** What a request grants, with the features that it names found fit for it. */
@Injectable()
export class PromotedFeatures {
  constructor(
    private readonly features: FeaturesService,
    private readonly life: FeatureLifeService,
    private readonly settings: EnvironmentSettingsService,
  ) {}

  /**
   * From here on the features are in use, and stay as they are until the grant is committed. Domain: catalog F3, F9
   * @throws FeatureNotFound, EntityIsArchivedError, DuplicatedEntityNotAllowed, InvalidArgumentError, BadUserInput,
   *   InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError
   */
  async read(grants: readonly Placed<PromotionalEntitlementGrant>[], now: Date): Promise<PromotedFeature[]> {
    const named = grants.map(({ asked, at }) => ({ asked: asked.featureId, at }));
    const found = await this.features.findPlaced(named);
    const held = await this.life.activate([...found.values()].map(({ uid }) => uid));
    const byId = new Map([...held.values()].map((feature) => [feature.id, feature]));
    const { endsSoonDays } = await this.settings.inForce();
    const seen = new Set<string>();
    return eachPlaced(grants, (grant) => {
      const feature = usable(grant.featureId, byId);
      if (seen.has(feature.id)) {
        throw new DomainError('DuplicatedEntityNotAllowed', `${feature.id} stands twice in the request`);
      }
      seen.add(feature.id);
      return { feature, value: valueOf(grant, feature, { now, endsSoonDays }) };
    });
  }
}

/** @param held they may have been deleted since they were found */
function usable(id: string, held: ReadonlyMap<string, StoredFeature>): StoredFeature {
  const feature = held.get(id);
  if (!feature) throw new DomainError('FeatureNotFound', `Feature ${id} was not found`);
  feature.requireUsable();
  return feature;
}

function valueOf(
  grant: PromotionalEntitlementGrant,
  feature: StoredFeature,
  { now, endsSoonDays }: { now: Date; endsSoonDays: number },
): PromotedValue {
  const { period, customEndDate = null, isVisible } = grant;
  const endDate = endOf(period, customEndDate, now);
  return {
    ...completeFeatureTerms(requestOf(grant), feature),
    period,
    endDate,
    endsSoonAt: endDate && noticeOf(endDate, endsSoonDays, now),
    isVisible: isVisible ?? true,
  };
}

/** So many days before the end, or at once where it is shorter. Domain: access-and-events A6 */
function noticeOf(endDate: Date, noticeDays: number, start: Date): Date {
  const at = addDays(endDate, -noticeDays);
  return at > start ? at : start;
}

/** A null is an absent one. Domain: entitlements-usage M1 */
const requestOf = (grant: PromotionalEntitlementGrant): FeatureRequest => ({
  usageLimit: grant.usageLimit ?? undefined,
  hasUnlimitedUsage: grant.hasUnlimitedUsage ?? undefined,
  hasSoftLimit: grant.hasSoftLimit ?? undefined,
  enumValues: grant.enumValues ?? undefined,
  resetPeriod: grant.resetPeriod ?? undefined,
  yearlyResetPeriodConfiguration: grant.yearlyResetPeriodConfiguration,
  monthlyResetPeriodConfiguration: grant.monthlyResetPeriodConfiguration,
  weeklyResetPeriodConfiguration: grant.weeklyResetPeriodConfiguration,
});
