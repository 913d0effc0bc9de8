import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { FeaturesModule } from '#modules/catalog/features';
import { ChargesModule } from '#modules/catalog/charges';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackageStructureModule } from '#modules/catalog/package-structure';
import { PackagesModule } from '#modules/catalog/packages';
import { PackageGroupsModule } from '#modules/catalog/package-groups';
import { ProductsModule } from '#modules/catalog/products';
import { SubscriptionSelectionsService } from './subscription-selections.service';
import { ContractMembersService } from './contract-members.service';
import { CustomerFollowers } from './customer-followers.service';
import { CustomerSubscriptionsResolver } from './customer-subscriptions.resolver';
import { DefaultStartService } from './default-start.service';
import { DowngradeService } from './downgrade.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { LockedSubscriptionsService } from './locked-subscriptions.service';
import { MigrationOutlooks } from './migration-outlooks.service';
import { OverridesService } from './overrides.service';
import { ProvisionService } from './provision.service';
import { PublicationFollowers } from './publication-followers.service';
import { PurchasesService } from './purchases.service';
import { EntitlementSourcesService } from './entitlement-sources.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionHoldersReader } from './subscription-holders.reader';
import { SubscriptionMigrationController } from './subscription-migration.controller';
import { SubscriptionMigrationResolver } from './subscription-migration.resolver';
import { SubscriptionMigrationService } from './subscription-migration.service';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionTransferController } from './subscription-transfer.controller';
import { SubscriptionTransferResolver } from './subscription-transfer.resolver';
import { SubscriptionTransferService } from './subscription-transfer.service';
import { SubscriptionNames } from './subscription-names.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionsResolver } from './subscriptions.resolver';
import { SubscriptionsService } from './subscriptions.service';
import { SubscriptionVetoes } from './vetoes.service';

@Module({
  imports: [
    CustomersModule,
    EntitlementsModule,
    FeaturesModule,
    ChargesModule,
    PackageEntitlementsModule,
    PackageGroupsModule,
    PackageStructureModule,
    PackagesModule,
    ProductsModule,
  ],
  controllers: [SubscriptionsController, SubscriptionMigrationController, SubscriptionTransferController],
  providers: [
    SubscriptionSelectionsService,
    ContractMembersService,
    CustomerFollowers,
    CustomerSubscriptionsResolver,
    MigrationOutlooks,
    DefaultStartService,
    DowngradeService,
    SubscriptionCancellationService,
    LockedSubscriptionsService,
    OverridesService,
    ProvisionService,
    PublicationFollowers,
    PurchasesService,
    EntitlementSourcesService,
    SubscriptionChanges,
    SubscriptionHoldersReader,
    SubscriptionMigrationResolver,
    SubscriptionMigrationService,
    SubscriptionTransferResolver,
    SubscriptionTransferService,
    SubscriptionMovesService,
    SubscriptionNames,
    SubscriptionPresenter,
    SubscriptionsRepository,
    SubscriptionsResolver,
    SubscriptionsService,
    SubscriptionVetoes,
  ],
  exports: [ContractMembersService, MigrationOutlooks, SubscriptionsService],
})
export class SubscriptionsModule {}
