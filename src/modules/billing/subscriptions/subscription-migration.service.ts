import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { PackageVersionsService, type VersionFacts } from '#modules/catalog/package-structure';
import type { Aims, PinnedSubscription } from './domain/subscription-move';
import { LockedSubscriptionsService } from './locked-subscriptions.service';
import type { MigrateSubscriptionBody } from './subscription-migration.inputs';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription } from './subscriptions.views';

/** One subscription, moved because somebody asks for it. Domain: customers-subscriptions X5 */
@Injectable()
export class SubscriptionMigrationService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly versions: PackageVersionsService,
    private readonly locked: LockedSubscriptionsService,
    private readonly moves: SubscriptionMovesService,
  ) {}

  /**
   * "Latest" is what is so when it is executed; every pinned version goes there.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, SubscriptionDoesNotHaveBillingPeriod, PlanNotFound,
   *   SubscriptionAlreadyOnLatestPlan, InvalidArgumentError, IncompatibleSubscriptionAddon, BadUserInput, InvalidQuantity;
   *   UnsupportedParameter for a PAID subscription that shall wait for the end of its period
   */
  @UseCase('migrateSubscription', {
    needs: 'subscriptions:write',
    answers: one(Subscription),
    summary: 'Move a subscription to the latest versions of its plan and addons.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async migrate(id: string, body: MigrateSubscriptionBody): Promise<Subscription> {
    const { customerId } = await this.subscriptions.getOrThrow(id);
    const from = await this.locked.lock(id, customerId);
    from.subscription.requireNotEnded();
    if (body.subscriptionMigrationTime === 'END_OF_BILLING_PERIOD') refuseToWait(from);
    const moved = await this.moves.move(from, await this.aimsOf(from, body.targetVersion));
    if (moved) return moved;
    throw new DomainError('SubscriptionAlreadyOnLatestPlan');
  }

  private async aimsOf(from: PinnedSubscription, targetVersion: number | undefined): Promise<Aims> {
    const { productUid, planUid } = from.subscription;
    const aims = await this.versions.latestOf(productUid, [...from.versions.keys()]);
    if (targetVersion !== undefined) aims.set(planUid, await this.targetOf(from, targetVersion));
    return aims;
  }

  /** Domain: customers-subscriptions X5; a newer version is never given up. */
  private async targetOf(
    { subscription, versions }: PinnedSubscription,
    number: number,
  ): Promise<VersionFacts> {
    const { planUid, planId } = subscription;
    const target = await this.versions.numbered(planUid, number);
    if (!target) {
      const message = `targetVersion: plan ${planId} has no published version ${number}`;
      throw new DomainError('PlanNotFound', message);
    }
    const present = versions.get(planUid)?.versionNumber ?? 0;
    if (present <= number) return target;
    throw new DomainError(
      'InvalidArgumentError',
      `targetVersion: the subscription is on version ${present} of plan ${planId} already`,
    );
  }
}

/** @throws SubscriptionDoesNotHaveBillingPeriod, UnsupportedParameter */
function refuseToWait({ subscription: { pricingType } }: PinnedSubscription): never {
  if (pricingType === 'PAID') {
    const behaviour = 'moving at the end of the billing period';
    throw notBuilt('subscriptionMigrationTime', behaviour, 'send IMMEDIATE');
  }
  throw new DomainError(
    'SubscriptionDoesNotHaveBillingPeriod',
    'subscriptionMigrationTime: this subscription has no billing period; send IMMEDIATE',
  );
}
