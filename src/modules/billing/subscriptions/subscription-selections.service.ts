import { Injectable } from '@nestjs/common';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import { PlanPackageGroupsService } from '#modules/catalog/package-groups';
import { PackagesService, type PublishedPackage } from '#modules/catalog/packages';
import { EnvironmentSettingsService } from '#modules/platform/environment-settings';
import { CollectionService } from './collection.service';
import { requireCompatible, requireMinItems, type RequestedAddon } from './domain/addon-rules';
import type { EntitlementOverride } from './domain/entitlement-override';
import type { ChosenAddon } from './domain/subscription-pins';
import type { CouponBody } from './domain/coupon-request';
import { SubscriptionCoupons, type CouponPurchase } from './subscription-coupons.service';
import { OverridesService } from './overrides.service';
import type { SubscriptionEntitlement } from './subscription-entitlement.inputs';

/** What a subscriber chooses beside the plan: addons, and the values that a CUSTOM plan left open. */
@Injectable()
export class SubscriptionSelectionsService {
  constructor(
    private readonly packages: PackagesService,
    private readonly groups: PlanPackageGroupsService,
    private readonly overrides: OverridesService,
    private readonly settings: EnvironmentSettingsService,
    private readonly coupons: SubscriptionCoupons,
    readonly collection: CollectionService,
  ) {}

  /** @throws PlanNotFound, EntityIsArchivedError, UnPublishedPackage */
  plan(id: string): Promise<PublishedPackage> {
    return this.packages.publishedPlan(id);
  }

  /** With those that it inherits from, the root first. */
  chainOf(plan: PublishedPackage): Promise<PublishedPackage[]> {
    return this.packages.chainOf(plan);
  }

  /** In the order of the request. @throws AddonNotFound, EntityIsArchivedError, UnPublishedPackage */
  async addons(requested: readonly RequestedAddon[]): Promise<ChosenAddon[]> {
    const found = await this.packages.publishedAddons(requested.map(({ id }) => id));
    return requested.map(({ id, quantity }) => ({ addon: found.get(id) as PublishedPackage, quantity }));
  }

  /** Do these addons, and no others, go with the plan? @throws what `requireCompatible` and `requireMinItems` throw */
  async requireFitting(plan: PublishedPackage, addons: readonly ChosenAddon[]): Promise<void> {
    const offers = await this.groups.offersOf(plan);
    requireCompatible(plan, offers, addons);
    requireMinItems(plan, offers, addons);
  }

  /** How long before its end a trial is told to end, as the environment has chosen. Domain: customers-subscriptions T9; access-and-events A6 */
  async trialNoticeDays(): Promise<number> {
    return (await this.settings.inForce()).endsSoonDays;
  }

  /** Undefined where the request gives none. @throws what `SubscriptionCoupons.given` throws */
  coupon(asked: CouponBody, bought: CouponPurchase, now: Date): Promise<HeldCoupon | undefined> {
    return this.coupons.given(asked, bought, now);
  }

  /** @throws what `OverridesService.read` throws */
  values(
    requested: readonly SubscriptionEntitlement[],
    plan: PublishedPackage,
  ): Promise<EntitlementOverride[]> {
    return this.overrides.read(requested, plan);
  }
}
