import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { DeleteEntitlementQuery, EntitlementPatch, VersionQuery } from '#modules/catalog/packages';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { CreatePlanEntitlementsBody, OrderPlanEntitlementsBody } from './plans.inputs';

@ApiTags('Plan entitlements')
@Controller('api/v1/plans/:planId/entitlements')
export class PlanEntitlementsController {
  constructor(private readonly entitlements: PlanEntitlementsService) {}

  @Endpoint.post('', PlanEntitlementsService, 'create')
  create(@PathId('planId') planId: string, @Body() body: CreatePlanEntitlementsBody) {
    return this.entitlements.create(planId, body);
  }

  @Endpoint.get('', PlanEntitlementsService, 'list')
  list(@PathId('planId') planId: string, @Query() query: VersionQuery) {
    return this.entitlements.list(planId, query);
  }

  @Endpoint.put('order', PlanEntitlementsService, 'order')
  order(@PathId('planId') planId: string, @Body() body: OrderPlanEntitlementsBody) {
    return this.entitlements.order(planId, body);
  }

  @Endpoint.patch(':id', PlanEntitlementsService, 'update', { bodyOf: EntitlementPatch })
  update(@PathId('planId') planId: string, @PathId('id') id: string, @Body() body: EntitlementPatch) {
    return this.entitlements.update(planId, id, body);
  }

  @Endpoint.delete(':id', PlanEntitlementsService, 'delete')
  delete(
    @PathId('planId') planId: string,
    @PathId('id') id: string,
    @Query() { type }: DeleteEntitlementQuery,
  ) {
    return this.entitlements.delete(planId, id, type);
  }
}
