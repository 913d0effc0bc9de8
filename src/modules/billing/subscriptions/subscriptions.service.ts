import { one, page, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { pageRequestOf, type Page } from '#libs/kernel/page';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import { DueSubscriptions } from './due-subscriptions.service';
import { ProvisionService } from './provision.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import type { CreateSubscriptionBody, ListSubscriptionsQuery } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription, SubscriptionProvisionResult } from './subscriptions.views';
import { refuseUnbuiltProvision } from './unbuilt-requests.service';

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly provisions: ProvisionService,
    private readonly due: DueSubscriptions,
    private readonly presenter: SubscriptionPresenter,
    private readonly entitlements: EntitlementsService,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws CustomerNotFound, PlanNotFound, AddonNotFound, FeatureNotFound, EntityIsArchivedError, UnPublishedPackage,
   *   IncompatibleSubscriptionAddon, AddonDependencyMissingError, AddonQuantityExceedsLimitError, InvalidQuantity,
   *   DuplicateAddonProvisionedError, TooManySubscriptionsPerCustomer, DuplicatedEntityNotAllowed, UnsupportedParameter,
   *   ChangingPayingCustomerIsNotSupportedError, InvalidUpdatePriceUnitAmountError, AmountTooLarge
   */
  @UseCase('createSubscription', {
    needs: 'subscriptions:write',
    answers: one(SubscriptionProvisionResult),
    summary: 'Subscribe a customer to a plan.',
    touches: ({ customerId, resourceId }: CreateSubscriptionBody) => [
      `customer:${customerId}${resourceId ? `:${resourceId}` : ''}`,
    ],
  })
  async create(body: CreateSubscriptionBody): Promise<SubscriptionProvisionResult> {
    refuseUnbuiltProvision(body);
    await this.due.lockCustomer(body.customerId);
    const { subscription, ...made } = await this.provisions.provision(body, this.clock);
    const view = await this.presenter.viewOf(subscription);
    const { id, customerId, resourceId } = subscription;
    const { entitlements } = await this.entitlements.effectiveEntitlements(customerId, resourceId);
    const isScheduled = made.isScheduled ?? subscription.slot === null;
    return { id, entitlements, status: 'SUCCESS', subscription: view, isScheduled };
  }

  /** @throws SubscriptionNotFound */
  @UseCase('getSubscription', {
    needs: 'subscriptions:read',
    answers: one(Subscription),
    summary: 'Get a subscription with its overrides.',
  })
  async get(id: string): Promise<Subscription> {
    const { customerId } = await this.subscriptions.getOrThrow(id);
    await this.due.beforeReading([customerId]);
    return this.presenter.viewOf(await this.subscriptions.getOrThrow(id));
  }

  /** Without the overrides, which a single read gives. Domain: customers-subscriptions S2 */
  @UseCase('listSubscriptions', {
    needs: 'subscriptions:read',
    answers: page(Subscription),
    summary: 'List subscriptions, newest first.',
  })
  async list(query: ListSubscriptionsQuery): Promise<Page<Subscription>> {
    const { customerId, planId, pricingType, resourceId, status, createdAt } = query;
    const filter = { customerId, planId, pricingType, resourceId, status, createdAt };
    await this.due.beforeReading(customerId === undefined ? undefined : [customerId]);
    const page = await this.subscriptions.list(pageRequestOf(query), filter, this.clock.now());
    return { ...page, items: await this.presenter.viewsOf(page.items) };
  }

  /** The subscriptions of many customers at once, newest first, by customer id: one field of many nodes. */
  @UseCase('listSubscriptionsOfCustomers', {
    needs: 'subscriptions:read',
    answers: list(Subscription),
    summary: 'Newest first.',
  })
  async ofCustomers(customerIds: readonly string[]): Promise<Map<string, Subscription[]>> {
    await this.due.beforeReading(customerIds);
    const views = await this.presenter.viewsOf(await this.subscriptions.ofCustomers(customerIds));
    const byCustomer = new Map<string, Subscription[]>(customerIds.map((id) => [id, []]));
    for (const view of views) byCustomer.get(view.customerId)?.push(view);
    return byCustomer;
  }
}
