import type { Money } from '#libs/business/values/money';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PromotionCode } from './promotion-code';

/** What is known of the purchase that a code is typed for. */
export interface Purchase {
  now: Date;
  /** An archived coupon takes its codes with it. */
  isCouponArchived: boolean;
  /** Null for a buyer who is no customer yet. */
  customerId: string | null;
  /** Before the discount; null while nothing is chosen. */
  subTotal: Money | null;
  hasPaidInvoice: boolean;
}

type Check = (code: PromotionCode, purchase: Purchase) => void;

/**
 * The checks of customers-subscriptions N6 in its order: the first that fails is the refusal.
 * @throws PromotionCodeNotActive, PromotionCodeNotForCustomer, PromotionCodeMaxRedemptionsReached,
 *   PromotionCodeMinimumAmountNotReached, PromotionCodeCustomerNotFirstPurchase. Domain: customers-subscriptions N6
 */
export function requireRedeemable(code: PromotionCode, purchase: Purchase): void {
  for (const check of checks) check(code, purchase);
}

const checks: Check[] = [
  requireActive,
  requireItsCustomer,
  requireRedemptionLeft,
  requireMinimum,
  requireFirstPurchase,
];

function requireActive(code: PromotionCode, { now, isCouponArchived }: Purchase): void {
  if (isCouponArchived) refuse('PromotionCodeNotActive', code, 'its coupon is archived');
  if (code.isOver(now)) refuse('PromotionCodeNotActive', code, 'it is archived or has expired');
}

function requireItsCustomer(code: PromotionCode, { customerId }: Purchase): void {
  if (code.customerId === null || code.customerId === customerId) return;
  const why = customerId === null ? 'it is for one customer; send customerId' : 'it is for another customer';
  refuse('PromotionCodeNotForCustomer', code, why);
}

function requireRedemptionLeft(code: PromotionCode): void {
  if (!code.isUsedUp()) return;
  const why = `it has been redeemed ${code.maxRedemptions} of ${code.maxRedemptions} times`;
  refuse('PromotionCodeMaxRedemptionsReached', code, why);
}

/** Nothing converts currencies, so an order in another one does not reach the minimum. Domain: contracts-billing R4 */
function requireMinimum(code: PromotionCode, { subTotal }: Purchase): void {
  if (code.minimumAmount === null) return;
  const { amount, currency } = code.minimumAmount;
  if (subTotal?.currency === currency && subTotal.amount.gte(amount)) return;
  const why = `subTotal must reach ${amount} ${currency}`;
  refuse('PromotionCodeMinimumAmountNotReached', code, why);
}

function requireFirstPurchase(code: PromotionCode, { hasPaidInvoice }: Purchase): void {
  if (!code.firstPurchaseOnly || !hasPaidInvoice) return;
  const why = 'it is for a first purchase, and the customer has paid an invoice';
  refuse('PromotionCodeCustomerNotFirstPurchase', code, why);
}

function refuse(code: ErrorCode, { id }: PromotionCode, why: string): never {
  throw new DomainError(code, `Promotion code ${id} cannot be redeemed: ${why}`);
}
