import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreateCustomerBody,
  ListCustomerResourcesQuery,
  ListCustomersQuery,
  UpdateCustomerBody,
} from './customers.inputs';
import { CustomersService } from './customers.service';
import { Customer } from './customers.views';

const ListArgs = connectionArgs(ListCustomersQuery);
const ListResourcesArgs = connectionArgs(ListCustomerResourcesQuery);

@Resolver(() => Customer)
export class CustomersResolver {
  constructor(private readonly customers: CustomersService) {}

  @WriteField(CustomersService, 'create')
  createCustomer(@Args('input') input: CreateCustomerBody) {
    return this.customers.create(input);
  }

  @ReadField(CustomersService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.customers.list(listQueryOf<ListCustomersQuery>(args));
  }

  @ReadField(CustomersService, 'get')
  get(@IdArg('id') id: string) {
    return this.customers.get(id);
  }

  @WriteField(CustomersService, 'update')
  updateCustomer(@IdArg('id') id: string, @Args('input') input: UpdateCustomerBody) {
    return this.customers.update(id, input);
  }

  @WriteField(CustomersService, 'archive')
  archiveCustomer(@IdArg('id') id: string) {
    return this.customers.archive(id);
  }

  @WriteField(CustomersService, 'unarchive')
  unarchiveCustomer(@IdArg('id') id: string) {
    return this.customers.unarchive(id);
  }

  @ReadField(CustomersService, 'listResources')
  listResources(
    @IdArg('customerId') customerId: string,
    @AllArgs(ListResourcesArgs) args: InstanceType<typeof ListResourcesArgs>,
  ) {
    return this.customers.listResources(customerId, listQueryOf<ListCustomerResourcesQuery>(args));
  }
}
