import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves, wholeList } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { PackageFeatureGroup, VersionQuery } from '#modules/catalog/packages';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { SetPlanFeatureGroupBody } from './plans.inputs';

@ApiTags('Plan entitlements')
@Controller('api/v1/plans/:planId/feature-groups')
export class PlanFeatureGroupsController {
  constructor(private readonly groups: PlanFeatureGroupsService) {}

  @Endpoint.get('', serves(PlanFeatureGroupsService, 'list'), wholeList(PackageFeatureGroup), {
    summary: 'List the feature groups of a plan.',
  })
  list(@PathId('planId') planId: string, @Query() query: VersionQuery) {
    return this.groups.list(planId, query);
  }

  @Endpoint.put(':id', serves(PlanFeatureGroupsService, 'set'), one(PackageFeatureGroup), {
    summary: 'Put a feature group on the draft of a plan.',
  })
  set(@PathId('planId') planId: string, @PathId('id') id: string, @Body() body: SetPlanFeatureGroupBody) {
    return this.groups.set(planId, id, body);
  }

  @Endpoint.delete(':id', serves(PlanFeatureGroupsService, 'remove'), one(PackageFeatureGroup), {
    summary: 'Take a feature group off the draft of a plan.',
  })
  remove(@PathId('planId') planId: string, @PathId('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
