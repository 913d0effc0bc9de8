import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { UseCase } from '#libs/use-cases/use-case';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Subscription as StoredSubscription } from './domain/subscription';
import { requireChangeable } from './domain/changeable';
import { executionTime } from './domain/update-split';
import { LockedSubscriptionsService } from './locked-subscriptions.service';
import type { MigrateSubscriptionBody } from './subscription-migration.inputs';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription } from './subscriptions.views';

/** One subscription, moved because somebody asks for it. Domain: customers-subscriptions X5 */
@Injectable()
export class SubscriptionMigrationService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly locked: LockedSubscriptionsService,
    private readonly moves: SubscriptionMovesService,
    private readonly changes: SubscriptionChanges,
    private readonly presenter: SubscriptionPresenter,
    private readonly clock: Clock,
  ) {}

  /**
   * "Latest" is what is so when it is executed; every pinned version goes there.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, SubscriptionDoesNotHaveBillingPeriod, PlanNotFound,
   *   SubscriptionAlreadyOnLatestPlan, InvalidArgumentError, IncompatibleSubscriptionAddon, BadUserInput, InvalidQuantity;
   *   ScheduledMigrationAlreadyExistsError, SchedulingAtEndOfBillingPeriod of one that shall wait
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
    requireChangeable(from.subscription, this.clock.now());
    const aims = await this.moves.aimsOf(from, body.targetVersion);
    if (body.subscriptionMigrationTime === 'END_OF_BILLING_PERIOD')
      return this.schedule(from.subscription, body.targetVersion);
    const moved = await this.moves.move(from, aims, ['MIGRATE_TO_LATEST']);
    if (moved) return this.presenter.viewOf(from.subscription);
    throw new DomainError('SubscriptionAlreadyOnLatestPlan');
  }

  /** Domain: customers-subscriptions X5, D6 @throws ScheduledMigrationAlreadyExistsError, and as `executionTime` */
  private async schedule(
    subscription: StoredSubscription,
    targetVersion: number | undefined,
  ): Promise<Subscription> {
    const now = this.clock.now();
    const until = 'END_OF_BILLING_PERIOD';
    const executesAt = executionTime(
      subscription,
      until,
      subscription.knownEnd,
      now,
      'subscriptionMigrationTime',
    ).toISOString();
    if (subscription.waitsFor(['MIGRATE_TO_LATEST']))
      throw new DomainError('ScheduledMigrationAlreadyExistsError');
    const change = subscription.schedule({
      ...{ type: 'MIGRATE_TO_LATEST', status: 'SCHEDULED', until, executesAt },
      change: { targetVersion },
    });
    return this.changes.keep(change, now);
  }
}
