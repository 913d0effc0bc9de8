import { Module } from '@nestjs/common';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { PackageStructureReader } from './package-structure.reader';
import { PackageStructureService } from './package-structure.service';
import { PackageVersionsService } from './package-versions.service';
import { VersionFactsReader } from './version-facts.reader';
import { ProductsModule } from '#modules/catalog/products';

@Module({
  imports: [PackageVersionsModule, ProductsModule],
  providers: [PackageStructureReader, PackageStructureService, PackageVersionsService, VersionFactsReader],
  exports: [PackageStructureService, PackageVersionsService],
})
export class PackageStructureModule {}
