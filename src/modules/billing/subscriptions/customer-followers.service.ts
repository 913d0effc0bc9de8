import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Consequences } from '#libs/messaging/consequences';
import { customerArchived, customerCreated } from '#modules/customers/customers';
import { DefaultStartService } from './default-start.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';

/** What becomes of subscriptions with their customer. Domain: customers-subscriptions U4, U7 */
@Injectable()
export class CustomerFollowers implements OnModuleInit {
  constructor(
    private readonly consequences: Consequences,
    private readonly starts: DefaultStartService,
    private readonly cancellation: SubscriptionCancellationService,
  ) {}

  onModuleInit(): void {
    this.consequences.register(customerCreated, ({ customer }) => this.starts.start(customer));
    this.consequences.register(customerArchived, ({ customer }) => this.cancellation.endAllOf(customer.uid));
  }
}
