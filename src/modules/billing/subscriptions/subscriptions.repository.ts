import { Injectable } from '@nestjs/common';
import { turnMemory } from '#libs/context/remembered';
import { grouped } from '#libs/kernel/grouped';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository, TenantTable } from '#libs/persistence/tenant.repository';
import type { CustomerRange } from './domain/migration-outlook';
import type { PricingType } from '#modules/catalog/package-versions';
import type { ContractMember } from './domain/contract-member';
import type {
  Subscription,
  SubscriptionChange,
  SubscriptionStatus,
  SubscriptionUpdate,
} from './domain/subscription';
import type { Place } from './domain/beginning';
import { comesFirst } from './domain/subscription-life';
import type { SubscriptionPackage } from './domain/subscription-package';
import { areAtOtherVersions, pinTheSame } from './domain/subscription-pins';
import { beforeAll } from './subscription-holders.reader';
import { hasNotEnded, isInStatus, isLive } from './subscription-life.statements';
import { subscriptionMapping, subscriptionPackageMapping } from './subscription.mapping';

export interface SubscriptionFilter {
  customerId?: string;
  planId?: string;
  pricingType?: PricingType[];
  resourceId?: string;
  status?: SubscriptionStatus[];
  createdAt?: InstantRange;
}

/** Of a customer whom a turn has locked: what is due until then, and what it has changed itself. */
interface Foreseen {
  until: Date;
  due: Subscription[];
}

/** Those that have their turn first, in the order of their keys. */
function dueIn({ due }: Foreseen, until: Date): Subscription[] {
  const reached = due.filter(({ dueAt }) => dueAt !== null && dueAt <= until);
  const first = Math.min(...reached.map(({ dueAt }) => Number(dueAt)));
  return inOrder(reached.filter(({ dueAt }) => Number(dueAt) === first));
}

/** Put in order here: of a small table PostgreSQL would keep the plan that reads all of the tenant in this order. */
const inOrder = <T extends { uid: string }>(found: T[]): T[] =>
  found.sort((a, b) => (a.uid < b.uid ? -1 : 1));

const isPayer = `(t.customer_uid = $2 and t.paying_customer_uid is null or t.paying_customer_uid = $2)`;

class PinnedPackages extends TenantTable<SubscriptionPackage> {
  constructor(persistence: Persistence) {
    super(persistence, subscriptionPackageMapping);
  }

  async of(subscriptionUids: readonly string[]): Promise<Map<string, SubscriptionPackage[]>> {
    const condition = 't.subscription_uid = any($2) order by t.subscription_uid, t.role desc, t.position';
    const found = await this.where(condition, [subscriptionUids]);
    return grouped(found, ({ subscriptionUid }) => subscriptionUid, subscriptionUids);
  }

  async replace({ uid, packages }: Subscription, isStored: boolean): Promise<void> {
    if (isStored) await this.removeWhere('t.subscription_uid = $2', [uid]);
    await this.insertAll([...packages]);
  }

  /** Other versions of packages that it pins already: what is pinned stays the same rows. */
  async repin({ uid, packages }: Subscription, now: Date): Promise<void> {
    const text = `update subscription_package t set version_uid = m.version_uid, updated_at = $3
                    from unnest($4::uuid[], $5::uuid[]) as m(package_uid, version_uid)
                   where ${this.own} and t.subscription_uid = $2 and t.package_uid = m.package_uid
                     and t.version_uid <> m.version_uid`;
    const columns = [
      packages.map(({ packageUid }) => packageUid),
      packages.map(({ versionUid }) => versionUid),
    ];
    await this.ask(text, [uid, now, ...columns]);
  }
}

@Injectable()
export class SubscriptionsRepository extends TenantRepository<Subscription> {
  private readonly packages: PinnedPackages;

  constructor(persistence: Persistence) {
    super(persistence, subscriptionMapping, 'SubscriptionNotFound');
    this.packages = new PinnedPackages(persistence);
  }

  /** @param now when their statuses are asked for */
  async list(request: PageRequest, filter: SubscriptionFilter, now: Date): Promise<Page<Subscription>> {
    const predicate = new Predicate()
      .equals('t.customer_id', filter.customerId)
      .equals('t.plan_id', filter.planId)
      .oneOf('t.pricing_type', filter.pricingType)
      .equals('t.resource_id', filter.resourceId)
      .within('t.created_at', filter.createdAt);
    const { status } = filter;
    if (status) predicate.add(now, (place) => isInStatus('t', status, `${place}::timestamptz`));
    const page = await this.page(request, predicate);
    await this.fill(page.items);
    return page;
  }

