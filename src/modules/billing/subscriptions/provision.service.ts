import { Injectable } from '@nestjs/common';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { newMetadata } from '#libs/kernel/metadata';
import { copyOf } from '#libs/kernel/tenant-entity';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import type { PublishedPackage } from '#modules/catalog/packages';
import { tillHere } from '#modules/billing/invoices';
import { ProductsService, type StoredProduct } from '#modules/catalog/products';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import { requireDistinct } from './domain/addon-rules';
import { budgetAsked, budgetAtBegin } from './domain/budget';
import { crmLinkAfter, crmLinkAsked } from './domain/crm-link';
import type { EntitlementOverride } from './domain/entitlement-override';
import type { Order } from './domain/agreed-terms';
import { withUnits } from './domain/chosen-quantities';
import {
  beginningOf,
  nothingThere,
  outbidBy,
  runningAlready,
  trialFor,
  type Place,
} from './domain/beginning';
import { endPatched, requireEnd } from './domain/ending';
import type { Terms } from './domain/terms';
import { executionTime } from './domain/update-split';
import { Subscription } from './domain/subscription';
import { paidUntil } from './domain/subscription-life';
import { payerOf } from './domain/payer';
import { refusePaidTerms } from './domain/paid-terms';
import type { PeriodEnd } from './domain/billing-cycle';
import { requestOf, type RequestedPlan, type ScheduledUpdate } from './domain/scheduled-update';
import type { ChosenAddon } from './domain/subscription-pins';
import { requireCheckout } from './domain/checkout-request';
import { requireChangeable } from './domain/changeable';
import { PurchasesService } from './purchases.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionPatches } from './subscription-patches.service';
import type { CreateSubscriptionBody } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';

/** Only an import says of an end that time brings. Domain: customers-subscriptions X8 */
export type ProvisionBody = CreateSubscriptionBody & { endDate?: Date };

/** What is asked for, with everything it names looked up and found to fit together. */
interface ProvisionRequest {
  body: ProvisionBody;
  customer: StoredCustomer;
  /** Where the request says who pays. */
  payer: StoredCustomer | undefined;
  plan: PublishedPackage;
  product: StoredProduct;
  addons: ChosenAddon[] | undefined;
  overrides: EntitlementOverride[] | undefined;
  /** It takes the place of one that has just ended. */
  hasRoom?: true;
  newId?: string | undefined;
  /** How long before its end a trial is told to end. */
  noticeDays: number;
  now: Date;
}

/** What was made or changed. */
export interface Provisioned {
  subscription: Subscription;
  /** It is made later. */
  isScheduled?: true;
  /** What ran in its place until then: another one, or itself before the change. */
  was: Subscription | null;
  /** Is it a lower plan? Domain: customers-subscriptions D2 */
  isPlanDowngrade: boolean;
}

const maxSubscriptions = 1000;

