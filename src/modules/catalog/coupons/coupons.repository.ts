import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { couponMapping } from './coupon.mapping';
import type { Coupon, CouponStatus, CouponType } from './domain/coupon';

export interface CouponFilter {
  ids?: string[];
  status?: CouponStatus[];
  types?: CouponType[];
  createdAt?: InstantRange;
}

@Injectable()
export class CouponsRepository extends TenantRepository<Coupon> {
  constructor(persistence: Persistence) {
    super(persistence, couponMapping, 'CouponNotFound');
  }

  /** Without those that were made for one subscription. Domain: customers-subscriptions N3 */
  list(request: PageRequest, { ids, status, types, createdAt }: CouponFilter): Promise<Page<Coupon>> {
    const filter = new Predicate()
      .holds(`t.source <> 'SERVICE_ADHOC'`)
      .oneOf('t.id', ids)
      .oneOf('t.status', status)
      .within('t.created_at', createdAt);
    if (types && !types.includes('PERCENTAGE')) filter.holds('t.percent_off is null');
    if (types && !types.includes('FIXED')) filter.holds('t.percent_off is not null');
    return this.page(request, filter);
  }
}
