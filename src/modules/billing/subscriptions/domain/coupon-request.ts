import { badInput, notBuilt } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';
import type { BillingRequest } from './billing';
import type { AdHocDiscount } from '#modules/catalog/coupons';

/** Spec: AppliedCoupon */
export interface AppliedCouponRequest {
  couponId?: string;
  billingCouponId?: string;
  promotionCode?: string | null;
  discount?: AdHocDiscount;
  configuration?: { startDate?: Date };
}

/** Where a request may say it. */
export interface CouponBody {
  appliedCoupon?: AppliedCouponRequest;
  promotionCode?: string;
  billingInformation?: (BillingRequest & { couponId?: string }) | null;
}

/** Which coupon a request gives to a subscription, and from when. Domain: customers-subscriptions N3 */
export type CouponAsked = { startDate: Date | undefined } & (
  | { by: 'coupon'; id: string }
  | { by: 'code'; id: string }
  | { by: 'discount'; discount: AdHocDiscount }
);

/**
 * @returns undefined where it says nothing of one
 * @throws BadUserInput for more than one, and for an `appliedCoupon` that names none; UnsupportedParameter for `billingCouponId`
 */
export function couponAsked(body: CouponBody): CouponAsked | undefined {
  const { appliedCoupon, promotionCode, billingInformation } = body;
  const couponId = billingInformation?.couponId;
  const named = withoutAbsent({
    appliedCoupon,
    promotionCode,
    'billingInformation.couponId': couponId,
  });
  const fields = Object.keys(named);
  if (fields.length > 1) throw badInput(`${fields.join(' and ')} each give a coupon; send one of them`);
  const startDate = undefined;
  if (appliedCoupon) return appliedAsked(appliedCoupon);
  if (promotionCode !== undefined)
    return { by: 'code', id: filled('promotionCode', promotionCode), startDate };
  return couponId === undefined ? undefined : { by: 'coupon', id: couponId, startDate };
}

function appliedAsked({ configuration, ...asked }: AppliedCouponRequest): CouponAsked {
  const { couponId, billingCouponId, discount } = asked;
  const promotionCode = asked.promotionCode ?? undefined;
  const said = withoutAbsent({ couponId, billingCouponId, promotionCode, discount });
  if (Object.keys(said).length !== 1)
    throw badInput('appliedCoupon must have exactly one of couponId, promotionCode and discount');
  const startDate = configuration?.startDate;
  if (couponId !== undefined) return { by: 'coupon', id: couponId, startDate };
  if (discount) return { by: 'discount', discount, startDate };
  if (promotionCode !== undefined)
    return { by: 'code', id: filled('appliedCoupon.promotionCode', promotionCode), startDate };
  throw notBuilt('appliedCoupon.billingCouponId', 'coupons of billing providers', 'send couponId');
}

function filled(field: string, code: string): string {
  if (code !== '') return code;
  throw badInput(`${field} must not be empty; leave it out where nobody typed a code`);
}
