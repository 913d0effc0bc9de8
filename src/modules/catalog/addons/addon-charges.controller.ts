import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { PackageCharge } from '#modules/catalog/charges';
import { ListChargesQuery } from '#modules/catalog/packages';
import { AddonChargesService } from './addon-charges.service';

@ApiTags('Addons')
@Controller('api/v1/addons/:id')
export class AddonChargesController {
  constructor(private readonly charges: AddonChargesService) {}

  @Endpoint.get('charges', serves(AddonChargesService, 'list'), page(PackageCharge), {
    summary: 'List the price rows of an addon.',
  })
  list(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.list(id, query);
  }
}
