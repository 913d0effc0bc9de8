import { Module } from '@nestjs/common';
import { PackageLivesService } from './package-lives.service';
import { PackageSelectionService } from './package-selection.service';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

@Module({
  providers: [PackageLivesService, PackageSelectionService, PackageVersionsRepository, PackagesRepository],
  exports: [PackageLivesService, PackageSelectionService],
})
export class PackageVersionsModule {}
