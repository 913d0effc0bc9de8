import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreateCustomerBody, ListCustomersQuery, UpdateCustomerBody } from './customers.inputs';
import { CustomersService } from './customers.service';
import { Customer } from './customers.views';

const ListArgs = connectionArgs(ListCustomersQuery);

@Resolver(() => Customer)
export class CustomersResolver {
  constructor(private readonly customers: CustomersService) {}

  @WriteField(serves(CustomersService, 'create'), one(Customer), { summary: 'Create a customer.' })
  createCustomer(@Args('input') input: CreateCustomerBody) {
    return this.customers.create(input);
  }

  @ReadField(serves(CustomersService, 'list'), page(Customer), { summary: 'List customers, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.customers.list(listQueryOf<ListCustomersQuery>(args));
  }

  @ReadField(serves(CustomersService, 'get'), one(Customer), { summary: 'Get a customer.' })
  get(@IdArg('id') id: string) {
    return this.customers.get(id);
  }

  @WriteField(serves(CustomersService, 'update'), one(Customer), { summary: 'Change a customer.' })
  updateCustomer(@IdArg('id') id: string, @Args('input') input: UpdateCustomerBody) {
    return this.customers.update(id, input);
  }

  @WriteField(serves(CustomersService, 'archive'), one(Customer), {
    summary: 'Archive a customer; its live subscriptions are canceled.',
  })
  archiveCustomer(@IdArg('id') id: string) {
    return this.customers.archive(id);
  }

  @WriteField(serves(CustomersService, 'unarchive'), one(Customer), {
    summary: 'Bring an archived customer back, without its subscriptions.',
  })
  unarchiveCustomer(@IdArg('id') id: string) {
    return this.customers.unarchive(id);
  }
}
