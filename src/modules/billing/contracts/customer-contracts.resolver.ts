import { Parent, Resolver } from '@nestjs/graphql';
import { NestedField } from '#libs/graphql/fields';
import { loaded } from '#libs/graphql/loader';
import { Customer } from '#modules/customers/customers';
import { ContractsService } from './contracts.service';

/** The contracts of a customer, below the customer; many customers cost one question. */
@Resolver(() => Customer)
export class CustomerContractsResolver {
  constructor(private readonly contracts: ContractsService) {}

  @NestedField('contracts', ContractsService, 'ofCustomers')
  ofCustomer(@Parent() customer: Customer) {
    return loaded('contracts', customer.id, (ids) => this.contracts.ofCustomers(ids));
  }
}
