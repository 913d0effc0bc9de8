import { refusalOf } from '../../../../../test/support/price-builders';
import type { TierRequest } from './charge-request';
import { priceOf, tiersOf } from './money';

// Domain: catalog

describe('C7, R9: a price', () => {
  it('keeps the exact decimal that was sent, in US dollars unless it says otherwise', () => {
    expect(priceOf({ amount: 0.1 }, 'price')).toEqual({ price: '0.1', currency: 'usd' });
    expect(priceOf({ amount: 1e-12, currency: 'jpy' }, 'price')).toEqual({
      price: '0.000000000001',
      currency: 'jpy',
    });
    expect(priceOf({ amount: 999_999_999.99 }, 'price').price).toBe('999999999.99');
  });

  it.each([
    [-0.01, /^BadUserInput: price\.amount must not be negative/],
    [1e-13, /^BadUserInput: price\.amount has more than 12 decimals/],
    [1_000_000_000, /^AmountTooLarge: price\.amount/],
    [1e300, /^AmountTooLarge: price\.amount/],
  ])('%d is refused', (amount, refusal) => {
    expect(refusalOf(() => priceOf({ amount }, 'price'))).toMatch(refusal);
  });
});

describe('R4: tiers', () => {
  const usd = (amount: number) => ({ amount });
  const eur = (amount: number) => ({ amount, currency: 'eur' as const });

  it('keep upTo and prices exactly; an absent and a null upTo are open', () => {
    const open = [{ unitPrice: eur(0.06) }, { upTo: null, unitPrice: eur(0.06) }];
    for (const last of open) {
      expect(tiersOf([{ upTo: 100, flatPrice: eur(20) }, { upTo: 500.5 }, last], 'tiers')).toEqual({
        currency: 'eur',
        tiers: [
          { upTo: '100', unitPrice: null, flatPrice: '20' },
          { upTo: '500.5', unitPrice: null, flatPrice: null },
          { upTo: null, unitPrice: '0.06', flatPrice: null },
        ],
      });
    }
  });

  it.each<[string, TierRequest[], RegExp]>([
    ['none', [], /tiers must hold at least one tier/],
    ['no open tier', [{ upTo: 5, unitPrice: usd(1) }], /the last tier must go without upTo/],
    [
      'an open tier in between',
      [{ unitPrice: usd(1) }, { unitPrice: usd(1) }],
      /tiers\[0\]\.upTo must be set/,
    ],
    [
      'not ascending',
      [{ upTo: 5, unitPrice: usd(1) }, { upTo: 5, unitPrice: usd(1) }, { unitPrice: usd(1) }],
      /tiers\[1\]\.upTo must be above 5/,
    ],
    ['without any price', [{ upTo: 5 }, {}], /needs a unitPrice or a flatPrice/],
    ['in two currencies', [{ upTo: 5, unitPrice: usd(1) }, { flatPrice: eur(1) }], /prices in usd and eur/],
  ])('are refused when they are %s', (_, asked, message) => {
    const refusal = refusalOf(() => tiersOf(asked, 'tiers'));
    expect(refusal).toMatch(/^BadUserInput: tiers/);
    expect(refusal).toMatch(message);
  });

  it('R9: are refused when a price is too large', () => {
    const asked = [{ unitPrice: usd(1_000_000_000) }];
    expect(refusalOf(() => tiersOf(asked, 'tiers'))).toMatch(/^AmountTooLarge: tiers\[0\]\.unitPrice/);
  });
});
