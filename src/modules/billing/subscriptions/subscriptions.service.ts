import { one, page, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { heldAt, ownCustomerId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { Follows } from '#libs/messaging/extensions';
import { pageRequestOf, type Page } from '#libs/kernel/page';
import { EntitlementsService } from '#modules/entitlements/entitlements';
import { tillHere } from '#modules/billing/invoices';
import { purchaseDue, Purchases, type Unpaid } from '#modules/billing/payments';
import { refuseUnserved } from './domain/checkout-request';
import { couponAsked } from './domain/coupon-request';
import { instantsRead } from './domain/kept-request';
import type { Subscription as StoredSubscription, SubscriptionStatus } from './domain/subscription';
import { liveStatuses } from './domain/subscription-life';
import { DueSubscriptions } from './due-subscriptions.service';
import { ProvisionService } from './provision.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import type { CreateSubscriptionBody, ListSubscriptionsQuery } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription, SubscriptionProvisionResult } from './subscriptions.views';

/** By which a payment knows what it is for. */
export const provisionKind = 'createSubscription';

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly provisions: ProvisionService,
    private readonly due: DueSubscriptions,
    private readonly presenter: SubscriptionPresenter,
    private readonly entitlements: EntitlementsService,
    private readonly purchases: Purchases,
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
    commits: 'last',
  })
  async create(body: CreateSubscriptionBody): Promise<SubscriptionProvisionResult> {
    couponAsked(body);
    refuseUnserved(body.checkoutOptions);
    const { successUrl, cancelUrl } = body.checkoutOptions ?? {};
    return this.purchases.buy({
      kind: provisionKind,
      // What was not made yet has a name already: asked for again, it is the same.
      ...{ asked: body, reference: body.id ?? newUid() },
      ...{ isAwaited: body.awaitPaymentConfirmation === true, page: { successUrl, cancelUrl } },
      make: (id) => this.made(body, id),
      found: async (id) => this.resultOf(await this.subscriptions.getOrThrow(id)),
      unpaid: (id, why) => this.unpaid(id, body, why),
    });
  }

  /** What nobody waits for any more. Domain: customers-subscriptions V9 */
  @Follows(purchaseDue)
  async carryOut({ purchase }: typeof purchaseDue.facts): Promise<void> {
    const { kind, asked, reference } = purchase;
    if (kind === provisionKind) await this.made(instantsRead(asked as CreateSubscriptionBody), reference);
  }

  private async made(body: CreateSubscriptionBody, id: string): Promise<SubscriptionProvisionResult> {
    await this.due.lockCustomer(body.customerId);
    // One instant for all that it makes, so that the same costs the same when it is made with its payment in hand.
    return heldAt(this.clock.now(), async () => {
      const { subscription, isScheduled } = await this.provisions.provision(body, this.clock, id);
      tillHere()?.note(subscription.id);
      return this.resultOf(subscription, isScheduled);
    });
  }

  private async resultOf(
    subscription: StoredSubscription,
    isScheduled = subscription.slot === null && subscription.pendingUntil === null,
  ): Promise<SubscriptionProvisionResult> {
    const { id, customerId, resourceId } = subscription;
    const view = await this.presenter.viewOf(subscription);
    const { entitlements } = await this.entitlements.effectiveEntitlements(customerId, resourceId);
    return { id, entitlements, status: 'SUCCESS', subscription: view, isScheduled };
  }

  /** Nothing was made, and what ran runs on. Domain: customers-subscriptions V4, V9 */
  private async unpaid(
    id: string,
    { customerId, resourceId = null }: CreateSubscriptionBody,
    { checkout }: Unpaid,
  ): Promise<SubscriptionProvisionResult> {
    const { entitlements } = await this.entitlements.effectiveEntitlements(customerId, resourceId);
    const page = checkout && { checkoutUrl: checkout.url, checkoutBillingId: checkout.ref };
    return { id, entitlements, status: 'PAYMENT_REQUIRED', subscription: null, isScheduled: false, ...page };
  }

  /** @throws SubscriptionNotFound */
  @UseCase('getSubscription', {
    needs: 'subscriptions:read',
    opens: 'CUSTOMER',
    answers: one(Subscription),
    summary: 'Get a subscription with its overrides.',
  })
  async get(id: string): Promise<Subscription> {
    const { customerId } = await this.subscriptions.getOrThrow(id);
    this.requireOwn(id, customerId === (ownCustomerId() ?? customerId));
    await this.due.beforeReading([customerId]);
    const subscription = await this.subscriptions.getOrThrow(id);
    this.requireOwn(id, subscription.isLiveAt(this.clock.now()));
    return this.presenter.viewOf(subscription);
  }

  /** Without the overrides, which a single read gives. Domain: customers-subscriptions S2 */
  @UseCase('listSubscriptions', {
    needs: 'subscriptions:read',
    opens: 'CUSTOMER',
    asksAbout: ({ customerId }: ListSubscriptionsQuery) => customerId,
    answers: page(Subscription),
    summary: 'List subscriptions, newest first.',
  })
  async list(query: ListSubscriptionsQuery): Promise<Page<Subscription>> {
    const own = ownCustomerId();
    const { customerId = own, planId, pricingType, resourceId, createdAt } = query;
    const status = own === undefined ? query.status : liveAmong(query.status);
    const filter = { customerId, planId, pricingType, resourceId, status, createdAt };
    await this.due.beforeReading(customerId === undefined ? undefined : [customerId]);
    const page = await this.subscriptions.list(pageRequestOf(query), filter, this.clock.now());
    return { ...page, items: await this.presenter.viewsOf(page.items) };
  }

  /** A customer is told of its own that run; all others do not exist for it. @throws SubscriptionNotFound. Domain: access-and-events B3 */
  private requireOwn(id: string, isOwn: boolean): void {
    if (ownCustomerId() !== undefined && !isOwn) throw this.subscriptions.unknown(id);
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

const liveAmong = (asked: readonly SubscriptionStatus[] | undefined): SubscriptionStatus[] =>
  liveStatuses.filter((status) => asked?.includes(status) ?? true);
