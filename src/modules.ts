import { ActivityModule } from '#modules/activity';
import { AddonsModule } from '#modules/addons';
import { ChargesModule } from '#modules/charges';
import { CouponsModule } from '#modules/coupons';
import { CatalogModule } from '#modules/catalog';
import { ContractBillingModule } from '#modules/contract-billing';
import { ContractsModule } from '#modules/contracts';
import { CustomCurrenciesModule } from '#modules/custom-currencies';
import { CustomersModule } from '#modules/customers';
import { EntitlementsModule } from '#modules/entitlements';
import { FeatureGroupsModule } from '#modules/feature-groups';
import { FeaturesModule } from '#modules/features';
import { IdentityModule } from '#modules/identity';
import { InvoicesModule } from '#modules/invoices';
import { LegalEntitiesModule } from '#modules/legal-entities';
import { MeteringModule } from '#modules/metering';
import { PackageGroupsModule } from '#modules/package-groups';
import { PackagesModule } from '#modules/packages';
import { PlansModule } from '#modules/plans';
import { ProductsModule } from '#modules/products';
import { PromotionCodesModule } from '#modules/promotion-codes';
import { SubscriptionsModule } from '#modules/subscriptions';
import { TasksModule } from '#modules/tasks';
import { UsageModule } from '#modules/usage';

/** Every resource area of the service, in the order of their ranks (modules/ranks.cjs). */
export const modules = [
  IdentityModule,
  ActivityModule,
  LegalEntitiesModule,
  TasksModule,
  FeaturesModule,
  ProductsModule,
  CustomCurrenciesModule,
  ChargesModule,
  FeatureGroupsModule,
  PackagesModule,
  PlansModule,
  AddonsModule,
  CouponsModule,
  PackageGroupsModule,
  CustomersModule,
  PromotionCodesModule,
  MeteringModule,
  InvoicesModule,
  EntitlementsModule,
  SubscriptionsModule,
  ContractsModule,
  ContractBillingModule,
  UsageModule,
  CatalogModule,
];
