import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ListChargesQuery } from '#modules/catalog/packages';
import { AddonChargesService } from './addon-charges.service';

@ApiTags('Addons')
@Controller('api/v1/addons/:id')
export class AddonChargesController {
  constructor(private readonly charges: AddonChargesService) {}

  @Endpoint.get('charges', AddonChargesService, 'list')
  list(@PathId('id') id: string, @Query() query: ListChargesQuery) {
    return this.charges.list(id, query);
  }
}
