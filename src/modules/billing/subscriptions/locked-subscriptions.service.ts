import { Injectable } from '@nestjs/common';
import type { PinnedSubscription } from './domain/subscription-move';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** A subscription with all that decides where it can go, held until the unit of work ends. */
@Injectable()
export class LockedSubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly due: DueSubscriptions,
    private readonly moves: SubscriptionMovesService,
  ) {}

  /** Locks in the order in which a provision does. @throws SubscriptionNotFound, CustomerNotFound */
  async lock(id: string, customerId: string): Promise<PinnedSubscription> {
    await this.due.lockCustomer(customerId);
    const subscription = await this.subscriptions.lockOrThrow(id);
    return this.moves.pinned(subscription);
  }
}
