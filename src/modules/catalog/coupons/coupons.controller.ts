import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreateCouponBody, ListCouponsQuery, UpdateCouponBody } from './coupons.inputs';
import { CouponsService } from './coupons.service';

@ApiTags('Coupons')
@Controller('api/v1/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Endpoint.post('', CouponsService, 'create')
  create(@Body() body: CreateCouponBody) {
    return this.coupons.create(body);
  }

  @Endpoint.get('', CouponsService, 'list')
  list(@Query() query: ListCouponsQuery) {
    return this.coupons.list(query);
  }

  @Endpoint.get(':id', CouponsService, 'get')
  get(@PathId('id') id: string) {
    return this.coupons.get(id);
  }

  @Endpoint.patch(':id', CouponsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateCouponBody) {
    return this.coupons.update(id, body);
  }

  @Endpoint.post(':id/archive', CouponsService, 'archive')
  archive(@PathId('id') id: string) {
    return this.coupons.archive(id);
  }
}
