import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/custom-currencies';
import { FeaturesModule } from '#modules/features';
import { ProductsModule } from '#modules/products';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { PackageCatalogService } from './package-catalog.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageEntitlementsService } from './package-entitlements.service';
import { PackageLifecycleService } from './package-lifecycle.service';
import { PackageLivesRepository } from './package-lives.repository';
import { PackagePublicationService } from './package-publication.service';
import { PackageStructureReader } from './package-structure.reader';
import { PackageStructureService } from './package-structure.service';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';
import { PackagesService } from './packages.service';
import { PackageVetoes } from './packages.vetoes';

@Module({
  imports: [CustomCurrenciesModule, FeaturesModule, ProductsModule],
  providers: [
    EntitlementTargetsService,
    PackageCatalogService,
    PackageEntitlementsRepository,
    PackageEntitlementsService,
    PackageLifecycleService,
    PackageLivesRepository,
    PackagePublicationService,
    PackageStructureReader,
    PackageStructureService,
    PackageVersionsRepository,
    PackagesRepository,
    PackagesService,
    PackageVetoes,
  ],
  exports: [
    PackageCatalogService,
    PackageEntitlementsService,
    PackageLifecycleService,
    PackagePublicationService,
    PackagesService,
  ],
})
export class PackagesModule {}
