import { Module } from '@nestjs/common';
import { CouponsModule } from '#modules/catalog/coupons';
import { CustomerResourcesRepository } from './customer-resources.repository';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersResolver } from './customers.resolver';
import { CustomersService } from './customers.service';

@Module({
  imports: [CouponsModule],
  controllers: [CustomersController],
  providers: [CustomerResourcesRepository, CustomersRepository, CustomersResolver, CustomersService],
  exports: [CustomersService],
})
export class CustomersModule {}