  /** What became of it, with all that it holds. */
  async store({ before, after }: SubscriptionChange, now: Date): Promise<void> {
    if (!before) await this.insert(after);
    else await this.save(after, now);
    this.foresee(after);
    if (before?.packages === after.packages) return;
    if (before && areAtOtherVersions(before.packages, after.packages)) await this.packages.repin(after, now);
    else await this.packages.replace(after, before !== null);
  }

  /** Is all of it stored as it was? */
  isAsItWas({ before, after }: SubscriptionUpdate): boolean {
    return !this.differ(before, after) && pinTheSame(before.packages, after.packages);
  }

  private foresee(after: Subscription): void {
    const known = this.foreseen?.get(after.customerUid);
    if (!known) return;
    const others = known.due.filter(({ uid }) => uid !== after.uid);
    known.due = [...others, ...(after.dueAt ? [after] : [])];
  }

  override async find(id: string, lock = false): Promise<Subscription | undefined> {
    const found = await super.find(id, lock);
    if (found) await this.fill([found]);
    return found;
  }

  /** What a customer holds or waits for of a product, on this resource, locked. Domain: customers-subscriptions V4 */
  async inPlace(customerUid: string, resourceKey: string, productUid: string): Promise<Place> {
    const condition = `t.customer_uid = $2 and t.resource_key = $3 and t.product_uid = $4
                       and ${hasNotEnded('t')} for no key update`;
    const found = inOrder(await this.where(condition, [customerUid, resourceKey, productUid]));
    return {
      tried: found.find(({ slot }) => slot === 'TRIAL'),
      running: found.find(({ slot }) => slot === 'PLAN'),
      waiting: found.filter(({ slot }) => slot === null),
    };
  }

  /** One that waits for its payment still, by its key. */
  async lockAwaiting(uid: string): Promise<Subscription | undefined> {
    const condition = `t.uid = $2 and ${hasNotEnded('t')} and t.pending_until is not null for no key update`;
    return (await this.where(condition, [uid]))[0];
  }

  /** Has anything of a customer become another one after an instant? */
  changedSince(customerUid: string, at: Date): Promise<boolean> {
    return this.exists('t.customer_uid = $2 and t.updated_at > $3', [customerUid, at]);
  }

  /** Has a customer tried a product before, or paid for it? Domain: customers-subscriptions T3 */
  hasTriedOrPaid(customerUid: string, productUid: string): Promise<boolean> {
    const hasBegun = `t.slot is not null and (t.trial_ends_at is not null or t.pricing_type = 'PAID')`;
    return this.exists(`t.customer_uid = $2 and t.product_uid = $3 and ${hasBegun}`, [
      customerUid,
      productUid,
    ]);
  }

  /** Did another plan give way to what runs in this place from this instant on? Domain: customers-subscriptions V4 */
  isReplacement({ customerUid, resourceKey, productUid }: Subscription, at: Date): Promise<boolean> {
    const condition = `t.customer_uid = $2 and t.resource_key = $3 and t.product_uid = $4 and t.canceled_at = $5
                       and t.cancel_reason = 'UPGRADE_OR_DOWNGRADE' and t.slot = 'PLAN'`;
    return this.exists(condition, [customerUid, resourceKey, productUid, at]);
  }

  /** The trial that gave way to another plan at this instant. Domain: customers-subscriptions V4 */
  async convertedAt(
    customerUid: string,
    resourceKey: string,
    productUid: string,
    at: Date,
  ): Promise<Subscription | undefined> {
    const condition = `t.customer_uid = $2 and t.resource_key = $3 and t.product_uid = $4 and t.canceled_at = $5
                       and t.cancel_reason = 'TRIAL_CONVERTED'`;
    return inOrder(await this.where(condition, [customerUid, resourceKey, productUid, at]))[0];
  }

