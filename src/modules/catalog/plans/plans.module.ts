import { Module } from '@nestjs/common';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackagePricesModule } from '#modules/catalog/package-prices';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { PackagesModule } from '#modules/catalog/packages';
import { PlanChargesController } from './plan-charges.controller';
import { PlanChargesResolver } from './plan-charges.resolver';
import { PlanChargesService } from './plan-charges.service';
import { PlanEntitlementsController } from './plan-entitlements.controller';
import { PlanEntitlementsResolver } from './plan-entitlements.resolver';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { PlanFeatureGroupsController } from './plan-feature-groups.controller';
import { PlanFeatureGroupsResolver } from './plan-feature-groups.resolver';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { PlansController } from './plans.controller';
import { PlansResolver } from './plans.resolver';
import { PlansService } from './plans.service';

@Module({
  imports: [PackageEntitlementsModule, PackagePricesModule, PackageVersionsModule, PackagesModule],
  controllers: [
    PlansController,
    PlanChargesController,
    PlanEntitlementsController,
    PlanFeatureGroupsController,
  ],
  providers: [
    PlanChargesResolver,
    PlanChargesService,
    PlanEntitlementsResolver,
    PlanEntitlementsService,
    PlanFeatureGroupsResolver,
    PlanFeatureGroupsService,
    PlansResolver,
    PlansService,
  ],
  exports: [PlanEntitlementsService, PlansService],
})
export class PlansModule {}
