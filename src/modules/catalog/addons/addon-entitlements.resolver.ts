import { Resolver } from '@nestjs/graphql';
import { EntitlementsResolver } from '#modules/catalog/package-entitlements';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { entitlementDoors } from './addons.inputs';

@Resolver()
export class AddonEntitlementsResolver extends EntitlementsResolver(
  AddonEntitlementsService,
  entitlementDoors,
) {}
