import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves, wholeList } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { VersionQuery } from '#modules/catalog/packages';
import { SetPlanPackageGroupBody } from './package-groups.inputs';
import { PlanPackageGroup } from './package-groups.views';
import { PlanPackageGroupsService } from './plan-package-groups.service';

@ApiTags('Package groups')
@Controller('api/v1/plans/:planId/package-groups')
export class PlanPackageGroupsController {
  constructor(private readonly groups: PlanPackageGroupsService) {}

  @Endpoint.get('', serves(PlanPackageGroupsService, 'list'), wholeList(PlanPackageGroup), {
    summary: 'List the package groups of a plan.',
  })
  list(@PathId('planId') planId: string, @Query() query: VersionQuery) {
    return this.groups.list(planId, query);
  }

  @Endpoint.put(':id', serves(PlanPackageGroupsService, 'set'), one(PlanPackageGroup), {
    summary: 'Offer a package group with the draft of a plan.',
  })
  set(@PathId('planId') planId: string, @PathId('id') id: string, @Body() body: SetPlanPackageGroupBody) {
    return this.groups.set(planId, id, body);
  }

  @Endpoint.delete(':id', serves(PlanPackageGroupsService, 'remove'), one(PlanPackageGroup), {
    summary: 'Take a package group off the draft of a plan.',
  })
  remove(@PathId('planId') planId: string, @PathId('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
