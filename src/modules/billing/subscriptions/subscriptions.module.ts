import { Module } from '@nestjs/common';
import { CouponsModule } from '#modules/catalog/coupons';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { PromotionCodesModule } from '#modules/customers/promotion-codes';
import { CreditsModule } from '#modules/entitlements/credits';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { FeaturesModule } from '#modules/catalog/features';
import { ChargesModule } from '#modules/catalog/charges';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackageStructureModule } from '#modules/catalog/package-structure';
import { PackagesModule } from '#modules/catalog/packages';
import { PackageGroupsModule } from '#modules/catalog/package-groups';
import { PaymentsModule } from '#modules/billing/payments';
import { ProductsModule } from '#modules/catalog/products';
import { EnvironmentSettingsModule } from '#modules/platform/environment-settings';
import { InvoicesModule } from '#modules/billing/invoices';
import { LegalEntitiesModule } from '#modules/billing/legal-entities';
import { CollectionFollowers } from './collection-followers.service';
import { CollectionService } from './collection.service';
import { UsageModule } from '#modules/entitlements/usage';
import { SubscriptionUsage } from './subscription-usage.service';
import { SubscriptionBilling } from './subscription-billing.service';
import { SubscriptionDocuments } from './subscription-documents.service';
import { RowChanges } from './row-changes.service';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import { ContractMembersService } from './contract-members.service';
import { CustomerFollowers } from './customer-followers.service';
import { CustomerSubscriptionsResolver } from './customer-subscriptions.resolver';
import { DefaultStartService } from './default-start.service';
import { DowngradeService } from './downgrade.service';
import { DueSubscriptionsReader } from './due-subscriptions.reader';
import { FirstPayments } from './first-payments.service';
import { FutureUpdatesController } from './future-updates.controller';
import { FutureUpdatesResolver } from './future-updates.resolver';
import { FutureUpdatesService } from './future-updates.service';
import { ScheduledUpdatesService } from './scheduled-updates.service';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionBoundaries } from './subscription-boundaries.service';
import { SubscriptionClock } from './subscription-clock.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { LockedSubscriptionsService } from './locked-subscriptions.service';
import { MigrationOutlooks } from './migration-outlooks.service';
import { OverridesService } from './overrides.service';
import { PaymentFollowers } from './payment-followers.service';
import { ProvisionService } from './provision.service';
import { PublicationFollowers } from './publication-followers.service';
import { PurchasesService } from './purchases.service';
import { EntitlementSourcesService } from './entitlement-sources.service';
import { SubscriptionBudgets } from './subscription-budgets.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionCoupons } from './subscription-coupons.service';
import { SubscriptionDelegationController } from './subscription-delegation.controller';
import { SubscriptionDelegationResolver } from './subscription-delegation.resolver';
import { SubscriptionDelegationService } from './subscription-delegation.service';
import { SubscriptionEndingService } from './subscription-ending.service';
import { SubscriptionHoldersReader } from './subscription-holders.reader';
import { SubscriptionImports } from './subscription-imports.service';
import { SubscriptionInvoicingController } from './subscription-invoicing.controller';
import { SubscriptionInvoicingResolver } from './subscription-invoicing.resolver';
import { SubscriptionInvoicingService } from './subscription-invoicing.service';
import { SubscriptionMigrationController } from './subscription-migration.controller';
import { SubscriptionMigrationResolver } from './subscription-migration.resolver';
import { SubscriptionMigrationService } from './subscription-migration.service';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionTransferController } from './subscription-transfer.controller';
import { SubscriptionTransferResolver } from './subscription-transfer.resolver';
import { SubscriptionTransferService } from './subscription-transfer.service';
import { SubscriptionPatches } from './subscription-patches.service';
import { SubscriptionUpdateController } from './subscription-update.controller';
import { SubscriptionUpdateResolver } from './subscription-update.resolver';
import { SubscriptionUpdateService } from './subscription-update.service';
import { SubscriptionNames } from './subscription-names.service';
import { ForeseenBills } from './foreseen-bills.service';
import { SubscriptionCredits } from './subscription-credits.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import { SubscriptionPreviewsController } from './subscription-previews.controller';
import { SubscriptionPreviewsResolver } from './subscription-previews.resolver';
import { SubscriptionPreviewsService } from './subscription-previews.service';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionsResolver } from './subscriptions.resolver';
import { SubscriptionsService } from './subscriptions.service';
import { TopUpPrices } from './top-up-prices.service';
import { SubscriptionVetoes } from './vetoes.service';

@Module({
  imports: [
    CouponsModule,
    CreditsModule,
    CustomCurrenciesModule,
    CustomersModule,
    EntitlementsModule,
    EnvironmentSettingsModule,
    FeaturesModule,
    IntegrationsModule,
    InvoicesModule,
    LegalEntitiesModule,
    ChargesModule,
    PackageEntitlementsModule,
    PaymentsModule,
    PackageGroupsModule,
    PackageStructureModule,
    PackagesModule,
    ProductsModule,
    PromotionCodesModule,
    UsageModule,
  ],
  controllers: [
    SubscriptionsController,
    SubscriptionDelegationController,
    SubscriptionInvoicingController,
    SubscriptionMigrationController,
    SubscriptionPreviewsController,
    SubscriptionTransferController,
    SubscriptionUpdateController,
    FutureUpdatesController,
  ],
  providers: [
    SubscriptionSelectionsService,
    CollectionFollowers,
    CollectionService,
    SubscriptionBilling,
    SubscriptionDocuments,
    SubscriptionCredits,
    SubscriptionUsage,
    ContractMembersService,
    CustomerFollowers,
    CustomerSubscriptionsResolver,
    MigrationOutlooks,
    DefaultStartService,
    DowngradeService,
    DueSubscriptions,
    DueSubscriptionsReader,
    SubscriptionBoundaries,
    SubscriptionClock,
    SubscriptionCancellationService,
    LockedSubscriptionsService,
    OverridesService,
    PaymentFollowers,
    ProvisionService,
    PublicationFollowers,
    PurchasesService,
    RowChanges,
    EntitlementSourcesService,
    SubscriptionBudgets,
    SubscriptionChanges,
    SubscriptionCoupons,
    SubscriptionEndingService,
    SubscriptionHoldersReader,
    SubscriptionImports,
    SubscriptionDelegationResolver,
    SubscriptionDelegationService,
    SubscriptionInvoicingResolver,
    SubscriptionInvoicingService,
    SubscriptionMigrationResolver,
    SubscriptionMigrationService,
    SubscriptionTransferResolver,
    SubscriptionTransferService,
    SubscriptionPatches,
    FirstPayments,
    FutureUpdatesResolver,
    FutureUpdatesService,
    ScheduledUpdatesService,
    SubscriptionUpdateResolver,
    SubscriptionUpdateService,
    SubscriptionMovesService,
    SubscriptionNames,
    SubscriptionPresenter,
    ForeseenBills,
    SubscriptionPreviewsService,
    SubscriptionPreviewsResolver,
    SubscriptionsRepository,
    SubscriptionsResolver,
    SubscriptionsService,
    SubscriptionVetoes,
    TopUpPrices,
  ],
  exports: [
    ...[ContractMembersService, MigrationOutlooks, SubscriptionImports, SubscriptionsService],
    TopUpPrices,
  ],
})
export class SubscriptionsModule {}
