import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreateCustomerBody,
  ListCustomerResourcesQuery,
  ListCustomersQuery,
  UpdateCustomerBody,
} from './customers.inputs';
import { CustomersService } from './customers.service';

@ApiTags('Customers')
@Controller('api/v1/customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Endpoint.post('', CustomersService, 'create')
  create(@Body() body: CreateCustomerBody) {
    return this.customers.create(body);
  }

  @Endpoint.get('', CustomersService, 'list')
  list(@Query() query: ListCustomersQuery) {
    return this.customers.list(query);
  }

  @Endpoint.get(':id', CustomersService, 'get')
  get(@PathId('id') id: string) {
    return this.customers.get(id);
  }

  @Endpoint.patch(':id', CustomersService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateCustomerBody) {
    return this.customers.update(id, body);
  }

  @Endpoint.post(':id/archive', CustomersService, 'archive')
  archive(@PathId('id') id: string) {
    return this.customers.archive(id);
  }

  @Endpoint.post(':id/unarchive', CustomersService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.customers.unarchive(id);
  }

  @Endpoint.get(':id/resources', CustomersService, 'listResources')
  listResources(@PathId('id') id: string, @Query() query: ListCustomerResourcesQuery) {
    return this.customers.listResources(id, query);
  }
}
