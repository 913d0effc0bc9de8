import type { CurrencyCode } from './currency';
import { exactPriceOf, flatPriceOf, moneyOf, positiveMoneyOf } from './flat-price';

// Domain: catalog

const refusal = (code: string, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('a flat price', () => {
  it.each<[number, CurrencyCode, string]>([
    [0, 'usd', '0'],
    [-0, 'usd', '0'],
    [0.01, 'usd', '0.01'],
    [0.1, 'eur', '0.1'],
    [49, 'usd', '49'],
    [1e3, 'jpy', '1000'],
    [999_999_999.99, 'usd', '999999999.99'],
    [999_999_999, 'jpy', '999999999'],
  ])('C7: %d %s is kept as %s and told as it was sent', (amount, currency, text) => {
    const kept = exactPriceOf(moneyOf({ amount, currency }, 'price'));
    expect(kept).toEqual({ amount: text, currency });
    expect(flatPriceOf(kept)).toEqual({ amount: Number(text), currency });
  });

  it.each<[number, CurrencyCode]>([
    [0.001, 'usd'],
    [10.005, 'eur'],
    [1e-7, 'usd'],
    [0.5, 'jpy'],
    [0.1 + 0.2, 'usd'],
  ])('C7: %d %s has a fraction of the minor unit', (amount, currency) => {
    const wrong = refusal('BadUserInput', /^price\.amount has more decimals/);
    expect(() => moneyOf({ amount, currency }, 'price')).toThrow(wrong);
  });

  it.each([1e9, 1_000_000_000.01, 1e15, 1e300])('R9: %d is AmountTooLarge', (amount) => {
    const wrong = refusal('AmountTooLarge', /^price\.amount must be at most 999999999\.99$/);
    expect(() => moneyOf({ amount, currency: 'usd' }, 'price')).toThrow(wrong);
  });

  it('is never below 0, and where it must be something not 0 either', () => {
    const price = (amount: number) => ({ amount, currency: 'usd' }) as const;
    expect(() => moneyOf(price(-0.01), 'price')).toThrow(refusal('BadUserInput', /below 0/));
    expect(() => positiveMoneyOf(price(0), 'price')).toThrow(refusal('BadUserInput', /above 0/));
    expect(positiveMoneyOf(price(0.01), 'price').toNumber()).toBe(0.01);
  });
});
