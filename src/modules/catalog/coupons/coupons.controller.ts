import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreateCouponBody, ListCouponsQuery, UpdateCouponBody } from './coupons.inputs';
import { CouponsService } from './coupons.service';
import { Coupon } from './coupons.views';

@ApiTags('Coupons')
@Controller('api/v1/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  @Endpoint.post('', serves(CouponsService, 'create'), one(Coupon), { summary: 'Create a coupon.' })
  create(@Body() body: CreateCouponBody) {
    return this.coupons.create(body);
  }

  @Endpoint.get('', serves(CouponsService, 'list'), page(Coupon), { summary: 'List coupons, newest first.' })
  list(@Query() query: ListCouponsQuery) {
    return this.coupons.list(query);
  }

  @Endpoint.get(':id', serves(CouponsService, 'get'), one(Coupon), { summary: 'Get a coupon.' })
  get(@PathId('id') id: string) {
    return this.coupons.get(id);
  }

  @Endpoint.patch(':id', serves(CouponsService, 'update'), one(Coupon), {
    summary: 'Change the words of a coupon.',
  })
  update(@PathId('id') id: string, @Body() body: UpdateCouponBody) {
    return this.coupons.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(CouponsService, 'archive'), one(Coupon), {
    summary: 'Archive a coupon; who has it keeps it.',
  })
  archive(@PathId('id') id: string) {
    return this.coupons.archive(id);
  }
}
