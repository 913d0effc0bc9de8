import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeatureGroupsController } from '#modules/catalog/package-entitlements';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { featureGroupDoors } from './plans.inputs';

@ApiTags('Plan entitlements')
@Controller('api/v1/plans/:planId/feature-groups')
export class PlanFeatureGroupsController extends FeatureGroupsController(
  PlanFeatureGroupsService,
  featureGroupDoors,
) {}
