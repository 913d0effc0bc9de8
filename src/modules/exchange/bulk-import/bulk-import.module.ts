import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { BulkImportController } from './bulk-import.controller';
import { BulkImportResolver } from './bulk-import.resolver';
import { CustomerImportService } from './customer-import.service';

@Module({
  imports: [CustomersModule],
  controllers: [BulkImportController],
  providers: [BulkImportResolver, CustomerImportService],
})
export class BulkImportModule {}
