import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EntitlementsController } from '#modules/catalog/package-entitlements';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { entitlementDoors } from './plans.inputs';

@ApiTags('Plan entitlements')
@Controller('api/v1/plans/:planId/entitlements')
export class PlanEntitlementsController extends EntitlementsController(
  PlanEntitlementsService,
  entitlementDoors,
) {}
