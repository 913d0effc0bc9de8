import { couponAsked, type CouponBody } from './coupon-request';

// Domain: customers-subscriptions

const refusal = (code: string, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('the coupon that a request gives', () => {
  const startDate = new Date('2026-05-01T00:00:00.000Z');

  it.each<[string, CouponBody, object]>([
    ['couponId', { appliedCoupon: { couponId: 'c' } }, { by: 'coupon', id: 'c' }],
    ['a code beside it', { appliedCoupon: { promotionCode: 'P' } }, { by: 'code', id: 'P' }],
    ['a discount', { appliedCoupon: { discount: { percentOff: 5 } } }, { discount: { percentOff: 5 } }],
    ['promotionCode', { promotionCode: 'P' }, { by: 'code', id: 'P' }],
    ['billingInformation', { billingInformation: { couponId: 'c' } }, { by: 'coupon', id: 'c' }],
    ['a start', { appliedCoupon: { couponId: 'c', configuration: { startDate } } }, { startDate }],
    ['no code', { appliedCoupon: { couponId: 'c', promotionCode: null } }, { by: 'coupon', id: 'c' }],
  ])('N3: by %s', (_name, body, expected) => {
    expect(couponAsked(body)).toMatchObject(expected);
  });

  it('N3: none where nothing says one', () => {
    for (const body of [{}, { billingInformation: null }, { billingInformation: {} }])
      expect(couponAsked(body)).toBeUndefined();
  });

  it.each<[string, CouponBody, RegExp]>([
    [
      'two places',
      { appliedCoupon: { couponId: 'c' }, promotionCode: 'P' },
      /appliedCoupon and promotionCode/,
    ],
    [
      'two other places',
      { promotionCode: 'P', billingInformation: { couponId: 'c' } },
      /promotionCode and billingInformation\.couponId/,
    ],
    ['two names', { appliedCoupon: { couponId: 'c', promotionCode: 'P' } }, /exactly one/],
    ['no name', { appliedCoupon: {} }, /exactly one/],
    ['a start alone', { appliedCoupon: { configuration: { startDate } } }, /exactly one/],
    ['an empty code', { promotionCode: '' }, /^promotionCode must not be empty/],
    ['an empty code within', { appliedCoupon: { promotionCode: '' } }, /^appliedCoupon\.promotionCode/],
  ])('N3: BadUserInput for %s', (_name, body, message) => {
    expect(() => couponAsked(body)).toThrow(refusal('BadUserInput', message));
  });

  it('N3: coupons have no id in a billing provider yet', () => {
    expect(() => couponAsked({ appliedCoupon: { billingCouponId: 'b' } })).toThrow(
      refusal('UnsupportedParameter', /^appliedCoupon\.billingCouponId: not built/),
    );
  });
});
