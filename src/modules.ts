import { AddonsModule } from '#modules/addons';
import { CustomCurrenciesModule } from '#modules/custom-currencies';
import { CustomersModule } from '#modules/customers';
import { EntitlementsModule } from '#modules/entitlements';
import { FeaturesModule } from '#modules/features';
import { IdentityModule } from '#modules/identity';
import { MeteringModule } from '#modules/metering';
import { PackagesModule } from '#modules/packages';
import { PlansModule } from '#modules/plans';
import { ProductsModule } from '#modules/products';
import { SubscriptionsModule } from '#modules/subscriptions';
import { UsageModule } from '#modules/usage';

/** Every resource area of the service, in the order of their ranks (modules/ranks.cjs). */
export const modules = [
  IdentityModule,
  FeaturesModule,
  ProductsModule,
  CustomCurrenciesModule,
  PackagesModule,
  PlansModule,
  AddonsModule,
  CustomersModule,
  MeteringModule,
  EntitlementsModule,
  SubscriptionsModule,
  UsageModule,
];