  /** What has its turn next of all that time has brought about for a customer until then. Domain: customers-subscriptions Z1, Z2 */
  async firstDueOf(customerUid: string, until: Date): Promise<Subscription | undefined> {
    const condition = `t.customer_uid = $2 and ${hasNotEnded('t')} and t.due_at = (
        select min(d.due_at) from subscription d
         where d.environment_id = $1 and d.customer_uid = $2 and ${hasNotEnded('d')} and d.due_at <= $3) order by t.uid`;
    const known = this.foreseen?.get(customerUid);
    const due =
      known && until <= known.until ? dueIn(known, until) : await this.where(condition, [customerUid, until]);
    return due.reduce<Subscription | undefined>((first, each) => {
      const [one, other] = [first?.nextStep, each.nextStep];
      return !first || (one && other && comesFirst(other, one)) ? each : first;
    }, undefined);
  }

  /**
   * The same for several customers, asked for together and kept true with each change in their turn. The caller has locked them, so nobody
   * else changes it.
   */
  async foreseeDueOf(customerUids: readonly string[], until: Date): Promise<Subscription[]> {
    const { foreseen } = this;
    if (!foreseen) return [];
    const condition = `t.customer_uid = any($2) and ${hasNotEnded('t')} and t.due_at <= $3`;
    const due = await this.where(condition, [customerUids, until]);
    const byCustomer = grouped(due, ({ customerUid }) => customerUid, customerUids);
    for (const [uid, its] of byCustomer) foreseen.set(uid, { until, due: its });
    return due;
  }

  private get foreseen(): Map<string, Foreseen> | undefined {
    return turnMemory('subscriptions that are due');
  }

  /** Ids of those that have no end yet, the oldest first. @param productUids null: whatever they are of */
  async liveIdsOf(customerUid: string, productUids: readonly string[] | null): Promise<string[]> {
    const text = `select t.id from subscription t
                   where t.environment_id = $1 and t.customer_uid = $2 and ($3::uuid[] is null or t.product_uid = any($3))
                     and ${hasNotEnded('t')}
                   order by t.uid`;
    return (await this.ask<{ id: string }>(text, [customerUid, productUids])).map(({ id }) => id);
  }

  /** Live ones of a range of customers that pin any of these versions, customer by customer. */
  pinningIn({ after, upTo }: CustomerRange, versionUids: readonly string[]): Promise<Subscription[]> {
    const condition = `t.customer_uid > $2 and t.customer_uid <= $3 and ${hasNotEnded('t')} and exists (
        select from subscription_package p
         where p.environment_id = $1 and p.subscription_uid = t.uid and p.version_uid = any($4))
      order by t.customer_uid, t.uid`;
    return this.where(condition, [after ?? beforeAll, upTo, versionUids]);
  }

  ofCustomers(customerIds: readonly string[]): Promise<Subscription[]> {
    return this.where('t.customer_id = any($2) order by t.uid desc', [customerIds]);
  }

  /** Ended ones too, the oldest first. */
  async ofContracts(contractUids: readonly string[]): Promise<ContractMember[]> {
    return inOrder(await super.where('t.contract_uid = any($2)', [contractUids]));
  }

  async countLiveOf(customerUid: string): Promise<number> {
    const text = `select count(*)::int as live from subscription t
                   where t.environment_id = $1 and t.customer_uid = $2 and ${hasNotEnded('t')}`;
    const [row] = await this.ask<{ live: number }>(text, [customerUid]);
    return row?.live ?? 0;
  }

  existsForProduct(productUid: string): Promise<boolean> {
    return this.exists('t.product_uid = $2', [productUid]);
  }

  existsLiveOn(productUid: string): Promise<boolean> {
    return this.exists(`t.product_uid = $2 and ${hasNotEnded('t')}`, [productUid]);
  }

  /** Has the customer a live PAID subscription? */
  isPaidFor(customerUid: string): Promise<boolean> {
    return this.exists(`t.customer_uid = $2 and t.pricing_type = 'PAID' and ${hasNotEnded('t')}`, [
      customerUid,
    ]);
  }

  /** From where the periods of the customer's oldest live PAID subscription are counted. Domain: customers-subscriptions B2 */
  async oldestAnchorOf(customerUid: string, now: Date): Promise<Date | null> {
    const text = `select t.billing_cycle_anchor as anchor from subscription t
                   where t.environment_id = $1 and t.customer_uid = $2 and t.billing_cycle_anchor is not null
                     and ${hasNotEnded('t')} and ${isLive('t', '$3::timestamptz')}
                   order by t.start_date, t.uid limit 1`;
    const [oldest] = await this.ask<{ anchor: Date }>(text, [customerUid, now]);
    return oldest?.anchor ?? null;
  }

