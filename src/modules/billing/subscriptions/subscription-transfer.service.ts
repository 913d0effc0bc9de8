import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ProductsService } from '#modules/catalog/products';
import { CustomersService } from '#modules/customers/customers';
import { requireChangeable } from './domain/changeable';
import type { Subscription as StoredSubscription } from './domain/subscription';
import { DowngradeService } from './downgrade.service';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionChanges } from './subscription-changes.service';
import type { TransferSubscriptionBody } from './subscription-transfer.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription } from './subscriptions.views';

/** From one resource of a customer to another. Domain: customers-subscriptions X6 */
@Injectable()
export class SubscriptionTransferService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly customers: CustomersService,
    private readonly products: ProductsService,
    private readonly due: DueSubscriptions,
    private readonly downgrades: DowngradeService,
    private readonly changes: SubscriptionChanges,
    private readonly clock: Clock,
  ) {}

  /**
   * What was used stays with the resource that it leaves.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired; UnsupportedParameter for a product that holds one subscription
   *   per customer; InvalidArgumentError where the destination holds a PAID or CUSTOM subscription of the product
   */
  @UseCase('transferSubscription', {
    needs: 'subscriptions:write',
    answers: one(Subscription),
    summary: 'Move a subscription to another resource of its customer.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async transfer(id: string, { destinationResourceId }: TransferSubscriptionBody): Promise<Subscription> {
    const subscription = await this.due.lockOrThrow(id);
    subscription.requireNotEnded();
    requireChangeable(subscription, this.clock.now());
    await this.requireResources(subscription);
    const customer = await this.customers.lockOrThrow(subscription.customerId);
    const destination = await this.customers.ensureResource(customer, destinationResourceId);
    const now = this.clock.now();
    await this.makeRoom(subscription, destination.uid, now);
    const change = subscription.transfer({ uid: destination.uid, id: destinationResourceId });
    const view = await this.changes.keep(change, now);
    // What waits for its start holds no place yet.
    if (change.before.slot) await this.downgrades.replace(change.before, now);
    return view;
  }

  private async requireResources({ productUid }: StoredSubscription): Promise<void> {
    const product = await this.products.holdByUid(productUid);
    if (product.multipleSubscriptions) return;
    const message = `destinationResourceId: product ${product.id} holds one subscription per customer, on no resource`;
    throw new DomainError('UnsupportedParameter', message);
  }

  /** A FREE subscription gives way to what runs; beside a trial it runs on (customers-subscriptions T6). @throws InvalidArgumentError */
  private async makeRoom(subscription: StoredSubscription, resourceKey: string, now: Date): Promise<void> {
    const { customerUid, productUid, slot } = subscription;
    const { tried, running } = await this.subscriptions.inPlace(customerUid, resourceKey, productUid);
    const isThere = subscription.resourceKey === resourceKey;
    const held = isThere ? subscription : slot === 'TRIAL' ? (tried ?? running) : running;
    if (!held) return;
    if (isThere || held.pricingType !== 'FREE') {
      const message = `destinationResourceId: ${held.resourceId} holds subscription ${held.id} of this product already`;
      throw new DomainError('InvalidArgumentError', message);
    }
    if (slot === 'PLAN') await this.changes.keep(held.cancel('UPGRADE_OR_DOWNGRADE', now), now);
  }
}
