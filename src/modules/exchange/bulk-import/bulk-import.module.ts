import { Module } from '@nestjs/common';
import { PaymentsModule } from '#modules/billing/payments';
import { SubscriptionsModule } from '#modules/billing/subscriptions';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { BulkImportController } from './bulk-import.controller';
import { BulkImportResolver } from './bulk-import.resolver';
import { CustomerImportService } from './customer-import.service';
import { RowMethodsService } from './row-methods.service';
import { SubscriptionImportRowsRepository } from './subscription-import-rows.repository';
import { SubscriptionImportService } from './subscription-import.service';

@Module({
  imports: [CustomersModule, IntegrationsModule, PaymentsModule, SubscriptionsModule],
  controllers: [BulkImportController],
  providers: [
    BulkImportResolver,
    CustomerImportService,
    RowMethodsService,
    SubscriptionImportRowsRepository,
    SubscriptionImportService,
  ],
})
export class BulkImportModule {}
