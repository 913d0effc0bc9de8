import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreateCouponBody, ListCouponsQuery, UpdateCouponBody } from './coupons.inputs';
import { CouponsService } from './coupons.service';
import { Coupon } from './coupons.views';

const ListArgs = connectionArgs(ListCouponsQuery);

@Resolver(() => Coupon)
export class CouponsResolver {
  constructor(private readonly coupons: CouponsService) {}

  @WriteField(CouponsService, 'create')
  createCoupon(@Args('input') input: CreateCouponBody) {
    return this.coupons.create(input);
  }

  @ReadField(CouponsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.coupons.list(listQueryOf<ListCouponsQuery>(args));
  }

  @ReadField(CouponsService, 'get')
  get(@IdArg('id') id: string) {
    return this.coupons.get(id);
  }

  @WriteField(CouponsService, 'update')
  updateCoupon(@IdArg('id') id: string, @Args('input') input: UpdateCouponBody) {
    return this.coupons.update(id, input);
  }

  @WriteField(CouponsService, 'archive')
  archiveCoupon(@IdArg('id') id: string) {
    return this.coupons.archive(id);
  }
}
