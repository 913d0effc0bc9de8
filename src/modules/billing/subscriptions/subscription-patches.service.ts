import { Injectable } from '@nestjs/common';
import { badInput } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';
import { listAskedFor, requireDistinct } from './domain/addon-rules';
import { budgetAsked } from './domain/budget';
import { withUnits } from './domain/chosen-quantities';
import { orderOf, type OrderRequest } from './domain/agreed-terms';
import { crmLinkAsked } from './domain/crm-link';
import type { CouponBody } from './domain/coupon-request';
import { paidFrom } from './domain/billing-terms';
import { endPatched } from './domain/ending';
import { refusePaidTerms } from './domain/paid-terms';
import type { OwnTermsRequest } from './domain/own-terms';
import type { SubscriptionPatch } from './domain/provision';
import type { UpdateRequest } from './domain/scheduled-update';
import type { Subscription } from './domain/subscription';
import { knownEndOf } from './domain/subscription-life';
import type { Terms } from './domain/terms';
import type { SubscriptionPackage } from './domain/subscription-package';
import { heldAddons, pinAddons } from './domain/subscription-pins';
import { trialUntil, type ToldTrial } from './domain/trial';
import { splitOf, type Asked } from './domain/update-split';
import { PurchasesService } from './purchases.service';
import { boughtWith } from './subscription-coupons.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';

type SplitRequest = OrderRequest & Asked & { entitlements?: unknown; cancellationDate?: Date | null };