/** A plan with its addons for a customer, at once. Domain: customers-subscriptions V1 */
@Injectable()
export class ProvisionService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly patches: SubscriptionPatches,
    private readonly products: ProductsService,
    private readonly selections: SubscriptionSelectionsService,
    private readonly purchases: PurchasesService,
    private readonly changes: SubscriptionChanges,
  ) {}

  /**
   * @param clock is read once the customer is locked, so that instants follow the order of the writers
   * @param newId of what is begun, where the request names none
   */
  async provision(body: ProvisionBody, clock: Clock, newId?: string): Promise<Provisioned> {
    // The customer's row orders all provisions of one customer (customers-subscriptions V11), so the slot below cannot change under us.
    const customer = await this.customers.lockOrThrow(body.customerId);
    const request = { ...(await this.lookUp(body, customer, clock.now())), newId };
    const resource = body.resourceId ? await this.customers.ensureResource(customer, body.resourceId) : null;
    // What is over by now holds no place (customers-subscriptions X8).
    const isOver = body.endDate !== undefined && body.endDate <= request.now;
    const place = isOver
      ? nothingThere
      : await this.subscriptions.inPlace(customer.uid, resource?.uid ?? '', request.product.uid);
    const present = runningAlready(request, place);
    return present ? this.update(present, request, place) : this.begin(request, resource, place);
  }

  /**
   * The plan that takes the place of one that has just ended, at that instant and on the same resource; usage goes on or
   * restarts as with any other change. Domain: customers-subscriptions X2
   */
  async provisionAfter(ended: Subscription, planId: string, now: Date): Promise<Provisioned> {
    const { customerId, resourceId, resourceKey, usageAnchor, salesforceId } = ended;
    const customer = await this.customers.lockOrThrow(customerId);
    const body = { customerId, planId, salesforceId, ...(resourceId !== null && { resourceId }) };
    const request = { ...(await this.lookUp(body, customer, now)), hasRoom: true as const };
    const resource = resourceId === null ? null : { uid: resourceKey, id: resourceId };
    return this.begin(request, resource, { ...nothingThere, usageAnchor });
  }

  private async lookUp(body: ProvisionBody, customer: StoredCustomer, now: Date): Promise<ProvisionRequest> {
    requireDistinct(body.addons ?? []);
    requireOneStart(body);
    customer.requireLive();
    const payer = body.payingCustomerId == null ? undefined : await this.payer(body.payingCustomerId);
    const plan = await this.selections.plan(body.planId);
    const addons = body.addons && (await this.selections.addons(body.addons));
    // Held, so that the product is not archived before this subscription stands.
    const product = await this.products.holdByUid(plan.productUid);
    product.requireLive();
    requireResource(product, body.resourceId ?? null);
    refusePaidTerms(plan, body);
    if (addons) await this.selections.requireFitting(plan, addons);
    const overrides = body.entitlements && (await this.selections.values(body.entitlements, plan));
    const noticeDays = await this.selections.trialNoticeDays();
    const asked = { ...body, ...(await this.withoutTrial(body, customer, product)) };
    return { body: asked, customer, payer, plan, product, addons, overrides, noticeDays, now };
  }

  /** Who buys by themselves tries a product once, and before they pay for it. Domain: customers-subscriptions T3 */
  private async withoutTrial(
    { checkoutOptions }: ProvisionBody,
    { uid }: StoredCustomer,
    product: StoredProduct,
  ): Promise<Pick<ProvisionBody, 'trialOverrideConfiguration'>> {
    const isSpent = checkoutOptions && (await this.subscriptions.hasTriedOrPaid(uid, product.uid));
    return isSpent ? { trialOverrideConfiguration: { isTrial: false } } : {};
  }

  /** A new subscription: now, in the place of the one that holds it, or later. Domain: customers-subscriptions V4, V6, Q4 */
  private async begin(
    request: ProvisionRequest,
    resource: { uid: string; id: string } | null,
    place: Place & { usageAnchor?: Date },
  ): Promise<Provisioned> {
    const { body, customer, plan, product, addons = [], overrides = [], now } = request;
    const start = beginningOf(request, place);
    // A plan may ask for addons, and there are none but those of the request.
    if (!body.addons) await this.selections.requireFitting(plan, []);
    if (!request.hasRoom) await this.requireRoom(customer);
    const chain = await this.selections.chainOf(plan);
    const { former, startDate, trial } = start;
    const order = orderFor(plan, chain, addons);
    const payer = await this.payerOf(request, former);
    const asked = { plan, payer, isPayerNamed: request.payer !== undefined, former, now };
    const billing = await this.selections.collection.ofNew(body, asked);
    requireCheckout(plan, body, billing?.method);
    const instants = { from: trial?.endsAt ?? startDate, now };
    const terms = await this.purchases.firstTermsOf(order, body, customer, former, instants);
    const { pricingType, defaultTrialConfig } = plan;
    const currency = terms.purchase?.currency ?? null;
    const budget = budgetAsked(body.budget, { planId: plan.id, pricingType, currency });
    const until = former && waitingFor(former, body, terms);
    const executesAt = until && executionTime(former, until, former.knownEnd, now);
    // All that may refuse it comes before anything is written: what time carries out must not be done by half.
    const cancellationDate =
      body.cancellationDate && requireEnd(body.cancellationDate, executesAt ?? startDate, now);
    await this.requireNewId(body.id);
    const about = {
      was: former ? copyOf<Subscription>(former) : null,
      isPlanDowngrade: terms.downgrade === 'planId',
    };
    // It takes its place once it is paid.
    const isAwaited = tillHere()?.isAwaited === true && !until && !trial && startDate <= now;
    const ending = until || isAwaited ? start.ending.filter((each) => each !== former) : start.ending;
    for (const ended of ending) await this.changes.keep(ended.cancel('UPGRADE_OR_DOWNGRADE', now), now);
    const identity = {
      id: body.id ?? request.newId ?? newUid(),
      ...{ customerUid: customer.uid, customerId: customer.id },
      ...payerOf(payer, customer.uid),
      ...{ resourceKey: resource?.uid ?? '', resourceId: resource?.id ?? null },
      ...{ productUid: product.uid, planUid: plan.packageUid, planId: plan.id },
      ...{ pricingType, overrides, billing },
      billingId: body.billingId ?? null,
      salesforceId: crmLinkAfter(crmLinkAsked(body.salesforceId), former),
      budget: budgetAtBegin(budget, trial && defaultTrialConfig?.budget),
      metadata: newMetadata(body.metadata),
    };
    const provision = {
      ...{ chain, addons, terms, cutoff: product.usageResetCutoff, startDate, trial },
      formerAnchor: place.usageAnchor ?? (former ?? place.tried ?? place.running)?.usageAnchor,
      formerAddons: former?.addons ?? [],
      ...{ cancellationDate: cancellationDate ?? null, endDate: body.endDate ?? null },
      pendingUntil: isAwaited ? paidUntil(now) : null,
      ...{ coupon: undefined, formerCoupons: former?.coupons ?? null },
    };
    const begun = () => Subscription.provision(identity, provision, now).after;
    const atOnce = () => (until ? null : { was: about.was, is: begun() });
    const bought = { customer, order, purchase: terms.purchase, startDate, atOnce };
    const coupon = await this.selections.coupon(body, bought, now);
    if (former && until) {
      const waiting = { until, executesAt: executesAt as Date, coupon };
      return { ...about, ...(await this.wait(former, request, terms, waiting)) };
    }
    if (startDate > now && !trial) await this.outbid(place.running, now);
    const change = Subscription.provision(identity, { ...provision, coupon }, now);
    const { prorationBehavior: proration } = body.billingInformation ?? {};
    await this.changes.keep(change, now, { replaced: about.was, proration });
    if (isAwaited && former?.billing) await this.changes.giveBackIn(former, change.after, now);
    return { ...about, subscription: change.after };
  }

  /** It is begun at the end of the billing period of what runs. Domain: customers-subscriptions D2, D9 */
  private async wait(
    running: Subscription,
    { body: { appliedCoupon: _, ...body }, product, now }: ProvisionRequest,
    terms: Terms,
    { until, executesAt, coupon }: { until: PeriodEnd; executesAt: Date; coupon: HeldCoupon | undefined },
  ): Promise<Pick<Provisioned, 'subscription' | 'isScheduled'>> {
    const update: ScheduledUpdate = {
      type: terms.downgrade === 'planId' ? 'DOWNGRADE' : 'PLAN',
      ...{ status: 'SCHEDULED', until, executesAt: executesAt.toISOString() },
      change: { provision: withUnitsNamed(body, terms) },
    };
    // A coupon is given at once to what runs, and goes on in the plan that waits (customers-subscriptions D2).
    const patch = { updates: requestOf([update.type], [update]), coupon };
    const change = running.change(patch, product.usageResetCutoff, now);
    await this.changes.keep(change, now);
    return { subscription: running, isScheduled: true };
  }

  /** What is bought for later takes the place of the plan that waited on what runs. Domain: customers-subscriptions D5 */
  private async outbid(running: Subscription | undefined, now: Date): Promise<void> {
    if (running?.waitsFor(['PLAN'])) await this.changes.keep(running.cancelUpdates(['PLAN']), now);
  }

  /** The plan that runs already: its subscription takes the new addons, units and values. Domain: customers-subscriptions V5 */
  private async update(live: Subscription, request: ProvisionRequest, place: Place): Promise<Provisioned> {
    const { body, payer, product, overrides, now } = request;
    if (body.id !== undefined && body.id !== live.id) {
      throw badInput(
        `id: subscription ${live.id} of this plan runs already and would be changed; leave id out`,
      );
    }
    requireSamePayer(live, payer);
    if (body.startDate) {
      throw badInput(`startDate: subscription ${live.id} of this plan runs already; leave startDate out`);
    }
    const patch = {
      ...(await this.patches.split(live, body, now)),
      ...{ overrides, billingId: body.billingId, metadata: body.metadata },
      salesforceId: crmLinkAsked(body.salesforceId),
      budget: budgetAsked(body.budget, live),
      cancellationDate: endPatched(live, body.cancellationDate, now),
      trial: trialFor(live, request),
      billing: await this.selections.collection.ofRunning(body, live, await this.payerOf(request, live)),
      paidBy: tillHere()?.paymentUid ?? undefined,
    };
    requireChangeable(live, now);
    requireCheckout(request.plan, body, (patch.billing ?? live.billing)?.method);
    if (tillHere()?.isAwaited) {
      const change = await this.changes.awaitPayment(live, patch, now);
      return { subscription: live, was: change.before, isPlanDowngrade: false };
    }
    for (const ended of outbidBy(request, live, place))
      await this.changes.keep(ended.cancel('UPGRADE_OR_DOWNGRADE', now), now);
    const { trialEndsAt: trialEnded } = live;
    const change = live.change(patch, product.usageResetCutoff, now);
    const { prorationBehavior: proration } = body.billingInformation ?? {};
    await this.changes.keep(change, now, { proration });
    if (patch.trial && trialEnded) await this.patches.moveWaiting(live, trialEnded, patch.trial.endsAt, now);
    return { subscription: live, was: change.before, isPlanDowngrade: false };
  }

  /** Nobody archives it before this subscription stands. @throws CustomerNotFound, EntityIsArchivedError */
  private async payer(id: string): Promise<StoredCustomer> {
    const payer = await this.customers.holdOrThrow(id);
    payer.requireLive();
    return payer;
  }

  /** Who paid for the one whose place it takes goes on, unless somebody else is named. Domain: customers-subscriptions X7 */
  private async payerOf(
    { payer, customer }: ProvisionRequest,
    former: Subscription | undefined,
  ): Promise<StoredCustomer> {
    if (payer) return payer;
    const id = former?.payingCustomerId;
    return id ? this.customers.holdOrThrow(id) : customer;
  }

  /** @throws DuplicatedEntityNotAllowed */
  private async requireNewId(id: string | undefined): Promise<void> {
    if (id === undefined || !(await this.subscriptions.find(id))) return;
    throw new DomainError(
      'DuplicatedEntityNotAllowed',
      `id: a subscription with the id ${id} exists already`,
    );
  }

  private async requireRoom(customer: StoredCustomer): Promise<void> {
    const live = await this.subscriptions.countLiveOf(customer.uid);
    if (live < maxSubscriptions) return;
    throw new DomainError('TooManySubscriptionsPerCustomer', `${customer.id} has ${live} live subscriptions`);
  }
}

