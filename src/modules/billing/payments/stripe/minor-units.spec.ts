import { currencyCodes, minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { ProviderRefusal } from '../domain/payment-provider';
import { minorUnits } from './minor-units';

const unitsOf = (amount: string, currency: CurrencyCode): number => minorUnits(new Decimal(amount), currency);

describe('what Stripe is told of an amount', () => {
  it.each<[string, CurrencyCode, number]>([
    ['49.90', 'usd', 4990],
    ['0.07', 'eur', 7],
    // As floats 1.15, 4.35 and 1005.15 times 100 are other numbers.
    ['1.15', 'usd', 115],
    ['4.35', 'gbp', 435],
    ['1005.15', 'chf', 100_515],
    ['999999999.99', 'usd', 99_999_999_999],
    ['500', 'jpy', 500],
    ['1', 'krw', 1],
  ])('%s %s is exactly %d', (amount, currency, units) => {
    expect(unitsOf(amount, currency)).toBe(units);
  });

  it.each<[string, CurrencyCode, number]>([
    ['5', 'isk', 500],
    ['5', 'ugx', 500],
    ['5', 'mga', 5],
  ])('%s %s is %d, for Stripe counts there otherwise than ISO 4217', (amount, currency, units) => {
    expect(unitsOf(amount, currency)).toBe(units);
  });

  it.each<[string, CurrencyCode]>([
    ['10.005', 'usd'],
    ['10.5', 'jpy'],
    ['10.5', 'isk'],
    ['10.5', 'mga'],
    ['0', 'usd'],
    ['-1', 'usd'],
  ])('%s %s is refused: it would be rounded, or nothing', (amount, currency) => {
    expect(() => unitsOf(amount, currency)).toThrow(ProviderRefusal);
  });

  it('every other currency is counted in its minor unit', () => {
    const others = currencyCodes.filter((currency) => !['isk', 'ugx', 'mga'].includes(currency));
    const wrong = others.filter((currency) => unitsOf('7', currency) !== 7 * 10 ** minorUnitDigits(currency));

    expect(wrong).toEqual([]);
  });
});
