import { Module } from '@nestjs/common';
import { PackagesModule } from '#modules/catalog/packages';
import { PackageGroupDuplication } from './package-group-duplication.service';
import { PackageGroupsController } from './package-groups.controller';
import { PackageGroupsRepository } from './package-groups.repository';
import { PackageGroupsResolver } from './package-groups.resolver';
import { PackageGroupsService } from './package-groups.service';
import { PackageGroupVetoes } from './package-groups.vetoes';
import { PlanPackageGroupsController } from './plan-package-groups.controller';
import { PlanPackageGroupsResolver } from './plan-package-groups.resolver';
import { PlanPackageGroupsService } from './plan-package-groups.service';

@Module({
  imports: [PackagesModule],
  controllers: [PackageGroupsController, PlanPackageGroupsController],
  providers: [
    PackageGroupDuplication,
    PackageGroupsRepository,
    PackageGroupsResolver,
    PackageGroupsService,
    PackageGroupVetoes,
    PlanPackageGroupsResolver,
    PlanPackageGroupsService,
  ],
  exports: [PackageGroupsService, PlanPackageGroupsService],
})
export class PackageGroupsModule {}
