import { Injectable } from '@nestjs/common';
import type { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { newMetadata } from '#libs/kernel/metadata';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { PackagesService, type PublishedPackage } from '#modules/catalog/packages';
import { ProductsService, type StoredProduct } from '#modules/catalog/products';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import { requireDistinct } from './domain/addon-rules';
import type { EntitlementOverride } from './domain/entitlement-override';
import { orderOf, type Order } from './domain/agreed-terms';
import { Subscription } from './domain/subscription';
import { pinAddons, type ChosenAddon } from './domain/subscription-pins';
import { PurchasesService } from './purchases.service';
import { SubscriptionChanges } from './subscription-changes.service';
import type { CreateSubscriptionBody } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';
import type { Subscription as SubscriptionView } from './subscriptions.views';

/** What is asked for, with everything it names looked up and found to fit together. */
interface ProvisionRequest {
  body: CreateSubscriptionBody;
  customer: StoredCustomer;
  plan: PublishedPackage;
  product: StoredProduct;
  addons: ChosenAddon[] | undefined;
  overrides: EntitlementOverride[] | undefined;
  now: Date;
}

/** What was made or changed. */
export interface Provisioned {
  subscription: Subscription;
  /** As it is told. */
  view: SubscriptionView;
}

const maxSubscriptions = 1000;

/** A plan with its addons for a customer, at once. Domain: customers-subscriptions V1 */
@Injectable()
export class ProvisionService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly packages: PackagesService,
    private readonly products: ProductsService,
    private readonly selections: SubscriptionSelectionsService,
    private readonly purchases: PurchasesService,
    private readonly changes: SubscriptionChanges,
  ) {}

  /** @param clock is read once the customer is locked, so that instants follow the order of the writers */
  async provision(body: CreateSubscriptionBody, clock: Clock): Promise<Provisioned> {
    // The customer's row orders all provisions of one customer (customers-subscriptions V11), so the slot below cannot change under us.
    const customer = await this.customers.lockOrThrow(body.customerId);
    const request = await this.lookUp(body, customer, clock.now());
    const resource = body.resourceId ? await this.customers.ensureResource(customer, body.resourceId) : null;
    const live = await this.subscriptions.liveInSlot(customer.uid, resource?.uid ?? '', request.product.uid);
    if (live?.planUid === request.plan.packageUid) return this.update(live, request);
    return this.start(request, resource, live);
  }

  /**
   * The plan that takes the place of one that has just ended, at that instant and on the same resource; usage goes on or
   * restarts as with any other change. Domain: customers-subscriptions X2
   */
  async provisionAfter(ended: Subscription, planId: string, now: Date): Promise<Provisioned> {
    const { customerId, resourceId, resourceKey, usageAnchor } = ended;
    const customer = await this.customers.lockOrThrow(customerId);
    const body = { customerId, planId, ...(resourceId !== null && { resourceId }) };
    const request = await this.lookUp(body, customer, now);
    const resource = resourceId === null ? null : { uid: resourceKey, id: resourceId };
    return this.start(request, resource, undefined, usageAnchor);
  }

  private async lookUp(
    body: CreateSubscriptionBody,
    customer: StoredCustomer,
    now: Date,
  ): Promise<ProvisionRequest> {
    requireDistinct(body.addons ?? []);
    customer.requireLive();
    const plan = await this.packages.publishedPlan(body.planId);
    const addons = body.addons && (await this.selections.addons(body.addons));
    // Held, so that the product is not archived before this subscription stands.
    const product = await this.products.holdByUid(plan.productUid);
    product.requireLive();
    requireResource(product, body.resourceId ?? null);
    refusePaidTerms(plan, body);
    if (addons) await this.selections.requireFitting(plan, addons);
    const overrides = body.entitlements && (await this.selections.values(body.entitlements, plan));
    return { body, customer, plan, product, addons, overrides, now };
  }

  /** A new subscription, in the place of the one that holds the slot. Domain: customers-subscriptions V4, Q4 */
  private async start(
    { body, customer, plan, product, addons = [], overrides = [], now }: ProvisionRequest,
    resource: { uid: string; id: string } | null,
    live: Subscription | undefined,
    formerAnchor = live?.usageAnchor,
  ): Promise<Provisioned> {
    requireNoTrial(plan, body);
    // A plan may ask for addons, and there are none but those of the request.
    if (!body.addons) await this.selections.requireFitting(plan, []);
    await this.requireRoom(customer);
    const chain = await this.packages.chainOf(plan);
    const order = orderFor(plan, chain, addons);
    const terms = await this.purchases.termsOf(order, body, customer.billingCurrency, live, now);
    if (live) await this.changes.keep(live.cancel('UPGRADE_OR_DOWNGRADE', now), now);
    const change = Subscription.provision(
      {
        id: body.id ?? newUid(),
        ...{ customerUid: customer.uid, customerId: customer.id },
        ...{ resourceKey: resource?.uid ?? '', resourceId: resource?.id ?? null },
        ...{ productUid: product.uid, planUid: plan.packageUid, planId: plan.id },
        pricingType: plan.pricingType,
        overrides,
        billingId: body.billingId ?? null,
        metadata: newMetadata(body.metadata),
      },
      {
        ...{ chain, addons, terms, cutoff: product.usageResetCutoff },
        ...{ formerAnchor, formerAddons: live?.addons ?? [] },
      },
      now,
    );
    return { subscription: change.after, view: await this.changes.keep(change, now) };
  }

  /** The plan that runs already: its subscription takes the new addons, units and values. Domain: customers-subscriptions V5 */
  private async update(
    live: Subscription,
    { body, customer, product, addons, overrides, now }: ProvisionRequest,
  ): Promise<Provisioned> {
    if (body.id !== undefined && body.id !== live.id) {
      throw badInput(
        `id: subscription ${live.id} of this plan runs already and would be changed; leave id out`,
      );
    }
    const joined = addons ? pinAddons(live.uid, addons, live.addons, now) : live.addons;
    const order = orderOf(live, [...live.plans, ...joined]);
    const terms = await this.purchases.termsOf(order, body, customer.billingCurrency, live, now);
    const { billingId, metadata } = body;
    const patch = { addons: joined, overrides, billingId, metadata };
    const change = live.change(patch, terms, product.usageResetCutoff, now);
    return { subscription: live, view: await this.changes.keep(change, now) };
  }

  private async requireRoom(customer: StoredCustomer): Promise<void> {
    const live = await this.subscriptions.countLiveOf(customer.uid);
    if (live < maxSubscriptions) return;
    throw new DomainError('TooManySubscriptionsPerCustomer', `${customer.id} has ${live} live subscriptions`);
  }
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