/**
 * For what another plan waits before it takes the place of what runs: a lower one does unless it is wanted at once, any one where that is asked
 * for. Domain: customers-subscriptions D2, D6
 */
function waitingFor(
  running: Subscription,
  { scheduleStrategy: asked, startDate }: CreateSubscriptionBody,
  { downgrade }: Terms,
): PeriodEnd | undefined {
  if (asked) return asked === 'IMMEDIATE' ? undefined : asked;
  const waits = downgrade === 'planId' && !startDate && running.slot === 'PLAN';
  return waits ? 'END_OF_BILLING_PERIOD' : undefined;
}

/** Units of which nothing is said are those that run then. Domain: customers-subscriptions D5 */
function withUnitsNamed(
  { unitQuantity, ...body }: CreateSubscriptionBody,
  { purchase }: Terms,
): RequestedPlan & object {
  const charges = withUnits(body.charges, unitQuantity, purchase);
  return { ...body, ...(charges && { charges }) };
}

/** Domain: customers-subscriptions V6, D6 */
function requireOneStart({ startDate, scheduleStrategy }: CreateSubscriptionBody): void {
  if (!startDate || !scheduleStrategy || scheduleStrategy === 'IMMEDIATE') return;
  throw badInput(`startDate: scheduleStrategy ${scheduleStrategy} says when it begins; send one of both`);
}

