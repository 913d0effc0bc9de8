import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { DueKind, DueScope } from '#libs/messaging/due-turns';
import { DueWork } from '#libs/messaging/due-work';
import { CustomersService } from '#modules/customers/customers';
import { DueSubscriptionsReader, type DueSubscription } from './due-subscriptions.reader';
import { DueSubscriptions } from './due-subscriptions.service';

/** Carries out what time brings about, where nobody has asked before: every minute and when a process starts. Domain: customers-subscriptions Z1 */
@Injectable()
@DueWork('carry-out-subscriptions', { rank: 0 })
export class SubscriptionClock implements DueKind<DueSubscription> {
  constructor(
    private readonly reader: DueSubscriptionsReader,
    private readonly customers: CustomersService,
    private readonly due: DueSubscriptions,
    private readonly clock: Clock,
  ) {}

  next(scope: DueScope, after: DueSubscription | undefined, limit: number): Promise<DueSubscription[]> {
    return this.reader.next(scope, after, limit);
  }

  async prepare(subscriptions: readonly DueSubscription[]): Promise<void> {
    const customerIds = [...new Set(subscriptions.map(({ customerId }) => customerId))];
    const held = await this.customers.lockUnlessHeld(customerIds);
    const latest = subscriptions.reduce((until, { dueAt }) => (dueAt > until ? dueAt : until), new Date(0));
    await this.due.foresee(
      customerIds.flatMap((id) => held.get(id) ?? []),
      latest,
    );
  }

  /** Who holds a customer carries out what is due for it. */
  async process(subscriptions: readonly DueSubscription[]): Promise<number> {
    const now = this.clock.now();
    let done = 0;
    const customerIds = [...new Set(subscriptions.map((each) => each.customerId))];
    const held = await this.customers.lockUnlessHeld(customerIds);
    for (const customerId of customerIds) {
      const customer = held.get(customerId);
      if (customer && (await this.due.carryOut(customer.uid, now)) > 0)
        done += subscriptions.filter((each) => each.customerId === customerId).length;
    }
    return done;
  }
}
