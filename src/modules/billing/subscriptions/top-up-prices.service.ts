import { Injectable } from '@nestjs/common';
import type { CollectionMethod } from '#libs/business/values/collection-method';
import { Clock } from '#libs/kernel/clock';
import { Change } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { purchasedCredits, type TopUpPrice } from './domain/purchased-credits';
import { PurchasesService } from './purchases.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What credits cost a customer that it buys now and then may be another price from now on. */
export const topUpsPriced = new Change<{ customerUid: string }>('subscription.top-ups-priced');

/** What credits cost a customer, and how the subscription is collected that says so. */
export interface OfferedTopUp extends TopUpPrice {
  collectedBy: CollectionMethod;
}

/** Prices at which customers buy credits now and then. Domain: catalog R13; credits A3 */
@Injectable()
export class TopUpPrices {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly purchases: PurchasesService,
    private readonly clock: Clock,
  ) {}

  /** Of several live subscriptions that have a price, one of no resource decides, else the newest. Undefined where none has. */
  @Within()
  async of(customerUid: string, currencyUid: string): Promise<OfferedTopUp | undefined> {
    const live = await this.subscriptions.liveOf(customerUid, this.clock.now());
    const rows = await this.purchases.pricesOf(live);
    for (const { uid, purchase, collectionMethod } of live) {
      const { topUps } = purchase ? purchasedCredits(purchase, rows.get(uid) ?? []) : { topUps: [] };
      const price = topUps.find((each) => each.currencyUid === currencyUid);
      if (price) return { ...price, collectedBy: collectionMethod };
    }
    return undefined;
  }
}