/** Domain: customers-subscriptions X7 */
function requireSamePayer(live: Subscription, payer: StoredCustomer | undefined): void {
  if (!payer || live.isPaidBy(payer)) return;
  const present = live.payingCustomerId ?? live.customerId;
  throw new DomainError(
    'ChangingPayingCustomerIsNotSupportedError',
    `payingCustomerId: subscription ${live.id} of this plan runs already, paid by ${present}; leave payingCustomerId out, or delegate it`,
  );
}

/** What is to be bought, at the versions that are on the market. */
function orderFor(
  plan: PublishedPackage,
  chain: readonly PublishedPackage[],
  addons: readonly ChosenAddon[],
): Order {
  const { packageUid: planUid, id: planId, pricingType, versionUid } = plan;
  const ancestorUids = chain.map(({ packageUid }) => packageUid).filter((uid) => uid !== planUid);
  const ordered = addons.map(({ addon, quantity }) => ({ ...addon, packageId: addon.id, quantity }));
  return { planUid, planId, pricingType, versionUid, ancestorUids, addons: ordered };
}

/** Domain: customers-subscriptions V3 */
function requireResource(product: StoredProduct, resourceId: string | null): void {
  if (product.multipleSubscriptions && resourceId === null) {
    throw badInput(`resourceId is required: product ${product.id} holds one subscription per resource`);
  }
  if (!product.multipleSubscriptions && resourceId !== null) {
    throw new DomainError(
      'UnsupportedParameter',
      `resourceId: product ${product.id} holds one subscription per customer; leave resourceId out`,
    );
  }
}
