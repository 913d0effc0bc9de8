import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { PackageCharge } from '#modules/catalog/charges';
import { ListChargesQuery } from '#modules/catalog/packages';
import { PlanChargesService } from './plan-charges.service';

@ApiTags('Plans')
@Controller('api/v1/plans/:id')
export class PlanChargesController {
  constructor(private readonly charges: PlanChargesService) {}

  @Endpoint.get('charges', serves(PlanChargesService, 'list'), page(PackageCharge), {
    summary: 'List the price rows of a plan.',
  })
  list(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.list(id, query);
  }

  @Endpoint.get('overage-charges', serves(PlanChargesService, 'listOverage'), page(PackageCharge), {
    summary: 'List the price rows of a plan for usage above its limits.',
  })
  listOverage(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.listOverage(id, query);
  }
}