/**
 * What only a price gives a meaning to. Domain: customers-subscriptions V7 (a billing period is ignored), customers-subscriptions V8
 * @throws UnsupportedParameter on FREE and CUSTOM plans
 */
function refusePaidTerms({ id, pricingType }: PublishedPackage, body: CreateSubscriptionBody): void {
  if (pricingType === 'PAID') return;
  const { unitQuantity, charges, billingCountryCode, billingCycleAnchor } = body;
  const asked = {
    unitQuantity: unitQuantity !== undefined,
    charges: charges !== undefined && charges.length > 0,
    billingCountryCode: billingCountryCode != null,
    billingCycleAnchor: billingCycleAnchor === 'NOW',
  };
  const field = Object.entries(asked).find(([, isAsked]) => isAsked)?.[0];
  if (field === undefined) return;
  const message = `${field}: plan ${id} is ${pricingType} and has no price; leave ${field} out`;
  throw new DomainError('UnsupportedParameter', message);
}

/** @throws UnsupportedParameter: a plan with a default trial begins with it unless told otherwise. Domain: customers-subscriptions T1 */
function requireNoTrial({ id, defaultTrialConfig }: PublishedPackage, body: CreateSubscriptionBody): void {
  if (!defaultTrialConfig || body.trialOverrideConfiguration?.isTrial === false) return;
  const message = `trialOverrideConfiguration: plan ${id} begins with a trial, which is not built in this release; send isTrial false`;
  throw new DomainError('UnsupportedParameter', message);
}
