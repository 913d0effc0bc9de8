import { Module } from '@nestjs/common';
import { CouponsModule } from '#modules/catalog/coupons';
import { IntegrationsModule } from '#modules/customers/integrations';
import { CustomerIntegrationsController } from './customer-integrations.controller';
import { CustomerIntegrationsResolver } from './customer-integrations.resolver';
import { CustomerIntegrationsService } from './customer-integrations.service';
import { CustomerLinks } from './customer-links.service';
import { CustomerPaymentMethods } from './customer-payment-methods.service';
import { CustomerResourcesRepository } from './customer-resources.repository';
import { CustomerImports } from './customer-imports.service';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersResolver } from './customers.resolver';
import { CustomersService } from './customers.service';

@Module({
  imports: [CouponsModule, IntegrationsModule],
  controllers: [CustomersController, CustomerIntegrationsController],
  providers: [
    CustomerIntegrationsResolver,
    CustomerIntegrationsService,
    CustomerLinks,
    CustomerPaymentMethods,
    CustomerImports,
    CustomerResourcesRepository,
    CustomersRepository,
    CustomersResolver,
    CustomersService,
  ],
  exports: [CustomerImports, CustomerPaymentMethods, CustomersService],
})
export class CustomersModule {}
