import type { FlatPrice } from '#libs/business/values/flat-price';
import { discountOf } from './discount';

// Domain: customers-subscriptions

const refusal = (code: string, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;
const usd = (amount: number): FlatPrice => ({ amount, currency: 'usd' });
const eur = (amount: number): FlatPrice => ({ amount, currency: 'eur' });

describe('what a coupon takes off', () => {
  it.each([1, 20, 100])('N1: %d %%', (percentOff) => {
    expect(discountOf({ percentOff, amountsOff: null })).toEqual({ percentOff, amountsOff: null });
  });

  it.each([0, -1, 0.5, 12.5, 101, Number.NaN])('N1: %d %% is refused', (percentOff) => {
    const wrong = refusal('BadUserInput', /percentOff must be a whole number from 1 to 100/);
    expect(() => discountOf({ percentOff, amountsOff: null })).toThrow(wrong);
  });

  it('N1, catalog C7: an exact amount for each currency', () => {
    expect(discountOf({ percentOff: null, amountsOff: [usd(10.5), eur(0.1)] })).toEqual({
      percentOff: null,
      amountsOff: [
        { amount: '10.5', currency: 'usd' },
        { amount: '0.1', currency: 'eur' },
      ],
    });
  });

  it.each<[string, number | null, FlatPrice[] | null, string, RegExp]>([
    ['both', 20, [usd(1)], 'BadUserInput', /exclude each other/],
    ['neither', null, null, 'BadUserInput', /send percentOff or amountsOff/],
    ['no amount', null, [], 'BadUserInput', /amountsOff must have at least 1/],
    ['a currency twice', null, [usd(1), eur(1), usd(2)], 'BadUserInput', /amountsOff\[2\]\.currency: usd/],
    ['nothing', null, [usd(0)], 'BadUserInput', /amountsOff\[0\]\.amount must be above 0/],
    ['less than nothing', null, [usd(1), eur(-1)], 'BadUserInput', /amountsOff\[1\]\.amount/],
    ['a fraction of a cent', null, [usd(0.005)], 'BadUserInput', /amountsOff\[0\]\.amount has more decimals/],
    ['too much', null, [usd(1e9)], 'AmountTooLarge', /amountsOff\[0\]\.amount must be at most/],
  ])('N1, catalog R9: %s is refused', (_what, percentOff, amountsOff, code, message) => {
    expect(() => discountOf({ percentOff, amountsOff })).toThrow(refusal(code, message));
  });
});
