import { currencyCodes, isCurrencyCode, minorUnitDigits } from './currency';

// Domain: contracts-billing

const intlDigits = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

describe('currencies', () => {
  it('are the 116 of the wire contract, each once', () => {
    expect(new Set(currencyCodes).size).toBe(116);
    expect(currencyCodes).toHaveLength(116);
  });

  it('are lower-case, and nothing else is one', () => {
    expect(['usd', 'xpf'].map(isCurrencyCode)).toEqual([true, true]);
    expect(['USD', 'xxx', '', 'constructor'].map(isCurrencyCode)).toEqual([false, false, false, false]);
  });

  it('R3: have the minor unit of ISO 4217; Intl differs only where coins fell out of use', () => {
    const different = currencyCodes.filter((code) => intlDigits(code) !== minorUnitDigits(code));
    const coinless = ['all', 'idr', 'lbp', 'mga', 'mmk', 'mro', 'pkr', 'rsd', 'sll', 'sos', 'uzs', 'yer'];
    expect(different.filter((code) => !coinless.includes(code))).toEqual([]);
    expect(different.filter((code) => minorUnitDigits(code) !== 2)).toEqual([]);
  });

  it('R3: have no decimals where there is no minor unit', () => {
    expect((['jpy', 'krw', 'isk', 'ugx'] as const).map(minorUnitDigits)).toEqual([0, 0, 0, 0]);
    expect((['usd', 'eur', 'mga', 'mro'] as const).map(minorUnitDigits)).toEqual([2, 2, 2, 2]);
  });
});
