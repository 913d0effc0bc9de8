import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { badInput, DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { newMetadata, patchMetadata } from '#libs/kernel/metadata';
import { CustomersService, type StoredCustomer } from '#modules/customers';
import { PackagesService, type PublishedPackage } from '#modules/packages';
import { ProductsService, type StoredProduct } from '#modules/products';
import { requireCompatible, requireDistinct, type RequestedAddon } from './domain/addon-rules';
import type { EntitlementOverride } from './domain/entitlement-override';
import { Subscription } from './domain/subscription';
import { SubscriptionPackage } from './domain/subscription-package';
import { anchorAfterChange } from './domain/usage-anchor';
import { OverridesService } from './overrides.service';
import { SubscriptionGrants } from './subscription-grants.service';
import type { CreateSubscriptionBody } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What is asked for, with everything it names looked up and found to fit together. */
interface ProvisionRequest {
  body: CreateSubscriptionBody;
  customer: StoredCustomer;
  plan: PublishedPackage;
  product: StoredProduct;
  addons: { addon: PublishedPackage; quantity: number }[] | undefined;
  overrides: EntitlementOverride[] | undefined;
  now: Date;
}

export interface Provisioned {
  subscription: Subscription;
  packages: SubscriptionPackage[];
  /** The subscription whose place it took. */
  replaced: Subscription | undefined;
  isNew: boolean;
}

const maxSubscriptions = 1000;

/** A plan with its addons for a customer, at once. Domain: customers-subscriptions §3 */
@Injectable()
export class ProvisionService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly packages: PackagesService,
    private readonly products: ProductsService,
    private readonly overrides: OverridesService,
    private readonly grants: SubscriptionGrants,
    private readonly clock: Clock,
  ) {}

  @Within()
  async provision(body: CreateSubscriptionBody): Promise<Provisioned> {
    // The customer's row orders all provisions of one customer (V11), so the slot below cannot change under us.
    const customer = await this.customers.lockOrThrow(body.customerId);
    const request = await this.lookUp(body, customer);
    const resource = body.resourceId ? await this.customers.ensureResource(customer, body.resourceId) : null;
    const live = await this.subscriptions.liveInSlot(customer.uid, resource?.uid ?? '', request.product.uid);
    if (live?.planUid === request.plan.packageUid) return this.update(live, request);
    return this.start(request, resource, live);
  }

  private async lookUp(body: CreateSubscriptionBody, customer: StoredCustomer): Promise<ProvisionRequest> {
    requireDistinct(body.addons ?? []);
    customer.requireLive();
    const plan = await this.packages.publishedPlan(body.planId);
    const addons = body.addons && (await this.addonsOf(body.addons));
    const product = await this.products.byUid(plan.productUid);
    product.requireLive();
    requireResource(product, body.resourceId ?? null);
    if (addons) requireCompatible(plan, addons);
    const overrides = body.entitlements && (await this.overrides.read(body.entitlements, plan));
    return { body, customer, plan, product, addons, overrides, now: this.clock.now() };
  }

  private async addonsOf(requested: readonly RequestedAddon[]) {
    const found = await this.packages.publishedAddons(requested.map(({ id }) => id));
    return requested.map(({ id, quantity }) => ({ addon: found.get(id) as PublishedPackage, quantity }));
  }

  /** A new subscription, in the place of the one that holds the slot. Domain: V4, Q4 */
  private async start(
    { body, customer, plan, product, addons = [], overrides = [], now }: ProvisionRequest,
    resource: { uid: string; id: string } | null,
    live: Subscription | undefined,
  ): Promise<Provisioned> {
    await this.requireRoom(customer);
    if (live) await this.end(live, now);
    const usageAnchor = live ? anchorAfterChange(product.usageResetCutoff, live.usageAnchor, now) : now;
    const subscription = Subscription.provision(
      {
        id: body.id ?? newUid(),
        ...{ customerUid: customer.uid, customerId: customer.id },
        ...{ resourceKey: resource?.uid ?? '', resourceId: resource?.id ?? null },
        ...{ productUid: product.uid, planUid: plan.packageUid, planId: plan.id },
        pricingType: pricingTypeOf(plan),
        startDate: now,
        usageAnchor,
        overrides,
        billingId: body.billingId ?? null,
        metadata: newMetadata(body.metadata),
      },
      now,
    );
    await this.subscriptions.insert(subscription);
    const before = live ? await this.pinnedAddons(live) : [];
    const chain = await this.packages.chainOf(plan);
    const pins = chain.map((each, position) => pin(subscription, each, 'PLAN', position, 1, now));
    const packages = [...pins, ...pinAddons(subscription, addons, before, now, usageAnchor === now)];
    await this.store(subscription, packages);
    return { subscription, packages, replaced: live, isNew: true };
  }

  /** The plan that runs already: its subscription takes the new addons and values. Domain: V5 */
  private async update(
    live: Subscription,
    { body, product, addons, overrides, now }: ProvisionRequest,
  ): Promise<Provisioned> {
    if (body.id !== undefined && body.id !== live.id) {
      throw badInput(
        `id: subscription ${live.id} of this plan runs already and would be changed; leave id out`,
      );
    }
    const [pinned = []] = [...(await this.subscriptions.packagesOf([live.uid])).values()];
    live.usageAnchor = anchorAfterChange(product.usageResetCutoff, live.usageAnchor, now);
    if (overrides) live.overrides = overrides;
    if (body.billingId !== undefined) live.billingId = body.billingId;
    live.metadata = patchMetadata(live.metadata, body.metadata);
    await this.subscriptions.save(live, now);
    const plans = pinned.filter(({ role }) => role === 'PLAN');
    const before = pinned.filter(({ role }) => role === 'ADDON');
    const packages = addons
      ? [...plans, ...pinAddons(live, addons, before, now, live.usageAnchor === now)]
      : pinned;
    await this.store(live, packages);
    return { subscription: live, packages, replaced: undefined, isNew: false };
  }

  private async end(live: Subscription, now: Date): Promise<void> {
    live.cancel('UPGRADE_OR_DOWNGRADE', now);
    await this.subscriptions.save(live, now);
    const packages = await this.subscriptions.packagesOf([live.uid]);
    await this.grants.declare(live, packages.get(live.uid) ?? []);
  }

  private async store(subscription: Subscription, packages: SubscriptionPackage[]): Promise<void> {
    await this.subscriptions.replacePackages(subscription.uid, packages);
    await this.grants.declare(subscription, packages);
  }

  private async pinnedAddons({ uid }: Subscription): Promise<SubscriptionPackage[]> {
    const packages = await this.subscriptions.packagesOf([uid]);
    return (packages.get(uid) ?? []).filter(({ role }) => role === 'ADDON');
  }

  private async requireRoom(customer: StoredCustomer): Promise<void> {
    const live = await this.subscriptions.countLiveOf(customer.uid);
    if (live < maxSubscriptions) return;
    throw new DomainError('TooManySubscriptionsPerCustomer', `${customer.id} has ${live} live subscriptions`);
  }
}

