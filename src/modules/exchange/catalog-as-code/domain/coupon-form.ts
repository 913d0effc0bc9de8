import type { FlatPrice } from '#libs/business/values/flat-price';
import type { CatalogObject } from './catalog-object';
import { lean, normalMetadata } from './lean';
import { plainForm, type PartForm } from './part-form';

export interface CouponDocument extends CatalogObject {
  name: string;
  description?: string | null;
  percentOff?: number | null;
  amountsOff?: FlatPrice[] | null;
  durationInMonths?: number | null;
  metadata?: Record<string, string> | null;
}

const plainPrice = ({ amount, currency }: FlatPrice): FlatPrice => ({ amount, currency });

export const couponForm: PartForm<CouponDocument> = {
  ...plainForm,
  canReturn: false,
  part: 'coupons',
  kind: 'COUPON',
  resource: 'coupons',
  // Domain: customers-subscriptions N1
  fixed: ['percentOff', 'amountsOff', 'durationInMonths'],
  normal: ({ id, name, description, percentOff, amountsOff, durationInMonths, metadata }) =>
    lean<CouponDocument>({
      ...{ id, name, description, percentOff },
      amountsOff: amountsOff?.map(plainPrice).sort((a, b) => (a.currency < b.currency ? -1 : 1)),
      durationInMonths,
      metadata: normalMetadata(metadata),
    }),
};
