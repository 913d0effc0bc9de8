import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers';
import { EntitlementsModule } from '#modules/entitlements';
import { FeaturesModule } from '#modules/features';
import { PackagesModule } from '#modules/packages';
import { ProductsModule } from '#modules/products';
import { CustomerSubscriptionsResolver } from './customer-subscriptions.resolver';
import { OverridesService } from './overrides.service';
import { ProvisionService } from './provision.service';
import { SubscriptionGrants } from './subscription-grants.service';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionsResolver } from './subscriptions.resolver';
import { SubscriptionsService } from './subscriptions.service';
import { SubscriptionVetoes } from './vetoes.service';

@Module({
  imports: [CustomersModule, EntitlementsModule, FeaturesModule, PackagesModule, ProductsModule],
  controllers: [SubscriptionsController],
  providers: [
    CustomerSubscriptionsResolver,
    OverridesService,
    ProvisionService,
    SubscriptionGrants,
    SubscriptionsRepository,
    SubscriptionsResolver,
    SubscriptionsService,
    SubscriptionVetoes,
  ],
  exports: [SubscriptionsService],
})
export class SubscriptionsModule {}
