import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeatureGroupsController } from '#modules/catalog/package-entitlements';
import { AddonFeatureGroupsService } from './addon-feature-groups.service';
import { featureGroupDoors } from './addons.inputs';

@ApiTags('Addon entitlements')
@Controller('api/v1/addons/:addonId/feature-groups')
export class AddonFeatureGroupsController extends FeatureGroupsController(
  AddonFeatureGroupsService,
  featureGroupDoors,
) {}
