import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { pageRequestOf, type Page } from '#libs/kernel/page';
import { Consequences } from '#libs/messaging/consequences';
import { Outbox } from '#libs/messaging/outbox';
import { customerArchived } from '#modules/customers';
import { EntitlementsService } from '#modules/entitlements';
import type { CancelReason, Subscription as StoredSubscription } from './domain/subscription';
import { ProvisionService } from './provision.service';
import { SubscriptionGrants } from './subscription-grants.service';
import type {
  CancelSubscriptionBody,
  CreateSubscriptionBody,
  ListSubscriptionsQuery,
} from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription, type SubscriptionProvisionResult } from './subscriptions.views';
import { refuseLaterCancellation, refuseUnbuiltProvision } from './unbuilt-requests.service';

@Injectable()
export class SubscriptionsService implements OnModuleInit {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly provisions: ProvisionService,
    private readonly grants: SubscriptionGrants,
    private readonly entitlements: EntitlementsService,
    private readonly outbox: Outbox,
    private readonly consequences: Consequences,
    private readonly clock: Clock,
  ) {}

  /** An archived customer's subscriptions end with it. Domain: customers-subscriptions U7 */
  onModuleInit(): void {
    this.consequences.register(customerArchived, async ({ customer }) => {
      for (const live of await this.subscriptions.liveOf(customer.uid))
        await this.end(live, 'CustomerArchived');
    });
  }

  /**
   * @throws CustomerNotFound, PlanNotFound, AddonNotFound, FeatureNotFound, EntityIsArchivedError, UnPublishedPackage,
   *   IncompatibleSubscriptionAddon, AddonDependencyMissingError, AddonQuantityExceedsLimitError, InvalidQuantity,
   *   DuplicateAddonProvisionedError, TooManySubscriptionsPerCustomer, DuplicatedEntityNotAllowed, UnsupportedParameter
   */
  @UseCase('createSubscription', {
    needs: 'subscriptions:write',
    touches: ({ customerId, resourceId }: CreateSubscriptionBody) => [
      `customer:${customerId}${resourceId ? `:${resourceId}` : ''}`,
    ],
  })
  async create(body: CreateSubscriptionBody): Promise<SubscriptionProvisionResult> {
    refuseUnbuiltProvision(body);
    const { subscription, packages, replaced, isNew } = await this.provisions.provision(body);
    if (replaced) await this.tell('subscription.canceled', replaced);
    const view = Subscription.whole(subscription, packages, this.clock.now());
    this.record(isNew ? 'subscription.created' : 'subscription.updated', view);
    const { customerId, resourceId } = subscription;
    const { entitlements } = await this.entitlements.effectiveEntitlements(customerId, resourceId);
    return { id: subscription.id, entitlements, status: 'SUCCESS', subscription: view, isScheduled: false };
  }

  /** @throws SubscriptionNotFound */
  @UseCase('getSubscription', { needs: 'subscriptions:read' })
  async get(id: string): Promise<Subscription> {
    return this.view(await this.subscriptions.getOrThrow(id));
  }

  /** Without the overrides, which a single read gives. Domain: customers-subscriptions S2 */
  @UseCase('listSubscriptions', { needs: 'subscriptions:read' })
  async list(query: ListSubscriptionsQuery): Promise<Page<Subscription>> {
    const { customerId, planId, pricingType, resourceId, status, createdAt } = query;
    const filter = { customerId, planId, pricingType, resourceId, status, createdAt };
    const page = await this.subscriptions.list(pageRequestOf(query), filter);
    return { ...page, items: await this.views(page.items) };
  }

  /** The subscriptions of many customers at once, newest first, by customer id: one field of many nodes. */
  @UseCase('listSubscriptionsOfCustomers', { needs: 'subscriptions:read' })
  async ofCustomers(customerIds: readonly string[]): Promise<Map<string, Subscription[]>> {
    const views = await this.views(await this.subscriptions.ofCustomers(customerIds));
    const byCustomer = new Map<string, Subscription[]>(customerIds.map((id) => [id, []]));
    for (const view of views) byCustomer.get(view.customerId)?.push(view);
    return byCustomer;
  }

  /** @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, SubscriptionDoesNotHaveBillingPeriod */
  @UseCase('cancelSubscription', {
    needs: 'subscriptions:write',
    touches: (id: string) => [`subscription:${id}`],
  })
  async cancel(id: string, body: CancelSubscriptionBody): Promise<Subscription> {
    const subscription = await this.subscriptions.lockOrThrow(id);
    subscription.requireLive();
    refuseLaterCancellation(body, this.clock.now());
    await this.end(subscription, 'Immediate');
    return this.view(subscription);
  }

  private async end(subscription: StoredSubscription, reason: CancelReason): Promise<void> {
    const now = this.clock.now();
    subscription.cancel(reason, now);
    await this.subscriptions.save(subscription, now);
    const packages = await this.subscriptions.packagesOf([subscription.uid]);
    await this.grants.declare(subscription, packages.get(subscription.uid) ?? []);
    await this.tell('subscription.canceled', subscription);
  }

  private async tell(type: string, subscription: StoredSubscription): Promise<void> {
    this.record(type, await this.view(subscription));
  }

  private record(type: string, subscription: Subscription): void {
    this.outbox.record({
      type,
      entityType: 'SUBSCRIPTION',
      entityId: subscription.id,
      payload: { subscription },
    });
  }

  private async view(subscription: StoredSubscription): Promise<Subscription> {
    const packages = await this.subscriptions.packagesOf([subscription.uid]);
    return Subscription.whole(subscription, packages.get(subscription.uid) ?? [], this.clock.now());
  }

  private async views(subscriptions: readonly StoredSubscription[]): Promise<Subscription[]> {
    const packages = await this.subscriptions.packagesOf(subscriptions.map(({ uid }) => uid));
    const now = this.clock.now();
    return subscriptions.map((each) => Subscription.from(each, packages.get(each.uid) ?? [], now));
  }
}
