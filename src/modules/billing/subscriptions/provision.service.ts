import { Injectable } from '@nestjs/common';
import type { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { copyOf } from '#libs/kernel/tenant-entity';
import { newMetadata, patchMetadata } from '#libs/kernel/metadata';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { PackagesService, type PublishedPackage } from '#modules/catalog/packages';
import { ProductsService, type StoredProduct } from '#modules/catalog/products';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import { requireDistinct } from './domain/addon-rules';
import type { EntitlementOverride } from './domain/entitlement-override';
import { orderOf, type Order } from './domain/agreed-terms';
import { Subscription } from './domain/subscription';
import type { SubscriptionPackage } from './domain/subscription-package';
import {
  addonsOf,
  pinAddons,
  pinPlans,
  restart,
  type ChosenAddon,
  type SubscriptionState,
} from './domain/subscription-pins';
import { anchorAfterChange } from './domain/usage-anchor';
import { PurchasesService } from './purchases.service';
import { EntitlementSourcesService } from './entitlement-sources.service';
import type { CreateSubscriptionBody } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';

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

export interface Provisioned extends SubscriptionState {
  /** The subscription whose place it took, or which it was before it was changed. */
  before: SubscriptionState | undefined;
  /** What became of the one whose place it took. */
  replaced: Subscription | undefined;
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
    private readonly sources: EntitlementSourcesService,
  ) {}

  /** @param clock is read once the customer is locked, so that instants follow the order of the writers */
  async provision(body: CreateSubscriptionBody, clock: Clock): Promise<Provisioned> {
    // The customer's row orders all provisions of one customer (customers-subscriptions V11), so the slot below cannot change under us.
    const customer = await this.customers.lockOrThrow(body.customerId);
    const request = await this.lookUp(body, customer, clock.now());
    const resource = body.resourceId ? await this.customers.ensureResource(customer, body.resourceId) : null;
    const live = await this.subscriptions.liveInSlot(customer.uid, resource?.uid ?? '', request.product.uid);
    const before = live && (await this.stateOf(live));
    if (before && live.planUid === request.plan.packageUid) return this.update(live, before, request);
    return this.start(request, resource, live, before);
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
    return this.start(request, resource, undefined, undefined, usageAnchor);
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
    before: SubscriptionState | undefined,
    formerAnchor = live?.usageAnchor,
  ): Promise<Provisioned> {
    requireNoTrial(plan, body);
    // A plan may ask for addons, and there are none but those of the request.
    if (!body.addons) await this.selections.requireFitting(plan, []);
    await this.requireRoom(customer);
    const chain = await this.packages.chainOf(plan);
    const order = orderFor(plan, chain, addons);
    const terms = await this.purchases.termsOf(order, body, customer.billingCurrency, before, now);
    if (live) await this.end(live, before, now);
    const usageAnchor = formerAnchor
      ? anchorAfterChange(product.usageResetCutoff, formerAnchor, terms.isCycleRestarted, now)
      : now;
    const subscription = Subscription.provision(
      {
        id: body.id ?? newUid(),
        ...{ customerUid: customer.uid, customerId: customer.id },
        ...{ resourceKey: resource?.uid ?? '', resourceId: resource?.id ?? null },
        ...{ productUid: product.uid, planUid: plan.packageUid, planId: plan.id },
        ...{ purchase: terms.purchase, billingCycleAnchor: terms.billingCycleAnchor },
        pricingType: plan.pricingType,
        startDate: now,
        usageAnchor,
        overrides,
        billingId: body.billingId ?? null,
        metadata: newMetadata(body.metadata),
      },
      now,
    );
    await this.subscriptions.insert(subscription);
    const pins = pinPlans(subscription, chain, now);
    const packages = [...pins, ...pinAddons(subscription, addons, addonsOf(before), now)];
    if (usageAnchor === now) restart(packages, now);
    await this.store(subscription, packages);
    return { subscription, packages, before, replaced: live };
  }

  /** The plan that runs already: its subscription takes the new addons, units and values. Domain: customers-subscriptions V5 */
  private async update(
    live: Subscription,
    before: SubscriptionState,
    { body, customer, product, addons, overrides, now }: ProvisionRequest,
  ): Promise<Provisioned> {
    if (body.id !== undefined && body.id !== live.id) {
      throw badInput(
        `id: subscription ${live.id} of this plan runs already and would be changed; leave id out`,
      );
    }
    const plans = before.packages.filter(({ role }) => role === 'PLAN');
    const joined = addons ? pinAddons(live, addons, addonsOf(before), now) : addonsOf(before);
    const order = { ...orderOf(before), addons: joined };
    const terms = await this.purchases.termsOf(order, body, customer.billingCurrency, before, now);
    const { purchase, billingCycleAnchor, isCycleRestarted } = terms;
    live.usageAnchor = anchorAfterChange(product.usageResetCutoff, live.usageAnchor, isCycleRestarted, now);
    Object.assign(live, { purchase, billingCycleAnchor });
    if (overrides) live.overrides = overrides;
    if (body.billingId !== undefined) live.billingId = body.billingId;
    live.metadata = patchMetadata(live.metadata, body.metadata);
    await this.subscriptions.save(live, now);
    const packages = [...plans, ...joined];
    if (live.usageAnchor === now) restart(packages, now);
    await this.store(live, packages);
    return { subscription: live, packages, before, replaced: undefined };
  }

  private async end(live: Subscription, before: SubscriptionState | undefined, now: Date): Promise<void> {
    live.cancel('UPGRADE_OR_DOWNGRADE', now);
    await this.subscriptions.save(live, now);
    await this.sources.declare(live, before?.packages ?? []);
  }

  private async store(subscription: Subscription, packages: SubscriptionPackage[]): Promise<void> {
    await this.subscriptions.replacePackages(subscription.uid, packages);
    await this.sources.declare(subscription, packages);
  }

  private async stateOf(subscription: Subscription): Promise<SubscriptionState> {
    const packages = await this.subscriptions.packagesOf([subscription.uid]);
    return { subscription: copyOf(subscription), packages: packages.get(subscription.uid) ?? [] };
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