/** What a request changes of a subscription, with everything that it names looked up. Domain: customers-subscriptions D1 */
@Injectable()
export class SubscriptionPatches {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly selections: SubscriptionSelectionsService,
    private readonly purchases: PurchasesService,
    private readonly changes: SubscriptionChanges,
  ) {}

  /** @throws what `SubscriptionUpdateService.update` throws */
  async read(
    subscription: Subscription,
    body: UpdateSubscriptionBody,
    now: Date,
  ): Promise<SubscriptionPatch> {
    const { planId, pricingType } = subscription;
    refusePaidTerms({ id: planId, pricingType }, body);
    const plan = body.entitlements && (await this.selections.plan(planId));
    const overrides = plan && body.entitlements && (await this.selections.values(body.entitlements, plan));
    const addons = body.addons && listAskedFor(heldAddons(subscription), body.addons, body.addonsMode);
    return {
      ...(await this.split(subscription, { ...body, ...(addons && { addons }) }, now)),
      ...{ overrides, metadata: body.metadata, salesforceId: crmLinkAsked(body.salesforceId) },
      budget: budgetAsked(body.budget, subscription),
      cancellationDate: endPatched(subscription, body.cancellationDate, now),
      trial: body.trialEndDate && (await this.trialOf(subscription, body.trialEndDate, now)),
      billing: await this.selections.collection.ofRunning(body, subscription),
    };
  }

  /**
   * What of it is made at once, and what waits; all of it is found to be possible now.
   * Domain: customers-subscriptions D2, D3, D5 @throws as `read`
   */
  async split(
    subscription: Subscription,
    body: SplitRequest & CouponBody,
    now: Date,
  ): Promise<SubscriptionPatch> {
    const changes = await this.parted(subscription, body, now);
    const { taxPercentage } = body.billingInformation ?? {};
    if (taxPercentage !== undefined && !changes.terms)
      await this.purchases.requireTaxable(subscription, taxPercentage);
    // Never waits (customers-subscriptions D2).
    return { ...changes, coupon: await this.selections.coupon(body, boughtWith(subscription, changes), now) };
  }

  private async parted(
    subscription: Subscription,
    body: SplitRequest,
    now: Date,
  ): Promise<SubscriptionPatch> {
    const whole = await this.applied(subscription, body, now);
    const { addons, billingPeriod } = body;
    const charges = withUnits(body.charges, body.unitQuantity, subscription.purchase);
    const asked = withoutAbsent({ addons, charges, billingPeriod });
    if (Object.keys(asked).length === 0) return whole;
    const { billingCycleAnchor, entitlements, scheduleStrategy: strategy, cancellationDate } = body;
    const endsAt =
      cancellationDate === undefined
        ? subscription.knownEnd
        : knownEndOf({ endDate: subscription.endDate, cancellationDate });
    const { now: atOnce, updates } = splitOf(subscription, asked, { strategy, endsAt }, now);
    if (updates.later.length === 0) return { ...whole, updates };
    // Prices never wait (customers-subscriptions D2).
    const { priceOverrides, minimumSpend } = body;
    const own = withoutAbsent({ priceOverrides, minimumSpend });
    requireOnePeriod(updates, own);
    const made = { ...atOnce, ...own, billingCycleAnchor, entitlements };
    return { ...(await this.applied(subscription, made, now)), updates };
  }

  /** Made now, as a whole. @throws as `read` */
  async applied(
    subscription: Subscription,
    asked: OrderRequest & Asked & { entitlements?: unknown },
    now: Date,
  ): Promise<Pick<SubscriptionPatch, 'addons' | 'terms'>> {
    const addons = asked.addons && (await this.addonsOf(subscription, asked.addons, now));
    return { addons, terms: await this.termsOf(subscription, asked, addons, now) };
  }

  /** What was bought to follow the trial follows it still. Domain: customers-subscriptions V4, T5 */
  async moveWaiting(
    { customerUid, resourceKey, productUid }: Subscription,
    from: Date,
    to: Date,
    now: Date,
  ): Promise<void> {
    if (from.getTime() === to.getTime()) return;
    const { waiting } = await this.subscriptions.inPlace(customerUid, resourceKey, productUid);
    for (const each of waiting) {
      if (each.trialEndsAt || each.startDate.getTime() !== from.getTime()) continue;
      await this.changes.keep(each.startOn(to, now), now);
    }
  }

  private async addonsOf(
    { uid, planId, addons: before, startDate }: Subscription,
    asked: NonNullable<Asked['addons']>,
    now: Date,
  ): Promise<SubscriptionPackage[]> {
    requireDistinct(asked);
    const addons = await this.selections.addons(asked);
    await this.selections.requireFitting(await this.selections.plan(planId), addons);
    return pinAddons(uid, addons, before, startDate > now ? startDate : now);
  }

  private async trialOf(subscription: Subscription, end: Date, now: Date): Promise<ToldTrial> {
    return trialUntil(subscription, end, await this.selections.trialNoticeDays(), now);
  }

  /** Undefined where nothing of it is asked for. */
  private async termsOf(
    subscription: Subscription,
    asked: OrderRequest & { entitlements?: unknown },
    addons: readonly SubscriptionPackage[] | undefined,
    now: Date,
  ): Promise<Terms | undefined> {
    const { billingPeriod, charges, billingCycleAnchor, unitQuantity, billingCountryCode } = asked;
    const { priceOverrides, minimumSpend } = asked;
    const named = [
      ...[addons, asked.entitlements, billingPeriod, charges, billingCycleAnchor, unitQuantity],
      ...[billingCountryCode, priceOverrides?.[0]],
    ];
    // Null takes the minimum back.
    if (named.every((each) => each == null) && minimumSpend === undefined) return undefined;
    const order = orderOf(subscription, [...subscription.plans, ...(addons ?? subscription.addons)]);
    return this.purchases.termsOf(
      order,
      asked,
      subscription.currency,
      subscription,
      paidFrom(subscription, now),
    );
  }
}

/** Of which period would the amounts be? Domain: customers-subscriptions O1, O2 @throws BadUserInput */
function requireOnePeriod({ later }: UpdateRequest, { priceOverrides, minimumSpend }: OwnTermsRequest): void {
  const field = priceOverrides?.[0] ? 'priceOverrides' : minimumSpend ? 'minimumSpend' : undefined;
  if (field === undefined || !later.some(({ type }) => type === 'BILLING_PERIOD')) return;
  throw badInput(
    `${field}: the billing period changes later and prices at once; send ${field} without billingPeriod, or once the period has changed`,
  );
}
