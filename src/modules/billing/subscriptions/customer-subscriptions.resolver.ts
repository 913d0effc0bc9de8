import { Parent, Resolver } from '@nestjs/graphql';
import { loaded } from '#libs/graphql/loader';
import { NestedField } from '#libs/graphql/fields';
import { list, serves } from '#libs/http/endpoint';
import { Customer } from '#modules/customers/customers';
import { SubscriptionsService } from './subscriptions.service';
import { Subscription } from './subscriptions.views';

/** The subscriptions of a customer, below the customer; many customers cost one question. */
@Resolver(() => Customer)
export class CustomerSubscriptionsResolver {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @NestedField('subscriptions', serves(SubscriptionsService, 'ofCustomers'), list(Subscription), {
    summary: 'Newest first.',
  })
  ofCustomer(@Parent() customer: Customer) {
    return loaded('subscriptions', customer.id, (ids) => this.subscriptions.ofCustomers(ids));
  }
}
