import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ListChargesQuery } from '#modules/catalog/packages';
import { PlanChargesService } from './plan-charges.service';

@ApiTags('Plans')
@Controller('api/v1/plans/:id')
export class PlanChargesController {
  constructor(private readonly charges: PlanChargesService) {}

  @Endpoint.get('charges', PlanChargesService, 'list')
  list(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.list(id, query);
  }

  @Endpoint.get('overage-charges', PlanChargesService, 'listOverage')
  listOverage(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.listOverage(id, query);
  }
}
