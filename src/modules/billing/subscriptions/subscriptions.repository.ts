import { Injectable } from '@nestjs/common';
import { grouped } from '#libs/kernel/grouped';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository, TenantTable } from '#libs/persistence/tenant.repository';
import type { CustomerRange } from './domain/migration-outlook';
import type { PricingType } from '#modules/catalog/package-versions';
import type { Subscription, SubscriptionStatus } from './domain/subscription';
import type { SubscriptionPackage } from './domain/subscription-package';
import { beforeAll } from './subscription-holders.reader';
import { subscriptionMapping, subscriptionPackageMapping } from './subscription.mapping';

export interface SubscriptionFilter {
  customerId?: string;
  planId?: string;
  pricingType?: PricingType[];
  resourceId?: string;
  status?: SubscriptionStatus[];
  createdAt?: InstantRange;
}

class PinnedPackages extends TenantTable<SubscriptionPackage> {
  constructor(persistence: Persistence) {
    super(persistence, subscriptionPackageMapping);
  }

  async of(subscriptionUids: readonly string[]): Promise<Map<string, SubscriptionPackage[]>> {
    const condition = 't.subscription_uid = any($2) order by t.subscription_uid, t.role desc, t.position';
    const found = await this.where(condition, [subscriptionUids]);
    return grouped(found, ({ subscriptionUid }) => subscriptionUid, subscriptionUids);
  }

  async replace(subscriptionUid: string, packages: SubscriptionPackage[]): Promise<void> {
    await this.removeWhere('t.subscription_uid = $2', [subscriptionUid]);
    await this.insertAll(packages);
  }

  async repin(subscriptionUid: string, pins: readonly SubscriptionPackage[], now: Date): Promise<void> {
    const text = `update subscription_package t set version_uid = m.version_uid, updated_at = $3
                    from unnest($4::uuid[], $5::uuid[]) as m(package_uid, version_uid)
                   where ${this.own} and t.subscription_uid = $2 and t.package_uid = m.package_uid
                     and t.version_uid <> m.version_uid`;
    const columns = [pins.map(({ packageUid }) => packageUid), pins.map(({ versionUid }) => versionUid)];
    await this.ask(text, [subscriptionUid, now, ...columns]);
  }
}

@Injectable()
export class SubscriptionsRepository extends TenantRepository<Subscription> {
  private readonly packages: PinnedPackages;

  constructor(persistence: Persistence) {
    super(persistence, subscriptionMapping, 'SubscriptionNotFound');
    this.packages = new PinnedPackages(persistence);
  }

  list(request: PageRequest, filter: SubscriptionFilter): Promise<Page<Subscription>> {
    const predicate = new Predicate()
      .equals('t.customer_id', filter.customerId)
      .equals('t.plan_id', filter.planId)
      .oneOf('t.pricing_type', filter.pricingType)
      .equals('t.resource_id', filter.resourceId)
      .within('t.created_at', filter.createdAt);
    return this.page(request, filter.status ? predicate.holds(statusCondition(filter.status)) : predicate);
  }

  /** The live subscription of a customer on a product, on this resource, locked. Domain: customers-subscriptions V4 */
  async liveInSlot(
    customerUid: string,
    resourceKey: string,
    productUid: string,
  ): Promise<Subscription | undefined> {
    const condition = `t.customer_uid = $2 and t.resource_key = $3 and t.product_uid = $4 and t.canceled_at is null
                       for no key update`;
    return (await this.where(condition, [customerUid, resourceKey, productUid]))[0];
  }

  liveOf(customerUid: string): Promise<Subscription[]> {
    return this.where('t.customer_uid = $2 and t.canceled_at is null', [customerUid]);
  }

  /** Of a customer on these products, the oldest first. */
  liveOn(customerUid: string, productUids: readonly string[]): Promise<Subscription[]> {
    const condition = `t.customer_uid = $2 and t.product_uid = any($3) and t.canceled_at is null order by t.uid`;
    return this.where(condition, [customerUid, productUids]);
  }

