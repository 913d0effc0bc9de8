import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import type { RowReader } from '#libs/persistence/row-reader';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
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

@Injectable()
export class SubscriptionsRepository extends TenantRepository<Subscription> {
  private readonly packageRows: RowReader<SubscriptionPackage>;

  constructor(persistence: Persistence) {
    super(persistence, subscriptionMapping, 'SubscriptionNotFound');
    this.packageRows = persistence.readerOf(subscriptionPackageMapping);
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

  /** Live ones of a range of customers that pin an older version of any of these, customer by customer. */
  olderIn(
    { after, upTo }: CustomerRange,
    targets: readonly { packageUid: string; versionNumber: number }[],
  ): Promise<Subscription[]> {
    const condition = `t.customer_uid > $2 and t.customer_uid <= $3 and t.canceled_at is null and exists (
        select from subscription_package p
          join unnest($4::uuid[], $5::int[]) as target(package_uid, version_number) on p.package_uid = target.package_uid
          join package_version v on v.environment_id = p.environment_id and v.uid = p.version_uid
                                and v.version_number < target.version_number
         where p.environment_id = t.environment_id and p.subscription_uid = t.uid)
      order by t.customer_uid, t.uid`;
    const packageUids = targets.map(({ packageUid }) => packageUid);
    const numbers = targets.map(({ versionNumber }) => versionNumber);
    return this.where(condition, [after ?? beforeAll, upTo, packageUids, numbers]);
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
  async packagesOf(subscriptionUids: readonly string[]): Promise<Map<string, SubscriptionPackage[]>> {
    const text =
      `select ${this.packageRows.columnList} from subscription_package t where t.environment_id = $1 ` +
      `and t.subscription_uid = any($2) order by t.subscription_uid, t.role desc, t.position`;
    const found = await this.ask(text, [subscriptionUids]);
    const bySubscription = new Map<string, SubscriptionPackage[]>(subscriptionUids.map((uid) => [uid, []]));
    for (const row of found) {
      const pinned = this.packageRows.read(row);
      bySubscription.get(pinned.subscriptionUid)?.push(pinned);
    }
    return bySubscription;
  }

  async replacePackages(subscriptionUid: string, packages: readonly SubscriptionPackage[]): Promise<void> {
    const environmentId = currentEnvironmentId();
    const { manager } = this.persistence.unitOfWork;
    await manager.delete(subscriptionPackageMapping, { environmentId, subscriptionUid });
    const rows = packages.map((each) => Object.assign(each, { environmentId }));
    await manager.insert(subscriptionPackageMapping, rows);
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
                                   join subscription s on s.environment_id = p.environment_id and s.uid = p.subscription_uid
                                  where p.environment_id = $1 and p.version_uid = v.uid and s.canceled_at is null)`;
    const rows = await this.ask<{ uid: string }>(text, [versionUids]);
    return rows.map(({ uid }) => uid);
  }

  /** Other versions of packages that it pins already: what is pinned stays the same rows. */
  async repin(subscriptionUid: string, pins: readonly SubscriptionPackage[], now: Date): Promise<void> {
    const text = `update subscription_package p set version_uid = m.version_uid, updated_at = $3
                    from unnest($4::uuid[], $5::uuid[]) as m(package_uid, version_uid)
                   where p.environment_id = $1 and p.subscription_uid = $2 and p.package_uid = m.package_uid
                     and p.version_uid <> m.version_uid`;
    const columns = [pins.map(({ packageUid }) => packageUid), pins.map(({ versionUid }) => versionUid)];
    const values = [subscriptionUid, now, ...columns];
    await this.ask(text, values);
  }

  /** Is the feature entitled or priced by anything that a live subscription pins? */
  async usesFeature(featureUid: string): Promise<boolean> {
    const text = `select exists (
        select from subscription_package p
          join subscription s on s.environment_id = p.environment_id and s.uid = p.subscription_uid
         where p.environment_id = $1 and s.canceled_at is null and p.version_uid in (
           select e.package_version_uid from package_entitlement e where e.environment_id = $1 and e.feature_uid = $2
           union
           select c.package_version_uid from charge c where c.environment_id = $1 and c.feature_uid = $2)) as found`;
    return (await this.ask<{ found: boolean }>(text, [featureUid]))[0]?.found ?? false;
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
