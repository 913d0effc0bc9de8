import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { VersionQuery } from '#modules/catalog/package-versions';
import { SetPlanPackageGroupBody } from './package-groups.inputs';
import { PlanPackageGroupsService } from './plan-package-groups.service';

@ApiTags('Package groups')
@Controller('api/v1/plans/:planId/package-groups')
export class PlanPackageGroupsController {
  constructor(private readonly groups: PlanPackageGroupsService) {}

  @Endpoint.get('', PlanPackageGroupsService, 'list')
  list(@PathId('planId') planId: string, @Query() query: VersionQuery) {
    return this.groups.list(planId, query);
  }

  @Endpoint.put(':id', PlanPackageGroupsService, 'set')
  set(@PathId('planId') planId: string, @PathId('id') id: string, @Body() body: SetPlanPackageGroupBody) {
    return this.groups.set(planId, id, body);
  }

  @Endpoint.delete(':id', PlanPackageGroupsService, 'remove')
  remove(@PathId('planId') planId: string, @PathId('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
