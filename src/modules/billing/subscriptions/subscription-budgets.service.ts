import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { Outbox } from '#libs/messaging/outbox';
import { FeaturesService } from '#modules/catalog/features';
import type { DeclaredBudget, DeclaredSource } from '#modules/entitlements/entitlements';
import { budgetReached } from '#modules/entitlements/metering';
import { budgetPeriods, pricedFeatures } from './domain/budget-terms';
import type { Subscription } from './domain/subscription';
import { PurchasesService } from './purchases.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Against what usage of a subscription is held, and that it was reached. Domain: customers-subscriptions O3, T8 */
@Injectable()
export class SubscriptionBudgets {
  constructor(
    private readonly purchases: PurchasesService,
    private readonly features: FeaturesService,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly presenter: SubscriptionPresenter,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Its budget with what its usage costs; undefined where it has none, or where nothing that is used costs anything.
   * @param granted by feature uid
   */
  async termsOf(
    subscription: Subscription,
    granted: DeclaredSource['features'],
  ): Promise<DeclaredBudget | undefined> {
    const { budget, purchase } = subscription;
    const rule = budgetPeriods(subscription);
    if (!budget || subscription.hasEnded || !purchase?.currency || !rule) return undefined;
    const rows = (await this.purchases.pricesOf([subscription])).get(subscription.uid) ?? [];
    const ids = rows.flatMap(({ featureId }) => featureId ?? []);
    const features = await this.features.findAll([...new Set(ids)]);
    const priced = pricedFeatures(rows, purchase, features, granted);
    if (priced.length === 0) return undefined;
    const { limit, hasSoftLimit: isSoft } = budget;
    return { limit, isSoft, currency: purchase.currency, rule, features: priced };
  }

  /** In the commit of the usage that has reached it. Domain: access-and-events W10 */
  @Follows(budgetReached)
  async tell({ sourceKey }: typeof budgetReached.facts): Promise<void> {
    const subscription = (await this.subscriptions.findByUids([sourceKey])).get(sourceKey);
    if (!subscription) return;
    this.outbox.record({
      type: 'subscription.spend_limit_exceeded',
      ...{ entityType: 'SUBSCRIPTION', entityId: subscription.id },
      payload: { subscription: await this.presenter.viewOf(subscription) },
      version: subscription.revision,
    });
  }
}
