import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { IdReference } from '#libs/shape/id-reference';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { isUnpaid, toldUpdates } from './domain/scheduled-update';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionChanges } from './subscription-changes.service';

const touches = (id: string): string[] => [`subscription:${id}`];

/** Changes that wait, given up because somebody asks for it. Domain: customers-subscriptions D7 */
@Injectable()
export class FutureUpdatesService {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly changes: SubscriptionChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws SubscriptionNotFound, FutureUpdateNotFound where nothing waits */
  @UseCase('cancelSubscriptionSchedule', {
    needs: 'subscriptions:write',
    answers: one(IdReference),
    summary: 'Give up all changes that wait for the end of a billing period.',
    touches,
  })
  async cancelScheduled(id: string): Promise<IdReference> {
    const subscription = await this.due.lockOrThrow(id);
    if (!subscription.waitsFor()) throw nothingWaits(id, 'the end of a billing period');
    await this.changes.keep(subscription.cancelUpdates(), this.clock.now());
    return { id };
  }

  /** What was asked for is not paid for any more; what has come meanwhile goes back. @throws SubscriptionNotFound, FutureUpdateNotFound */
  @UseCase('cancelSubscriptionPendingPayment', {
    needs: 'subscriptions:write',
    answers: one(IdReference),
    summary: 'Give up a change that waits for its payment.',
    touches,
  })
  async cancelPendingPayment(id: string): Promise<IdReference> {
    const subscription = await this.due.lockOrThrow(id);
    if (!toldUpdates(subscription).some(isUnpaid)) throw nothingWaits(id, 'payment');
    await this.changes.keep(subscription.settleUpdateOf(undefined, 'CANCELED'), this.clock.now());
    return { id };
  }
}

const nothingWaits = (id: string, what: string): DomainError =>
  new DomainError('FutureUpdateNotFound', `No change of subscription ${id} waits for ${what}`);
