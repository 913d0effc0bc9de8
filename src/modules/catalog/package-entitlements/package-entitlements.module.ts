import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeatureGroupsModule } from '#modules/catalog/feature-groups';
import { FeaturesModule } from '#modules/catalog/features';
import { PackageStructureModule } from '#modules/catalog/package-structure';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { EntitlementOrderService } from './entitlement-order.service';
import { EntitlementTagsRepository } from './entitlement-tags.repository';
import { EntitlementTagsService } from './entitlement-tags.service';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { NewEntitlementsService } from './new-entitlements.service';
import { OverageEntitlementsService } from './overage-entitlements.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageEntitlementsService } from './package-entitlements.service';
import { PackageEntitlementVetoes } from './package-entitlements.vetoes';
import { PackageFeatureGroupsService } from './package-feature-groups.service';
import { VersionEntitlementsService } from './version-entitlements.service';

@Module({
  imports: [
    CustomCurrenciesModule,
    FeatureGroupsModule,
    FeaturesModule,
    PackageStructureModule,
    PackageVersionsModule,
  ],
  providers: [
    EntitlementOrderService,
    EntitlementTagsRepository,
    EntitlementTagsService,
    EntitlementTargetsService,
    NewEntitlementsService,
    OverageEntitlementsService,
    PackageEntitlementVetoes,
    PackageEntitlementsRepository,
    PackageEntitlementsService,
    PackageFeatureGroupsService,
    VersionEntitlementsService,
  ],
  exports: [
    EntitlementOrderService,
    OverageEntitlementsService,
    PackageEntitlementsService,
    PackageFeatureGroupsService,
    VersionEntitlementsService,
  ],
})
export class PackageEntitlementsModule {}
