import { Module } from '@nestjs/common';
import { PackageEntitlementsModule } from '#modules/catalog/package-entitlements';
import { PackagePricesModule } from '#modules/catalog/package-prices';
import { PackageVersionsModule } from '#modules/catalog/package-versions';
import { PackagesModule } from '#modules/catalog/packages';
import { AddonChargesController } from './addon-charges.controller';
import { AddonChargesResolver } from './addon-charges.resolver';
import { AddonChargesService } from './addon-charges.service';
import { AddonEntitlementsController } from './addon-entitlements.controller';
import { AddonEntitlementsResolver } from './addon-entitlements.resolver';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { AddonFeatureGroupsController } from './addon-feature-groups.controller';
import { AddonFeatureGroupsResolver } from './addon-feature-groups.resolver';
import { AddonFeatureGroupsService } from './addon-feature-groups.service';
import { AddonsController } from './addons.controller';
import { AddonsResolver } from './addons.resolver';
import { AddonsService } from './addons.service';

@Module({
  imports: [PackageEntitlementsModule, PackagePricesModule, PackageVersionsModule, PackagesModule],
  controllers: [
    AddonsController,
    AddonChargesController,
    AddonEntitlementsController,
    AddonFeatureGroupsController,
  ],
  providers: [
    AddonChargesResolver,
    AddonChargesService,
    AddonEntitlementsResolver,
    AddonEntitlementsService,
    AddonFeatureGroupsResolver,
    AddonFeatureGroupsService,
    AddonsResolver,
    AddonsService,
  ],
  exports: [AddonEntitlementsService, AddonsService],
})
export class AddonsModule {}
