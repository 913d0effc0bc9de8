import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EntitlementsController } from '#modules/catalog/package-entitlements';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { entitlementDoors } from './addons.inputs';

@ApiTags('Addon entitlements')
@Controller('api/v1/addons/:addonId/entitlements')
export class AddonEntitlementsController extends EntitlementsController(
  AddonEntitlementsService,
  entitlementDoors,
) {}
