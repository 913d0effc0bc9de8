import { Money } from '#libs/business/values/money';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { PromotionCode } from './promotion-code';
import { requireRedeemable, type Purchase } from './redemption';

// Domain: customers-subscriptions

const created = new Date('2026-03-01T00:00:00.000Z');
const expiresAt = new Date('2026-04-01T00:00:00.000Z');
const now = new Date('2026-03-15T00:00:00.000Z');

/** A code with every limit there is. */
function limited(changes: Partial<PromotionCode> = {}): PromotionCode {
  const code = PromotionCode.create(
    {
      id: 'SPRING20',
      coupon: { uid: 'coupon-uid', id: 'spring' },
      customer: { uid: 'acorn-uid', id: 'acorn' },
      expiresAt,
      maxRedemptions: 3,
      minimumAmount: { amount: '50', currency: 'usd' },
      firstPurchaseOnly: true,
      metadata: {},
    },
    created,
  );
  return Object.assign(code, changes);
}

/** A purchase that fits it. */
const fitting: Purchase = {
  now,
  isCouponArchived: false,
  customerId: 'acorn',
  subTotal: Money.of('50', 'usd'),
  hasPaidInvoice: false,
};

const unlimited: Partial<PromotionCode> = {
  customerUid: null,
  customerId: null,
  expiresAt: null,
  maxRedemptions: null,
  minimumAmount: null,
  firstPurchaseOnly: false,
};

/** What each check of N6 fails on, in its order. */
const faults: [ErrorCode, string, Partial<PromotionCode>, Partial<Purchase>][] = [
  ['PromotionCodeNotActive', 'an archived coupon', {}, { isCouponArchived: true }],
  ['PromotionCodeNotActive', 'an archived code', { status: 'ARCHIVED' }, {}],
  ['PromotionCodeNotActive', 'the very instant of its end', {}, { now: expiresAt }],
  ['PromotionCodeNotForCustomer', 'another customer', {}, { customerId: 'birch' }],
  ['PromotionCodeNotForCustomer', 'nobody in particular', {}, { customerId: null }],
  ['PromotionCodeMaxRedemptionsReached', 'no redemption left', { timesRedeemed: 3 }, {}],
  ['PromotionCodeMinimumAmountNotReached', 'a cent too little', {}, { subTotal: Money.of('49.99', 'usd') }],
  ['PromotionCodeMinimumAmountNotReached', 'another currency', {}, { subTotal: Money.of('500', 'eur') }],
  ['PromotionCodeMinimumAmountNotReached', 'nothing chosen', {}, { subTotal: null }],
  ['PromotionCodeCustomerNotFirstPurchase', 'a paid invoice', {}, { hasPaidInvoice: true }],
];

const refusal = (code: ErrorCode): Error =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(/^Promotion code SPRING20 cannot be redeemed: \w/) as string,
  }) as Error;

describe('a redemption', () => {
  it('N6: fits every limit at once', () => {
    expect(() => requireRedeemable(limited(), fitting)).not.toThrow();
  });

  it.each<[string, Partial<PromotionCode>, Partial<Purchase>]>([
    ['a millisecond before its end', {}, { now: new Date(expiresAt.getTime() - 1) }],
    ['for the last time', { timesRedeemed: 2 }, {}],
    ['above the minimum', {}, { subTotal: Money.of('50.01', 'usd') }],
    ['by a buyer of today who has paid before', { firstPurchaseOnly: false }, { hasPaidInvoice: true }],
    ['without limits by nobody in particular', unlimited, { customerId: null, subTotal: null }],
    ['without limits ever so often', { ...unlimited, timesRedeemed: 1e6 }, { hasPaidInvoice: true }],
  ])('N6: fits %s', (_when, code, purchase) => {
    expect(() => requireRedeemable(limited(code), { ...fitting, ...purchase })).not.toThrow();
  });

  it.each(faults)('N6: %s for %s', (expected, _fault, code, purchase) => {
    const redeem = () => requireRedeemable(limited(code), { ...fitting, ...purchase });
    expect(redeem).toThrow(refusal(expected));
  });

  const pairs = faults.flatMap((first, index) =>
    faults.slice(index + 1).map((second) => ({ first, second })),
  );

  it.each(pairs)(
    'N6: of $first.1 and $second.1 the first is told',
    ({ first: [expected, , code, purchase], second: [, , laterCode, laterPurchase] }) => {
      const both = { ...fitting, ...laterPurchase, ...purchase };
      const redeem = () => requireRedeemable(limited({ ...laterCode, ...code }), both);
      expect(redeem).toThrow(refusal(expected));
    },
  );
});
