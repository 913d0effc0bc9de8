import { Module } from '@nestjs/common';
import { ChargesModule } from '#modules/catalog/charges';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeatureGroupsModule } from '#modules/catalog/feature-groups';
import { FeaturesModule } from '#modules/catalog/features';
import { ProductsModule } from '#modules/catalog/products';
import { EntitlementDraftsService } from './entitlement-drafts.service';
import { EntitlementJournal } from './entitlement-journal.service';
import { EntitlementOrderService } from './entitlement-order.service';
import { EntitlementTagsRepository } from './entitlement-tags.repository';
import { EntitlementTagsService } from './entitlement-tags.service';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { NewEntitlementsService } from './new-entitlements.service';
import { NewPackagesService } from './new-packages.service';
import { OverageEntitlementsService } from './overage-entitlements.service';
import { PackageArchivalService } from './package-archival.service';
import { PackageCatalogService } from './package-catalog.service';
import { PackageChargesService } from './package-charges.service';
import { PackageDuplicationService } from './package-duplication.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageEntitlementsService } from './package-entitlements.service';
import { PackageFeatureGroupsService } from './package-feature-groups.service';
import { PackageGroupingService } from './package-grouping.service';
import { PackageLifecycleService } from './package-lifecycle.service';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageSnapshotsService } from './package-snapshots.service';
import { PackagePricesService } from './package-prices.service';
import { PackagePublicationService } from './package-publication.service';
import { PackageRetirementService } from './package-retirement.service';
import { PackageSellersReader } from './package-sellers.reader';
import { PackageStructureReader } from './package-structure.reader';
import { PackageStructureService } from './package-structure.service';
import { PackageTermsService } from './package-terms.service';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackageVersionsService } from './package-versions.service';
import { PackagesRepository } from './packages.repository';
import { PackagesService } from './packages.service';
import { PackageVetoes } from './packages.vetoes';
import { ProductFollowers } from './product-followers.service';
import { PublishableContentsService } from './publishable-contents.service';
import { VersionContents } from './version-contents.service';
import { VersionFactsReader } from './version-facts.reader';

@Module({
  imports: [ChargesModule, CustomCurrenciesModule, FeatureGroupsModule, FeaturesModule, ProductsModule],
  providers: [
    EntitlementDraftsService,
    EntitlementJournal,
    EntitlementOrderService,
    EntitlementTagsRepository,
    EntitlementTagsService,
    EntitlementTargetsService,
    NewEntitlementsService,
    NewPackagesService,
    OverageEntitlementsService,
    PackageArchivalService,
    PackageCatalogService,
    PackageChargesService,
    PackageDuplicationService,
    PackageEntitlementsRepository,
    PackageEntitlementsService,
    PackageFeatureGroupsService,
    PackageGroupingService,
    PackageLifecycleService,
    PackageLivesRepository,
    PackageSnapshotsService,
    PackagePricesService,
    PackagePublicationService,
    PackageRetirementService,
    PackageSellersReader,
    PackageStructureReader,
    PackageStructureService,
    PackageTermsService,
    PackageVersionsRepository,
    PackageVersionsService,
    PackagesRepository,
    PackagesService,
    PackageVetoes,
    ProductFollowers,
    PublishableContentsService,
    VersionContents,
    VersionFactsReader,
  ],
  exports: [
    EntitlementOrderService,
    PackageCatalogService,
    PackageChargesService,
    PackageEntitlementsService,
    PackageFeatureGroupsService,
    PackageGroupingService,
    PackageLifecycleService,
    PackageSnapshotsService,
    PackagePublicationService,
    PackageRetirementService,
    PackagesService,
    PackageTermsService,
    PackageVersionsService,
  ],
})
export class PackagesModule {}
