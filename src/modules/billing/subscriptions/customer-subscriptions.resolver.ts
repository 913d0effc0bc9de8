import { Parent, Resolver } from '@nestjs/graphql';
import { loaded } from '#libs/graphql/loader';
import { NestedField } from '#libs/graphql/fields';
import { Customer } from '#modules/customers/customers';
import { SubscriptionsService } from './subscriptions.service';

/** The subscriptions of a customer, below the customer; many customers cost one question. */
@Resolver(() => Customer)
export class CustomerSubscriptionsResolver {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @NestedField('subscriptions', SubscriptionsService, 'ofCustomers')
  ofCustomer(@Parent() customer: Customer) {
    return loaded('subscriptions', customer.id, (ids) => this.subscriptions.ofCustomers(ids));
  }
}
