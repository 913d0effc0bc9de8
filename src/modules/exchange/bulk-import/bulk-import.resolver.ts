import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { ImportCustomersBody } from './customer-import.inputs';
import { CustomerImportService } from './customer-import.service';
import { ImportSubscriptionsBody } from './subscription-import.inputs';
import { SubscriptionImportService } from './subscription-import.service';

@Resolver()
export class BulkImportResolver {
  constructor(
    private readonly customers: CustomerImportService,
    private readonly subscriptions: SubscriptionImportService,
  ) {}

  @WriteField(CustomerImportService, 'import')
  importCustomers(@Args('input') input: ImportCustomersBody) {
    return this.customers.import(input);
  }

  @WriteField(SubscriptionImportService, 'import')
  importSubscriptions(@Args('input') input: ImportSubscriptionsBody) {
    return this.subscriptions.import(input);
  }
}
