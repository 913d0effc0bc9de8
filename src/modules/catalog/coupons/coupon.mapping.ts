import { integer, jsonb, addressedMapping, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Coupon } from './domain/coupon';

export const couponMapping = addressedMapping(Coupon, 'coupon', {
  columns: {
    id: text(),
    name: text(),
    description: text(true),
    percentOff: integer(true),
    // Amounts are texts in it, so that nothing reads them as floats.
    amountsOff: jsonb(true),
    durationInMonths: integer(true),
    status: text(),
    source: text(),
    metadata: jsonb(),
  },
  uniques: [{ name: 'uq_coupon_id', columns: ['id'] }],
  searched: ['id', 'name'],
});

whenViolated('uq_coupon_id', 'DuplicatedEntityNotAllowed', 'A coupon with this id exists already');
