import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { turnMemory } from '#libs/context/remembered';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { addMs } from '#libs/kernel/period';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import type { PublishedPackage } from '#modules/catalog/packages';
import type { Place } from './domain/beginning';
import type { Subscription } from './domain/subscription';
import {
  invalid,
  requireSame,
  requireSpan,
  type ImportedSubscription,
  type SubscriptionRow,
} from './domain/subscription-row';
import { DueSubscriptions } from './due-subscriptions.service';
import { ProvisionService, type ProvisionBody } from './provision.service';
import { RowChanges } from './row-changes.service';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** A turn is shorter; what falls due in it is known with it. */
const aheadMs = 60_000;

/** Ids of rows that no subscription has, as long as none was made. */
const newIds = (): Map<string, true> | undefined => turnMemory('ids of new subscriptions');

/** Subscriptions of another system, row by row: as they are there, collected elsewhere. Domain: customers-subscriptions X8; ADR-0089 */
@Injectable()
export class SubscriptionImports {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly selections: SubscriptionSelectionsService,
    private readonly provisions: ProvisionService,
    private readonly changes: RowChanges,
    private readonly clock: Clock,
  ) {}

  /** What several rows of one turn need, asked for together; those whom another request holds are waited for one by one. */
  @Within()
  async prepare(rows: readonly SubscriptionRow[]): Promise<void> {
    const held = await this.customers.lockUnlessHeld([...new Set(rows.map(({ customerId }) => customerId))]);
    await this.due.foresee(
      [...held.values()].flatMap((each) => each ?? []),
      addMs(this.clock.now(), aheadMs),
    );
    const there = await this.subscriptions.findMany(rows.map(({ id }) => id));
    for (const { id } of rows) if (!there.has(id)) newIds()?.set(id, true);
  }

  /** What can be told of a row before anything is written. Domain: customers-subscriptions X8 */
  @Within()
  async refusalOf(row: SubscriptionRow): Promise<DomainError | undefined> {
    try {
      await this.customers.getOrThrow(row.customerId);
      if (!newIds()?.has(row.id)) return undefined;
      requireSpan(row.startDate ?? this.clock.now(), row.endDate);
      await this.selections.plan(row.planId);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  /** @throws InvalidArgumentError, SubscriptionAlreadyCanceledOrExpired, and what a provision or a change of it throws */
  @Within()
  async import(row: SubscriptionRow): Promise<ImportedSubscription> {
    const customer = await this.due.lockCustomer(row.customerId);
    const now = this.clock.now();
    const known = newIds()?.delete(row.id) ? undefined : await this.subscriptions.find(row.id);
    if (known?.planId === row.planId) return this.changes.apply(known, row, now);
    requireSpan(row.startDate ?? now, row.endDate);
    const plan = await this.selections.plan(row.planId);
    if (!known) return this.create(row, plan, now);
    return this.follow(known, row, { plan, customer, now });
  }

  private async create(
    { id, ...row }: Omit<SubscriptionRow, 'id'> & { id?: string },
    { pricingType }: PublishedPackage,
    now: Date,
  ): Promise<ImportedSubscription> {
    const { startDate = now, endDate, ...said } = row;
    const body: ProvisionBody = {
      ...said,
      ...(id !== undefined && { id }),
      ...{ startDate, endDate: endDate ?? undefined },
      // As it is elsewhere: at once, no trial begins anew, and nobody is charged here.
      ...{ paymentCollectionMethod: 'NONE', scheduleStrategy: 'IMMEDIATE' },
      trialOverrideConfiguration: { isTrial: false },
      // Its periods are counted from its start, whatever runs and whatever the environment has chosen.
      ...(pricingType === 'PAID' && { billingCycleAnchor: 'NOW' }),
    };
    const { subscription } = await this.provisions.provision(body, { now: () => now });
    return { subscriptionId: subscription.id, outcome: 'CREATED' };
  }

  /** What has the id of the row is on another plan: this one takes its place as any other, under an id of its own. Domain: customers-subscriptions V4 */
  private async follow(
    known: Subscription,
    { id, ...row }: SubscriptionRow,
    { plan, customer, now }: { plan: PublishedPackage; customer: StoredCustomer; now: Date },
  ): Promise<ImportedSubscription> {
    const { customerId } = row;
    requireSame({ id, customerId, planId: plan.id }, known);
    if (row.endDate && row.endDate <= now)
      throw invalid(`id: subscription ${id} is on plan ${known.planId}; give what is over an id of its own`);
    const there = onPlan(await this.placeOf(customer, plan, row.resourceId), plan);
    return there ? this.changes.apply(there, { id, ...row }, now) : this.create(row, plan, now);
  }

  private async placeOf(
    { uid }: StoredCustomer,
    { productUid }: PublishedPackage,
    resourceId: string | null | undefined,
  ): Promise<Place> {
    const resource = resourceId ? await this.customers.findResource(uid, resourceId) : undefined;
    return this.subscriptions.inPlace(uid, resource?.uid ?? '', productUid);
  }
}

/** What runs on this plan already, or waits for its start. Domain: customers-subscriptions V5 */
const onPlan = (
  { tried, running, waiting }: Place,
  { packageUid }: PublishedPackage,
): Subscription | undefined => [tried, running, ...waiting].find((each) => each?.planUid === packageUid);
