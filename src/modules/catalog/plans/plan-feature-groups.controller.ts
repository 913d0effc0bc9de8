import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { VersionQuery } from '#modules/catalog/packages';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { SetPlanFeatureGroupBody } from './plans.inputs';

@ApiTags('Plan entitlements')
@Controller('api/v1/plans/:planId/feature-groups')
export class PlanFeatureGroupsController {
  constructor(private readonly groups: PlanFeatureGroupsService) {}

  @Endpoint.get('', PlanFeatureGroupsService, 'list')
  list(@PathId('planId') planId: string, @Query() query: VersionQuery) {
    return this.groups.list(planId, query);
  }

  @Endpoint.put(':id', PlanFeatureGroupsService, 'set')
  set(@PathId('planId') planId: string, @PathId('id') id: string, @Body() body: SetPlanFeatureGroupBody) {
    return this.groups.set(planId, id, body);
  }

  @Endpoint.delete(':id', PlanFeatureGroupsService, 'remove')
  remove(@PathId('planId') planId: string, @PathId('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
