import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import { SubscriptionInvoices } from '#modules/billing/invoices';
import { customerArchived, customerChanging, customerCreated } from '#modules/customers/customers';
import { sourceDue } from '#modules/entitlements/source-history';
import { DefaultStartService } from './default-start.service';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';

/** What becomes of subscriptions with their customer. Domain: customers-subscriptions U4, U7 */
@Injectable()
export class CustomerFollowers {
  constructor(
    private readonly starts: DefaultStartService,
    private readonly cancellation: SubscriptionCancellationService,
    private readonly due: DueSubscriptions,
    private readonly invoices: SubscriptionInvoices,
    private readonly clock: Clock,
  ) {}

  @Follows(customerCreated)
  async start({ customer }: typeof customerCreated.facts): Promise<void> {
    await this.starts.start(customer);
  }

  /** Of a customer that somebody asks about. Domain: customers-subscriptions Z1 */
  @Follows(sourceDue)
  async carryOut({ customerUid }: typeof sourceDue.facts): Promise<void> {
    await this.due.carryOutOf(customerUid);
  }

  /** It is billed as it was then. Domain: customers-subscriptions N4, Z1 */
  @Follows(customerChanging)
  async carryOutBefore({ customer }: typeof customerChanging.facts): Promise<void> {
    const passed = await this.due.carryOut(customer.uid, this.clock.now());
    // A document tells of its buyer as it is sent.
    if (passed > 0) await this.invoices.sendNow();
  }

  @Follows(customerArchived)
  async end({ customer }: typeof customerArchived.facts): Promise<void> {
    // What ended before ended for its own reason.
    await this.due.carryOut(customer.uid, this.clock.now());
    await this.cancellation.endAllOf(customer.uid);
  }
}
