import { Injectable } from '@nestjs/common';
import { flatPriceOf } from '#libs/business/values/flat-price';
import { CouponsService, type StoredCoupon } from '#modules/catalog/coupons';
import type { ObjectChange } from '../domain/catalog-object';
import { couponForm, type CouponDocument } from '../domain/coupon-form';
import { patchOf, type CatalogPart, type PartObject, type Steps } from './catalog-part';

const changeable = { name: '', description: null, metadata: {} };

@Injectable()
export class CouponPart implements CatalogPart<CouponDocument> {
  readonly form = couponForm;

  constructor(private readonly coupons: CouponsService) {}

  /** Without those that were made for one subscription. Domain: customers-subscriptions N3 */
  async read(hold: boolean): Promise<PartObject<CouponDocument>[]> {
    const stored = await this.coupons.everything(hold);
    return stored
      .filter(({ source }) => source === 'SERVICE')
      .map((coupon) => ({ object: told(coupon), isArchived: coupon.status === 'ARCHIVED' }));
  }

  steps({ id, before, after }: ObjectChange<CouponDocument>): Steps {
    if (!after) return { RETIRE: [() => this.coupons.archive(id)] };
    if (!before) return { MAKE: [() => this.coupons.create(after)] };
    return { CHANGE: [() => this.coupons.update(id, patchOf(before, after, changeable))] };
  }
}

function told(coupon: StoredCoupon): CouponDocument {
  const { id, name, description, percentOff, amountsOff, durationInMonths, metadata } = coupon;
  const words = { id, name, description, percentOff, durationInMonths, metadata };
  return couponForm.normal({ ...words, amountsOff: amountsOff?.map(flatPriceOf) });
}
