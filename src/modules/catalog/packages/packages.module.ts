import { Module } from '@nestjs/common';
import { ChargesModule } from '#modules/catalog/charges';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { FeaturesModule } from '#modules/catalog/features';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackagePricesModule } from '#modules/catalog/package-prices';
import { PackageStructureModule } from '#modules/catalog/package-structure';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { NewPackagesService } from './new-packages.service';
import { PackageCatalogService } from './package-catalog.service';
import { PackageDuplicationService } from './package-duplication.service';
import { PackageGroupingService } from './package-grouping.service';
import { PackagePublicationService } from './package-publication.service';
import { PackageRetirementService } from './package-retirement.service';
import { PackageSellersService } from './package-sellers.service';
import { PackageSnapshotsService } from './package-snapshots.service';
import { PackageTermsService } from './package-terms.service';
import { PackagesService } from './packages.service';
import { PackageVetoes } from './packages.vetoes';
import { ProductFollowers } from './product-followers.service';
import { PublishableContentsService } from './publishable-contents.service';
import { VersionContents } from './version-contents.service';
import { ProductsModule } from '#modules/catalog/products';

@Module({
  imports: [
    ChargesModule,
    CustomCurrenciesModule,
    FeaturesModule,
    PackageEntitlementsModule,
    PackagePricesModule,
    PackageStructureModule,
    PackageVersionsModule,
    ProductsModule,
  ],
  providers: [
    NewPackagesService,
    PackageCatalogService,
    PackageDuplicationService,
    PackageGroupingService,
    PackagePublicationService,
    PackageRetirementService,
    PackageSellersService,
    PackageSnapshotsService,
    PackageTermsService,
    PackageVetoes,
    PackagesService,
    ProductFollowers,
    PublishableContentsService,
    VersionContents,
  ],
  exports: [
    NewPackagesService,
    PackageCatalogService,
    PackageGroupingService,
    PackagePublicationService,
    PackageRetirementService,
    PackageSnapshotsService,
    PackageTermsService,
    PackagesService,
  ],
})
export class PackagesModule {}
