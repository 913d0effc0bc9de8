import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ChargesController, ListChargesQuery } from '#modules/catalog/package-prices';
import { PlanChargesService } from './plan-charges.service';

@ApiTags('Plans')
@Controller('api/v1/plans/:id')
export class PlanChargesController extends ChargesController(PlanChargesService) {
  @Endpoint.get('overage-charges', PlanChargesService, 'listOverage')
  listOverage(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.listOverage(id, query);
  }
}
