import { bool, instant, integer, jsonb, addressedMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { PromotionCode } from './domain/promotion-code';

export const promotionCodeMapping = addressedMapping(PromotionCode, 'promotion_code', {
  columns: {
    id: text(),
    spellingKey: text(),
    couponUid: uuid(),
    couponId: text(),
    customerUid: uuid(true),
    customerId: text(true),
    status: text(),
    expiresAt: instant(true),
    maxRedemptions: integer(true),
    timesRedeemed: integer(),
    // The amount is a text in it, so that nothing reads it as a float.
    minimumAmount: jsonb(true),
    firstPurchaseOnly: bool(),
    metadata: jsonb(),
  },
  uniques: [{ name: 'uq_promotion_code_spelling', columns: ['spellingKey'] }],
  searched: ['id'],
  indices: [
    // Cursors name a code as it is told.
    { name: 'ix_promotion_code_id', columns: ['id'] },
    { name: 'ix_promotion_code_coupon', columns: ['couponId', 'uid'] },
    {
      name: 'ix_promotion_code_customer',
      columns: ['customerId', 'uid'],
      where: 'customer_id IS NOT NULL',
    },
  ],
  references: [
    { name: 'fk_promotion_code_coupon', property: 'couponUid', target: () => 'Coupon' },
    { name: 'fk_promotion_code_customer', property: 'customerUid', target: () => 'Customer' },
  ],
});

whenViolated(
  'uq_promotion_code_spelling',
  'DuplicatedEntityNotAllowed',
  'A promotion code with this id exists already; letter case does not tell codes apart',
);
