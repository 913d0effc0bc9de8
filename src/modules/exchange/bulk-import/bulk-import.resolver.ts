import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { ImportCustomersBody } from './customer-import.inputs';
import { CustomerImportService } from './customer-import.service';

@Resolver()
export class BulkImportResolver {
  constructor(private readonly customers: CustomerImportService) {}

  @WriteField(CustomerImportService, 'import')
  importCustomers(@Args('input') input: ImportCustomersBody) {
    return this.customers.import(input);
  }
}
