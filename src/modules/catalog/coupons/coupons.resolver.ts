import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreateCouponBody, ListCouponsQuery, UpdateCouponBody } from './coupons.inputs';
import { CouponsService } from './coupons.service';
import { Coupon } from './coupons.views';

const ListArgs = connectionArgs(ListCouponsQuery);

@Resolver(() => Coupon)
export class CouponsResolver {
  constructor(private readonly coupons: CouponsService) {}

  @WriteField(serves(CouponsService, 'create'), one(Coupon), { summary: 'Create a coupon.' })
  createCoupon(@Args('input') input: CreateCouponBody) {
    return this.coupons.create(input);
  }

  @ReadField(serves(CouponsService, 'list'), page(Coupon), { summary: 'List coupons, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.coupons.list(listQueryOf<ListCouponsQuery>(args));
  }

  @ReadField(serves(CouponsService, 'get'), one(Coupon), { summary: 'Get a coupon.' })
  get(@IdArg('id') id: string) {
    return this.coupons.get(id);
  }

  @WriteField(serves(CouponsService, 'update'), one(Coupon), { summary: 'Change the words of a coupon.' })
  updateCoupon(@IdArg('id') id: string, @Args('input') input: UpdateCouponBody) {
    return this.coupons.update(id, input);
  }

  @WriteField(serves(CouponsService, 'archive'), one(Coupon), {
    summary: 'Archive a coupon; who has it keeps it.',
  })
  archiveCoupon(@IdArg('id') id: string) {
    return this.coupons.archive(id);
  }
}
