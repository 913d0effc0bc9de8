import { Module } from '@nestjs/common';
import { CouponsModule } from '#modules/catalog/coupons';
import { CustomerResourcesRepository } from './customer-resources.repository';
import { CustomerImports } from './customer-imports.service';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersResolver } from './customers.resolver';
import { CustomersService } from './customers.service';

@Module({
  imports: [CouponsModule],
  controllers: [CustomersController],
  providers: [
    CustomerImports,
    CustomerResourcesRepository,
    CustomersRepository,
    CustomersResolver,
    CustomersService,
  ],
  exports: [CustomerImports, CustomersService],
})
export class CustomersModule {}