/** An addon that stays keeps its version and the instant it joined, so that its windows go on. */
function pinAddons(
  subscription: Subscription,
  addons: readonly { addon: PublishedPackage; quantity: number }[],
  before: readonly SubscriptionPackage[],
  now: Date,
  isReset: boolean,
): SubscriptionPackage[] {
  const known = new Map(before.map((each) => [each.packageUid, each]));
  return addons.map(({ addon, quantity }, position) => {
    const stays = known.get(addon.packageUid);
    const joinedAt = stays && !isReset ? stays.joinedAt : now;
    const isSame = stays?.subscriptionUid === subscription.uid;
    const version = isSame ? { ...addon, versionUid: stays.versionUid } : addon;
    return pin(subscription, version, 'ADDON', position, quantity, now, joinedAt);
  });
}

function pin(
  { uid: subscriptionUid }: Subscription,
  { packageUid, id: packageId, versionUid }: PublishedPackage,
  role: 'PLAN' | 'ADDON',
  position: number,
  quantity: number,
  now: Date,
  joinedAt = now,
): SubscriptionPackage {
  const pinned = { subscriptionUid, packageUid, packageId, versionUid, role, position, quantity, joinedAt };
  return SubscriptionPackage.pin(pinned, now);
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

function pricingTypeOf(plan: PublishedPackage): 'FREE' | 'CUSTOM' {
  if (plan.pricingType === 'FREE' || plan.pricingType === 'CUSTOM') return plan.pricingType;
  throw notBuilt('planId', 'subscribing to PAID plans');
}
