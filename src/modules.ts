import { ActivityModule } from '#modules/platform/activity';
import { AddonsModule } from '#modules/catalog/addons';
import { ChargesModule } from '#modules/catalog/charges';
import { CouponsModule } from '#modules/catalog/coupons';
import { CatalogModule } from '#modules/exchange/catalog-as-code';
import { ContractBillingModule } from '#modules/billing/contract-billing';
import { ContractsModule } from '#modules/billing/contracts';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { FeatureGroupsModule } from '#modules/catalog/feature-groups';
import { FeaturesModule } from '#modules/catalog/features';
import { IdentityModule } from '#modules/platform/identity';
import { InvoicesModule } from '#modules/billing/invoices';
import { LegalEntitiesModule } from '#modules/billing/legal-entities';
import { MeteringModule } from '#modules/entitlements/metering';
import { PackageGroupsModule } from '#modules/catalog/package-groups';
import { PackagesModule } from '#modules/catalog/packages';
import { PlansModule } from '#modules/catalog/plans';
import { ProductsModule } from '#modules/catalog/products';
import { PromotionCodesModule } from '#modules/customers/promotion-codes';
import { SubscriptionsModule } from '#modules/billing/subscriptions';
import { TasksModule } from '#modules/platform/tasks';
import { UsageModule } from '#modules/entitlements/usage';

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
