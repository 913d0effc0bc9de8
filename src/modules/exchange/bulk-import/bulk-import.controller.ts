import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { ImportCustomersBody } from './customer-import.inputs';
import { CustomerImportService } from './customer-import.service';
import { ImportSubscriptionsBody } from './subscription-import.inputs';
import { SubscriptionImportService } from './subscription-import.service';

/** A thousand rows with what they may hold. */
const largestBodyBytes = 4 * 1024 * 1024;

@ApiTags('Bulk Import')
@Controller('api/v1')
export class BulkImportController {
  constructor(
    private readonly customers: CustomerImportService,
    private readonly subscriptions: SubscriptionImportService,
  ) {}

  @Endpoint.post('customers/import', CustomerImportService, 'import', { largestBodyBytes })
  importCustomers(@Body() body: ImportCustomersBody) {
    return this.customers.import(body);
  }

  @Endpoint.post('subscriptions/import', SubscriptionImportService, 'import', { largestBodyBytes })
  importSubscriptions(@Body() body: ImportSubscriptionsBody) {
    return this.subscriptions.import(body);
  }
}
