import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { CustomersService } from '#modules/customers/customers';
import { AutoCancellationRulesService } from '#modules/catalog/products';
import type { CancelReason, Subscription } from './domain/subscription';
import { DowngradeService } from './downgrade.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** How subscriptions end by a decision, and what begins or ends with them. Domain: catalog P8; customers-subscriptions X1, X2 */
@Injectable()
export class SubscriptionCancellationService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly changes: SubscriptionChanges,
    private readonly downgrades: DowngradeService,
    private readonly rules: AutoCancellationRulesService,
    private readonly clock: Clock,
  ) {}

  /**
   * With its customer, whose row orders all that begins and ends for one customer.
   * @throws SubscriptionNotFound, ObjectAlreadyBeingUsedByAnotherRequestError
   */
  async lockOrThrow(id: string): Promise<Subscription> {
    const { customerId } = await this.subscriptions.getOrThrow(id);
    await this.customers.lockOrThrow(customerId);
    return this.subscriptions.lockOrThrow(id);
  }

  /** By the customer or for it. @throws SubscriptionAlreadyCanceledOrExpired */
  async cancel(subscription: Subscription, action: 'DEFAULT' | 'REVOKE_ENTITLEMENTS'): Promise<void> {
    const now = this.clock.now();
    await this.end(subscription, 'Immediate', now);
    // With the downgrade plan the customer still holds the product, so nothing that depends on it ends.
    if (action === 'DEFAULT' && (await this.downgrades.replace(subscription, now))) return;
    await this.endDependents(subscription, now);
  }

  /** All of an archived customer, each for this reason; nothing takes their place. Domain: customers-subscriptions U7 */
  async endAllOf(customerUid: string): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.subscriptions.liveIdsOf(customerUid, null)) {
      await this.end(await this.subscriptions.lockOrThrow(id), 'CustomerArchived', now);
    }
  }

  /** What a rule ends is not downgraded: the customer is to hold nothing of that product. Domain: catalog P8 */
  private async endDependents({ customerUid, productUid }: Subscription, now: Date): Promise<void> {
    const targets = await this.rules.targetsOf(productUid);
    if (targets.length === 0) return;
    for (const id of await this.subscriptions.liveIdsOf(customerUid, targets)) {
      const dependent = await this.subscriptions.lockOrThrow(id);
      // Ended meanwhile by another way through the rules: each ends once, so a circle of rules comes to its end.
      if (dependent.hasEnded) continue;
      await this.end(dependent, 'AutoCancellationRule', now);
      await this.endDependents(dependent, now);
    }
  }

  private async end(subscription: Subscription, reason: CancelReason, now: Date): Promise<void> {
    await this.changes.keep(subscription.cancel(reason, now), now);
  }
}
