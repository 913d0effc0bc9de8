import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers';
import { EntitlementsModule } from '#modules/entitlements';
import { FeaturesModule } from '#modules/features';
import { PackageGroupsModule } from '#modules/package-groups';
import { PackagesModule } from '#modules/packages';
import { ProductsModule } from '#modules/products';
import { ChoicesService } from './choices.service';
import { ContractMembersService } from './contract-members.service';
import { CustomerFollowers } from './customer-followers.service';
import { CustomerSubscriptionsResolver } from './customer-subscriptions.resolver';
import { OverridesReader } from './overrides.reader';
import { DefaultStartService } from './default-start.service';
import { DowngradeService } from './downgrade.service';
import { EndingsService } from './endings.service';
import { HeldSubscriptionsService } from './held-subscriptions.service';
import { MigrationOutlooks } from './migration-outlooks.service';
import { OverridesService } from './overrides.service';
import { ProvisionService } from './provision.service';
import { PublicationFollowers } from './publication-followers.service';
import { PurchasesService } from './purchases.service';
import { SubscriptionGrants } from './subscription-grants.service';
import { SubscriptionHoldersReader } from './subscription-holders.reader';
import { SubscriptionMigrationController } from './subscription-migration.controller';
import { SubscriptionMigrationResolver } from './subscription-migration.resolver';
import { SubscriptionMigrationService } from './subscription-migration.service';
import { SubscriptionMovesService } from './subscription-moves.service';
import { SubscriptionTelling } from './subscription-telling.service';
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
    PackageGroupsModule,
    PackagesModule,
    ProductsModule,
  ],
  controllers: [SubscriptionsController, SubscriptionMigrationController],
  providers: [
    ChoicesService,
    ContractMembersService,
    CustomerFollowers,
    CustomerSubscriptionsResolver,
    MigrationOutlooks,
    OverridesReader,
    DefaultStartService,
    DowngradeService,
    EndingsService,
    HeldSubscriptionsService,
    OverridesService,
    ProvisionService,
    PublicationFollowers,
    PurchasesService,
    SubscriptionGrants,
    SubscriptionHoldersReader,
    SubscriptionMigrationResolver,
    SubscriptionMigrationService,
    SubscriptionMovesService,
    SubscriptionTelling,
    SubscriptionsRepository,
    SubscriptionsResolver,
    SubscriptionsService,
    SubscriptionVetoes,
  ],
  exports: [ContractMembersService, MigrationOutlooks, SubscriptionsService],
})
export class SubscriptionsModule {}
