import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreateCustomerBody, ListCustomersQuery, UpdateCustomerBody } from './customers.inputs';
import { CustomersService } from './customers.service';
import { Customer } from './customers.views';

@ApiTags('Customers')
@Controller('api/v1/customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Endpoint.post('', serves(CustomersService, 'create'), one(Customer), { summary: 'Create a customer.' })
  create(@Body() body: CreateCustomerBody) {
    return this.customers.create(body);
  }

  @Endpoint.get('', serves(CustomersService, 'list'), page(Customer), {
    summary: 'List customers, newest first.',
  })
  list(@Query() query: ListCustomersQuery) {
    return this.customers.list(query);
  }

  @Endpoint.get(':id', serves(CustomersService, 'get'), one(Customer), { summary: 'Get a customer.' })
  get(@PathId('id') id: string) {
    return this.customers.get(id);
  }

  @Endpoint.patch(':id', serves(CustomersService, 'update'), one(Customer), { summary: 'Change a customer.' })
  update(@PathId('id') id: string, @Body() body: UpdateCustomerBody) {
    return this.customers.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(CustomersService, 'archive'), one(Customer), {
    summary: 'Archive a customer; its live subscriptions are canceled.',
  })
  archive(@PathId('id') id: string) {
    return this.customers.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(CustomersService, 'unarchive'), one(Customer), {
    summary: 'Bring an archived customer back, without its subscriptions.',
  })
  unarchive(@PathId('id') id: string) {
    return this.customers.unarchive(id);
  }
}
