import { Module } from '@nestjs/common';
import { PackagesModule } from '#modules/packages';
import { AddonEntitlementsController } from './addon-entitlements.controller';
import { AddonEntitlementsResolver } from './addon-entitlements.resolver';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { AddonsController } from './addons.controller';
import { AddonsResolver } from './addons.resolver';
import { AddonsService } from './addons.service';

@Module({
  imports: [PackagesModule],
  controllers: [AddonsController, AddonEntitlementsController],
  providers: [AddonEntitlementsResolver, AddonEntitlementsService, AddonsResolver, AddonsService],
})
export class AddonsModule {}
