import type { Type } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import { kernelMappings } from '#libs/persistence/stored-records';
import { AutoRechargeModule } from '#modules/billing/auto-recharge';
import { ContractBillingModule } from '#modules/billing/contract-billing';
import { ContractsModule } from '#modules/billing/contracts';
import { CreditGrantsModule } from '#modules/billing/credit-grants';
import { InvoicesModule } from '#modules/billing/invoices';
import { LegalEntitiesModule } from '#modules/billing/legal-entities';
import { PaymentsModule } from '#modules/billing/payments';
import { SubscriptionsModule } from '#modules/billing/subscriptions';
import { AddonsModule } from '#modules/catalog/addons';
import { ChargesModule } from '#modules/catalog/charges';
import { CouponsModule } from '#modules/catalog/coupons';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeatureGroupsModule } from '#modules/catalog/feature-groups';
import { FeaturesModule } from '#modules/catalog/features';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackageGroupsModule } from '#modules/catalog/package-groups';
import { PackagePricesModule } from '#modules/catalog/package-prices';
import { PackageStructureModule } from '#modules/catalog/package-structure';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { PackagesModule } from '#modules/catalog/packages';
import { PlansModule } from '#modules/catalog/plans';
import { ProductsModule } from '#modules/catalog/products';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { PromotionCodesModule } from '#modules/customers/promotion-codes';
import { ChangeStreamModule } from '#modules/entitlements/change-stream';
import { CreditReportsModule } from '#modules/entitlements/credit-reports';
import { CreditsModule } from '#modules/entitlements/credits';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { MetersModule } from '#modules/entitlements/meters';
import { EstimatesModule } from '#modules/entitlements/estimates';
import { EventsModule } from '#modules/entitlements/events';
import { MeteringModule } from '#modules/entitlements/metering';
import { ExplanationsModule } from '#modules/entitlements/explanations';
import { PromotionalEntitlementsModule } from '#modules/entitlements/promotional-entitlements';
import { SourceHistoryModule } from '#modules/entitlements/source-history';
import { UsageModule } from '#modules/entitlements/usage';
import { AttentionModule } from '#modules/exchange/attention';
import { BulkImportModule } from '#modules/exchange/bulk-import';
import { CatalogModule } from '#modules/exchange/catalog-as-code';
import { DataExportModule } from '#modules/exchange/data-export';
import { FiguresModule } from '#modules/exchange/figures';
import { SearchModule } from '#modules/exchange/search';
import { WebhooksModule } from '#modules/exchange/webhooks';
import { AccountsModule } from '#modules/platform/accounts';
import { ActivityModule } from '#modules/platform/activity';
import { ApiKeysModule } from '#modules/platform/api-keys';
import { CustomerTokensModule } from '#modules/platform/customer-tokens';
import { EnvironmentClocksModule } from '#modules/platform/environment-clocks';
import { EnvironmentSettingsModule } from '#modules/platform/environment-settings';
import { IdentityModule } from '#modules/platform/identity';
import { TasksModule } from '#modules/platform/tasks';
import { autoRechargeMapping } from './modules/billing/auto-recharge/auto-recharge.mapping';
import {
  billableItemMapping,
  billingDetailsMapping,
  formerLineMapping,
  lineItemMapping,
} from './modules/billing/contract-billing/contract-billing.mapping';
import { contractMapping } from './modules/billing/contracts/contract.mapping';
import {
  creditNoteMapping,
  creditNotePdfMapping,
  documentSeriesMapping,
} from './modules/billing/invoices/credit-note.mapping';
import {
  customerBalanceMapping,
  invoiceMapping,
  invoiceLineMapping,
  invoicePdfMapping,
  lateUsageWatchMapping,
} from './modules/billing/invoices/invoice.mapping';
import { legalEntityMapping } from './modules/billing/legal-entities/legal-entity.mapping';
import { paymentAccountMapping } from './modules/billing/legal-entities/payment-account.mapping';
import { paymentMapping } from './modules/billing/payments/payment.mapping';
import { sandboxCheckoutMapping } from './modules/billing/payments/sandbox/sandbox-checkout.mapping';
import { sandboxPaymentMapping } from './modules/billing/payments/sandbox/sandbox-payment.mapping';
import {
  subscriptionMapping,
  subscriptionPackageMapping,
} from './modules/billing/subscriptions/subscription.mapping';
import { chargeMapping } from './modules/catalog/charges/charge.mapping';
import { couponMapping } from './modules/catalog/coupons/coupon.mapping';
import { customCurrencyMapping } from './modules/catalog/custom-currencies/custom-currency.mapping';
import {
  featureGroupMapping,
  featureGroupMemberMapping,
} from './modules/catalog/feature-groups/feature-group.mapping';
import { featureMapping } from './modules/catalog/features/feature.mapping';
import { entitlementTagMapping } from './modules/catalog/package-entitlements/entitlement-tag.mapping';
import { packageEntitlementMapping } from './modules/catalog/package-entitlements/package-entitlement.mapping';
import { packageGroupMapping } from './modules/catalog/package-groups/package-group.mapping';
import { packageMapping, packageVersionMapping } from './modules/catalog/package-versions/package.mapping';
import { autoCancellationRuleMapping } from './modules/catalog/products/auto-cancellation-rule.mapping';
import { productMapping } from './modules/catalog/products/product.mapping';
import { customerResourceMapping } from './modules/customers/customers/customer-resource.mapping';
import { customerMapping } from './modules/customers/customers/customer.mapping';
import { integrationMapping } from './modules/customers/integrations/integration.mapping';
import { promotionCodeMapping } from './modules/customers/promotion-codes/promotion-code.mapping';
import {
  streamChangeMapping,
  streamCursorMapping,
  streamHeadMapping,
} from './modules/entitlements/change-stream/change-stream.mapping';
import {
  creditConsumptionMapping,
  creditGrantMapping,
  creditLedgerMapping,
  creditRecurrenceMapping,
  creditWalletMapping,
  ledgerWatchMapping,
} from './modules/entitlements/credits/credits.mapping';
import {
  usageCounterMapping,
  usageSpendMapping,
  usageWindowMapping,
  usageMeasurementMapping,
} from './modules/entitlements/metering/metering.mapping';
import {
  eventOnceMapping,
  meterBucketMapping,
  meterCounterMapping,
  meterMapping,
  meterValueMapping,
  rawEventMapping,
} from './modules/entitlements/meters/meters.mapping';
import { promotionalEntitlementMapping } from './modules/entitlements/promotional-entitlements/promotional-entitlement.mapping';
import { entitlementSnapshotMapping } from './modules/entitlements/source-history/snapshot.mapping';
import {
  historyStartMapping,
  sourceStateMapping,
  subjectStateMapping,
} from './modules/entitlements/source-history/source-history.mapping';
import { subscriptionImportRowMapping } from './modules/exchange/bulk-import/subscription-import-row.mapping';
import { attentionMapping } from './modules/exchange/attention/attention.mapping';
import {
  exportDestinationMapping,
  exportSyncMapping,
} from './modules/exchange/data-export/export-destination.mapping';
import { figureChangeMapping, figureDayMapping } from './modules/exchange/figures/figures.mapping';
import {
  usageChangeMapping,
  usageDayMapping,
  usageOpeningMapping,
} from './modules/exchange/figures/usage-figures.mapping';
import {
  webhookDeliveryMapping,
  webhookHealthMapping,
  webhookMapping,
} from './modules/exchange/webhooks/webhook.mapping';
import {
  activityChainMapping,
  activityWatchMapping,
} from './modules/platform/activity/activity-chain.mapping';
import { activityEntryMapping } from './modules/platform/activity/activity-entry.mapping';
import { customerTokenSecretMapping } from './modules/platform/customer-tokens/customer-token-secret.mapping';
import { environmentClockMapping } from './modules/platform/environment-clocks/environment-clock.mapping';
import { environmentSettingsMapping } from './modules/platform/environment-settings/environment-settings.mapping';
import {
  accountMapping,
  environmentMapping,
  memberMapping,
  memberEnvironmentMapping,
} from './modules/platform/accounts/accounts.mapping';
import { apiKeyMapping } from './modules/platform/api-keys/api-key.mapping';
import { taskMapping, taskResultMapping } from './modules/platform/tasks/task.mapping';
import { GovernanceModule } from '#modules/entitlements/governance';
import {
  assignmentUsageMapping,
  entityTypeMapping,
  governedEntityMapping,
  usageAssignmentMapping,
} from './modules/entitlements/governance/governance.mapping';

