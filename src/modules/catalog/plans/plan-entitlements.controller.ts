import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, one, serves, wholeList } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import {
  DeleteEntitlementQuery,
  EntitlementPatch,
  packageEntitlementViews,
  VersionQuery,
} from '#modules/catalog/packages';
import { PlanEntitlementsService } from './plan-entitlements.service';
import { CreatePlanEntitlementsBody, OrderPlanEntitlementsBody } from './plans.inputs';

const views = Object.values(packageEntitlementViews);

@ApiTags('Plan entitlements')
@Controller('api/v1/plans/:planId/entitlements')
export class PlanEntitlementsController {
  constructor(private readonly entitlements: PlanEntitlementsService) {}

  @Endpoint.post('', serves(PlanEntitlementsService, 'create'), list(...views), {
    summary: 'Create entitlements on the draft of a plan, all or none.',
  })
  create(@PathId('planId') planId: string, @Body() body: CreatePlanEntitlementsBody) {
    return this.entitlements.create(planId, body);
  }

  @Endpoint.get('', serves(PlanEntitlementsService, 'list'), wholeList(...views), {
    summary: 'List the entitlements of a plan in display order.',
  })
  list(@PathId('planId') planId: string, @Query() query: VersionQuery) {
    return this.entitlements.list(planId, query);
  }

  @Endpoint.put('order', serves(PlanEntitlementsService, 'order'), list(...views), {
    summary: 'Put the entitlements on the draft of a plan in order.',
  })
  order(@PathId('planId') planId: string, @Body() body: OrderPlanEntitlementsBody) {
    return this.entitlements.order(planId, body);
  }

  @Endpoint.patch(':id', serves(PlanEntitlementsService, 'update'), one(...views), {
    summary: 'Change an entitlement on the draft of a plan.',
    bodyOf: EntitlementPatch,
  })
  update(@PathId('planId') planId: string, @PathId('id') id: string, @Body() body: EntitlementPatch) {
    return this.entitlements.update(planId, id, body);
  }

  @Endpoint.delete(':id', serves(PlanEntitlementsService, 'delete'), one(...views), {
    summary: 'Delete an entitlement from the draft of a plan.',
  })
  delete(
    @PathId('planId') planId: string,
    @PathId('id') id: string,
    @Query() { type }: DeleteEntitlementQuery,
  ) {
    return this.entitlements.delete(planId, id, type);
  }
}