  /** Those that grant: of no resource first, of each the newest. */
  async liveOf(customerUid: string, now: Date): Promise<Subscription[]> {
    const condition = `t.customer_uid = $2 and ${hasNotEnded('t')} and ${isLive('t', '$3::timestamptz')}
                       order by t.resource_key <> '', t.start_date desc, t.uid desc`;
    return this.where(condition, [customerUid, now]);
  }

  /** Does the customer pay for a subscription of another one that has no end yet? */
  isAnyPaidBy(customerUid: string): Promise<boolean> {
    return this.exists(`t.paying_customer_uid = $2 and ${hasNotEnded('t')}`, [customerUid]);
  }

  /** The id of one that has no end yet and whose invoices are sent to this customer. Domain: customers-subscriptions V9 */
  async invoicedTo(customerUid: string): Promise<string | undefined> {
    const text = `select t.id from subscription t
                   where ${this.own} and ${isPayer} and ${hasNotEnded('t')} and t.billing->>'method' = 'INVOICE'
                   order by t.uid limit 1`;
    return (await this.ask<{ id: string }>(text, [customerUid]))[0]?.id;
  }

  /** The id of an ACTIVE one that is charged to this customer. Domain: customers-subscriptions U8 */
  async chargedTo(customerUid: string, now: Date): Promise<string | undefined> {
    const isActive = isInStatus('t', ['ACTIVE'], '$3::timestamptz');
    const text = `select t.id from subscription t
                   where ${this.own} and ${isPayer} and ${hasNotEnded('t')} and ${isActive}
                     and t.billing->>'method' = 'CHARGE'
                   order by t.uid limit 1`;
    return (await this.ask<{ id: string }>(text, [customerUid, now]))[0]?.id;
  }

  /** Which of these package versions do live subscriptions stand on? */
  async pinnedAmong(versionUids: readonly string[]): Promise<string[]> {
    const text = `select v.uid from unnest($2::uuid[]) as v(uid)
                   where exists (select from subscription_package p
                                   join subscription s on s.environment_id = $1 and s.uid = p.subscription_uid
                                  where p.environment_id = $1 and p.version_uid = v.uid and ${hasNotEnded('s')})`;
    const rows = await this.ask<{ uid: string }>(text, [versionUids]);
    return rows.map(({ uid }) => uid);
  }

  /** Of those that are billed still, up to where they are. */
  async billedUntil(uids: readonly string[]): Promise<[string, Date][]> {
    const text = `select t.uid, t.billed_until as at from subscription t
                   where ${this.own} and t.uid = any($2) and t.billed_until is not null and ${hasNotEnded('t')}`;
    return (await this.ask<{ uid: string; at: Date }>(text, [uids])).map(({ uid, at }) => [uid, at]);
  }

  namesOf(uids: readonly string[]): Promise<{ sourceKey: string; id: string }[]> {
    const text =
      'select uid as "sourceKey", id from subscription where environment_id = $1 and uid = any($2)';
    return this.ask(text, [uids]);
  }

  /** Has a subscription a value of its own for the feature? It lies in its row, where no foreign key sees it. */
  overrides(featureUid: string, { isLive }: { isLive: boolean }): Promise<boolean> {
    const condition = `t.overrides @> jsonb_build_array(jsonb_build_object('featureUid', $2::text))
                       ${isLive ? `and ${hasNotEnded('t')}` : ''}`;
    return this.exists(condition, [featureUid]);
  }

  protected override async where(condition: string, values: unknown[]): Promise<Subscription[]> {
    const found = await super.where(condition, values);
    await this.fill(found);
    return found;
  }

  /** With what they hold, in one statement. */
  private async fill(subscriptions: readonly Subscription[]): Promise<void> {
    if (subscriptions.length === 0) return;
    const packages = await this.packages.of(subscriptions.map(({ uid }) => uid));
    for (const each of subscriptions) each.packages = packages.get(each.uid) ?? [];
  }

  private async exists(condition: string, values: unknown[]): Promise<boolean> {
    const text = `select from subscription t where ${this.own} and ${condition} limit 1`;
    return (await this.ask(text, values)).length > 0;
  }
}
