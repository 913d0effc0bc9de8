import { dec, flatFee, perUnit, tier, usageBased } from '../../../test/support/price-builders';
import type { Charge } from './charge';
import { isPricedByUsage, pricedUsage, usagePriceOf } from './usage-price';

// Domain: catalog

const cost = (charge: Charge, used: number, included = 0): string =>
  pricedUsage(usagePriceOf(charge, dec(included)), dec(used), 2).toFixed(2);

describe('the price of usage, as it lies beside what it limits', () => {
  const tiers = [tier(100, { flat: 20 }), tier(500, { unit: '0.10' }), tier(null, { unit: '0.06' })];
  const none = { price: null, tiers };

  it.each<[string, Charge, number, string]>([
    ['R3: of a unit', usageBased('calls', '0.015'), 3, '0.05'],
    ['R3: of nothing', usageBased('calls', 1), 0, '0.00'],
    ['R3: of a block that is begun', usageBased('calls', 2, { blockSize: dec(100) }), 201, '6.00'],
    ['R4: in its tiers', usageBased('calls', 0, { ...none, tiersMode: 'GRADUATED' }), 750, '75.00'],
    ['R4: of the tier that holds it', usageBased('calls', 0, { ...none, tiersMode: 'VOLUME' }), 750, '45.00'],
  ])('%s', (_, charge, used, expected) => {
    expect(cost(charge, used)).toBe(expected);
  });

  it('R5: above what is included, in blocks of it', () => {
    const storage = usageBased('storage', 2, { isOverage: true, blockSize: dec(100) });
    expect(cost(storage, 800, 500)).toBe('6.00');
    expect(cost(storage, 500, 500)).toBe('0.00');
    expect(cost({ ...storage, isOverage: false }, 800, 500)).toBe('16.00');
  });

  it('R9: may be larger than any bill: usage is a fact', () => {
    expect(cost(usageBased('calls', 999_999_999), 1000)).toBe('999999999000.00');
  });

  it('customers-subscriptions O3: is of usage alone, in money', () => {
    const creditRate = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec(1), costFormula: null };
    expect(isPricedByUsage(usageBased('calls', 1))).toBe(true);
    expect(isPricedByUsage(perUnit('seats', 1, { isOverage: true }))).toBe(true);
    for (const charge of [
      flatFee(49),
      perUnit('seats', 10),
      usageBased('ai', 0, { price: null, currency: null, creditRate }),
      usageBased('calls', 1, { isTopUp: true }),
      usageBased('calls', 1, { billingCadence: 'ONE_OFF' }),
    ])
      expect(isPricedByUsage(charge)).toBe(false);
  });
});
