import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { customerArchived, customerCreated } from '#modules/customers/customers';
import { DefaultStartService } from './default-start.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';

/** What becomes of subscriptions with their customer. Domain: customers-subscriptions U4, U7 */
@Injectable()
export class CustomerFollowers {
  constructor(
    private readonly starts: DefaultStartService,
    private readonly cancellation: SubscriptionCancellationService,
  ) {}

  @Follows(customerCreated)
  async start({ customer }: typeof customerCreated.facts): Promise<void> {
    await this.starts.start(customer);
  }

  @Follows(customerArchived)
  async end({ customer }: typeof customerArchived.facts): Promise<void> {
    await this.cancellation.endAllOf(customer.uid);
  }
}
