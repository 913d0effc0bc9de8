import type { FlatPrice } from '#libs/business/values/flat-price';
import type { CatalogObject } from './catalog-object';
import { lean, normalMetadata } from './lean';
import { plainForm, type PartForm } from './part-form';

/** Codes for one customer are no part of a catalog: another environment has other customers. */
export interface PromotionCodeDocument extends CatalogObject {
  couponId: string;
  /** ISO 8601 in normal form. */
  expiresAt?: Date | string | null;
  firstPurchaseOnly?: boolean;
  maxRedemptions?: number | null;
  minimumAmount?: FlatPrice | null;
  metadata?: Record<string, string> | null;
}

export const promotionCodeForm: PartForm<PromotionCodeDocument> = {
  ...plainForm,
  canReturn: false,
  part: 'promotionCodes',
  kind: 'PROMOTION_CODE',
  resource: 'coupons',
  // Domain: customers-subscriptions N6
  fixed: ['couponId'],
  references: ({ couponId }) => [{ path: 'couponId', part: 'coupons', id: couponId }],
  toldBeside: (code, told) => (told('coupons').has(code.couponId) ? code : undefined),
  normal: ({ id, couponId, expiresAt, firstPurchaseOnly, maxRedemptions, minimumAmount, metadata }) =>
    lean<PromotionCodeDocument>(
      {
        ...{ id, couponId },
        expiresAt: expiresAt && new Date(expiresAt).toISOString(),
        ...{ firstPurchaseOnly, maxRedemptions },
        minimumAmount: minimumAmount && {
          amount: minimumAmount.amount,
          currency: minimumAmount.currency,
        },
        metadata: normalMetadata(metadata),
      },
      { firstPurchaseOnly: false },
    ),
};