interface Area {
  module: Type;
  /** What it stores. */
  mappings?: readonly EntitySchema[];
}

/** Every area of the service, in the order of their ranks (modules/ranks.cjs). */
const areas: Area[] = [
  {
    module: AccountsModule,
    mappings: [accountMapping, environmentMapping, memberMapping, memberEnvironmentMapping],
  },
  { module: ApiKeysModule, mappings: [apiKeyMapping] },
  { module: CustomerTokensModule, mappings: [customerTokenSecretMapping] },
  { module: IdentityModule },
  { module: ActivityModule, mappings: [activityEntryMapping, activityChainMapping, activityWatchMapping] },
  { module: EnvironmentClocksModule, mappings: [environmentClockMapping] },
  { module: EnvironmentSettingsModule, mappings: [environmentSettingsMapping] },
  { module: LegalEntitiesModule, mappings: [legalEntityMapping, paymentAccountMapping] },
  { module: TasksModule, mappings: [taskMapping, taskResultMapping] },
  { module: FeaturesModule, mappings: [featureMapping] },
  { module: ProductsModule, mappings: [productMapping, autoCancellationRuleMapping] },
  { module: CustomCurrenciesModule, mappings: [customCurrencyMapping] },
  { module: ChargesModule, mappings: [chargeMapping] },
  { module: FeatureGroupsModule, mappings: [featureGroupMapping, featureGroupMemberMapping] },
  { module: PackageVersionsModule, mappings: [packageMapping, packageVersionMapping] },
  { module: PackageStructureModule },
  { module: PackageEntitlementsModule, mappings: [packageEntitlementMapping, entitlementTagMapping] },
  { module: PackagePricesModule },
  { module: PackagesModule },
  { module: PlansModule },
  { module: AddonsModule },
  { module: CouponsModule, mappings: [couponMapping] },
  { module: PackageGroupsModule, mappings: [packageGroupMapping] },
  { module: IntegrationsModule, mappings: [integrationMapping] },
  { module: CustomersModule, mappings: [customerMapping, customerResourceMapping] },
  { module: PromotionCodesModule, mappings: [promotionCodeMapping] },
  {
    module: MeteringModule,
    mappings: [usageCounterMapping, usageWindowMapping, usageMeasurementMapping, usageSpendMapping],
  },
  {
    module: MetersModule,
    mappings: [
      meterMapping,
      rawEventMapping,
      eventOnceMapping,
      meterCounterMapping,
      meterBucketMapping,
      meterValueMapping,
    ],
  },
  {
    module: InvoicesModule,
    mappings: [
      invoiceMapping,
      invoiceLineMapping,
      invoicePdfMapping,
      customerBalanceMapping,
      lateUsageWatchMapping,
      creditNoteMapping,
      creditNotePdfMapping,
      documentSeriesMapping,
    ],
  },
  {
    module: SourceHistoryModule,
    mappings: [entitlementSnapshotMapping, sourceStateMapping, subjectStateMapping, historyStartMapping],
  },
  {
    module: CreditsModule,
    mappings: [
      ...[creditWalletMapping, creditGrantMapping, creditRecurrenceMapping],
      ...[creditLedgerMapping, creditConsumptionMapping, ledgerWatchMapping],
    ],
  },
  { module: EntitlementsModule },
  {
    module: GovernanceModule,
    mappings: [entityTypeMapping, governedEntityMapping, usageAssignmentMapping, assignmentUsageMapping],
  },
  { module: ExplanationsModule },
  { module: PromotionalEntitlementsModule, mappings: [promotionalEntitlementMapping] },
  { module: PaymentsModule, mappings: [paymentMapping, sandboxCheckoutMapping, sandboxPaymentMapping] },
  { module: SubscriptionsModule, mappings: [subscriptionMapping, subscriptionPackageMapping] },
  { module: CreditGrantsModule },
  { module: AutoRechargeModule, mappings: [autoRechargeMapping] },
  { module: ContractsModule, mappings: [contractMapping] },
  {
    module: ContractBillingModule,
    mappings: [billableItemMapping, billingDetailsMapping, lineItemMapping, formerLineMapping],
  },
  { module: UsageModule },
  { module: EventsModule },
  { module: CreditReportsModule },
  { module: EstimatesModule },
  { module: ChangeStreamModule, mappings: [streamHeadMapping, streamChangeMapping, streamCursorMapping] },
  { module: CatalogModule },
  { module: BulkImportModule, mappings: [subscriptionImportRowMapping] },
  { module: WebhooksModule, mappings: [webhookMapping, webhookHealthMapping, webhookDeliveryMapping] },
  { module: DataExportModule, mappings: [exportDestinationMapping, exportSyncMapping] },
  { module: SearchModule },
  {
    module: FiguresModule,
    mappings: [
      ...[figureChangeMapping, figureDayMapping],
      ...[usageChangeMapping, usageDayMapping, usageOpeningMapping],
    ],
  },
  { module: AttentionModule, mappings: [attentionMapping] },
];

export const modules = areas.map(({ module }) => module);

/** Every mapped class, for the application, the command line and the drift test. */
export const mappings = [...kernelMappings, ...areas.flatMap(({ mappings: own = [] }) => own)];