  /** Live ones of a range of customers that pin any of these versions, customer by customer. */
  pinningIn({ after, upTo }: CustomerRange, versionUids: readonly string[]): Promise<Subscription[]> {
    const condition = `t.customer_uid > $2 and t.customer_uid <= $3 and t.canceled_at is null and exists (
        select from subscription_package p
         where p.environment_id = $1 and p.subscription_uid = t.uid and p.version_uid = any($4))
      order by t.customer_uid, t.uid`;
    return this.where(condition, [after ?? beforeAll, upTo, versionUids]);
  }

  ofCustomers(customerIds: readonly string[]): Promise<Subscription[]> {
    return this.where('t.customer_id = any($2) order by t.uid desc', [customerIds]);
  }

  /** Ended ones too, the oldest first. */
  async ofContracts(contractUids: readonly string[]): Promise<Subscription[]> {
    // Put in order here: of a small table PostgreSQL would keep the plan that reads all of the tenant in this order.
    const found = await this.where('t.contract_uid = any($2)', [contractUids]);
    return found.sort((a, b) => (a.uid < b.uid ? -1 : 1));
  }

  async countLiveOf(customerUid: string): Promise<number> {
    const text =
      'select count(*)::int as live from subscription where environment_id = $1 and customer_uid = $2 and canceled_at is null';
    const [row] = await this.ask<{ live: number }>(text, [customerUid]);
    return row?.live ?? 0;
  }

  async existsForProduct(productUid: string): Promise<boolean> {
    return (await this.where('t.product_uid = $2 limit 1', [productUid])).length > 0;
  }

  async existsLiveOn(productUid: string): Promise<boolean> {
    const condition = 't.product_uid = $2 and t.canceled_at is null limit 1';
    return (await this.where(condition, [productUid])).length > 0;
  }

  /** By subscription uid; plans of a chain before addons, each in its order. */
  packagesOf(subscriptionUids: readonly string[]): Promise<Map<string, SubscriptionPackage[]>> {
    return this.packages.of(subscriptionUids);
  }

  replacePackages(subscriptionUid: string, packages: SubscriptionPackage[]): Promise<void> {
    return this.packages.replace(subscriptionUid, packages);
  }

  /** Has the customer a live PAID subscription? */
  async isPaidFor(customerUid: string): Promise<boolean> {
    const condition = `t.customer_uid = $2 and t.pricing_type = 'PAID' and t.canceled_at is null limit 1`;
    return (await this.where(condition, [customerUid])).length > 0;
  }

  /** Which of these package versions do live subscriptions stand on? */
  async pinnedAmong(versionUids: readonly string[]): Promise<string[]> {
    const text = `select v.uid from unnest($2::uuid[]) as v(uid)
                   where exists (select from subscription_package p
                                   join subscription s on s.environment_id = $1 and s.uid = p.subscription_uid
                                  where p.environment_id = $1 and p.version_uid = v.uid and s.canceled_at is null)`;
    const rows = await this.ask<{ uid: string }>(text, [versionUids]);
    return rows.map(({ uid }) => uid);
  }

  namesOf(uids: readonly string[]): Promise<{ sourceKey: string; id: string }[]> {
    const text =
      'select uid as "sourceKey", id from subscription where environment_id = $1 and uid = any($2)';
    return this.ask(text, [uids]);
  }

  /** Other versions of packages that it pins already: what is pinned stays the same rows. */
  repin(subscriptionUid: string, pins: readonly SubscriptionPackage[], now: Date): Promise<void> {
    return this.packages.repin(subscriptionUid, pins, now);
  }

  /** Has a subscription a value of its own for the feature? It lies in its row, where no foreign key sees it. */
  async overrides(featureUid: string, { isLive }: { isLive: boolean }): Promise<boolean> {
    const condition = `t.overrides @> jsonb_build_array(jsonb_build_object('featureUid', $2::text))
                       ${isLive ? 'and t.canceled_at is null' : ''} limit 1`;
    return (await this.where(condition, [featureUid])).length > 0;
  }
}

/** Statuses are derived, so the filter says what they are derived from. */
function statusCondition(statuses: readonly SubscriptionStatus[]): string {
  const conditions = [
    ...(statuses.includes('ACTIVE') ? ['t.canceled_at is null'] : []),
    ...(statuses.includes('CANCELED') ? ['t.canceled_at is not null'] : []),
  ];
  return conditions.length > 0 ? `(${conditions.join(' or ')})` : 'false';
}
