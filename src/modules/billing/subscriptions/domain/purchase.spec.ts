import type { Charge } from '#libs/business/pricing/charge';
import { Decimal } from '#libs/kernel/decimal';
import { pricedBy, purchaseOf, type Offer, type Purchase, type PurchaseRequest } from './purchase';

// Domain: customers-subscriptions

const row = (more: Partial<Charge> = {}): Charge => ({
  ref: 'row',
  billingModel: 'FLAT_FEE',
  billingPeriod: 'MONTHLY',
  billingCadence: 'RECURRING',
  billingCountryCode: null,
  currency: 'usd',
  addonId: null,
  featureUid: null,
  featureId: null,
  customCurrencyUid: null,
  customCurrencyId: null,
  isOverage: false,
  isTopUp: false,
  creditGrantCadence: null,
  minUnitQuantity: null,
  maxUnitQuantity: null,
  creditRate: null,
  price: new Decimal(10),
  blockSize: null,
  tiersMode: null,
  tiers: null,
  ...more,
});
const seats = (more: Partial<Charge> = {}) => row({ billingModel: 'PER_UNIT', featureId: 'seats', ...more });
const offer = (charges: Charge[], more: Partial<Offer> = {}): Offer => ({
  planId: 'pro',
  charges,
  addonIds: [],
  wishedCurrency: null,
  ...more,
});
const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  }
  return 'none';
};
const units = (purchase: Purchase) => purchase.quantities.map(({ quantity }) => quantity);

describe('terms of a purchase', () => {
  it('V7: the only period is taken, one of two must be said, another is refused', () => {
    const both = offer([row(), row({ billingPeriod: 'ANNUALLY' })]);
    expect(purchaseOf(offer([row()]), {}).billingPeriod).toBe('MONTHLY');
    expect(purchaseOf(both, { billingPeriod: 'ANNUALLY' }).billingPeriod).toBe('ANNUALLY');
    expect(refusalOf(() => purchaseOf(both, {}))).toMatch(
      /^BillingPeriodMissingError: .*ANNUALLY and MONTHLY/,
    );
    expect(refusalOf(() => purchaseOf(offer([row()]), { billingPeriod: 'ANNUALLY' }))).toMatch(
      /^BadUserInput: billingPeriod/,
    );
    expect(refusalOf(() => purchaseOf(offer([]), {}))).toMatch(/^BadUserInput: planId/);
  });

  it.each<[string, PurchaseRequest, number]>([
    [
      'charges before unitQuantity',
      { charges: [{ type: 'FEATURE', id: 'seats', quantity: 4 }], unitQuantity: 3 },
      4,
    ],
    ['unitQuantity', { unitQuantity: 3 }, 3],
    ['the smallest quantity', {}, 2],
  ])('V8: units come from %s', (_source, asked, quantity) => {
    expect(units(purchaseOf(offer([seats({ minUnitQuantity: new Decimal(2) })]), asked))).toEqual([quantity]);
  });

  it('V8: 1 where there is no smallest quantity, and 0 where it is wished', () => {
    expect(units(purchaseOf(offer([seats()]), {}))).toEqual([1]);
    expect(units(purchaseOf(offer([seats()]), { unitQuantity: 0 }))).toEqual([0]);
  });

  it('V8: what is not said stays as it is', () => {
    const before = purchaseOf(offer([seats()]), { unitQuantity: 7 });
    expect(units(purchaseOf(offer([seats(), row()]), {}, before))).toEqual([7]);
  });

  it('V8: overage is not bought in units', () => {
    expect(units(purchaseOf(offer([row(), seats({ isOverage: true })]), {}))).toEqual([]);
  });

  it('catalog R7: prices of the country, and later of the country it was bought in', () => {
    const charges = [row(), row({ billingCountryCode: 'DE', currency: 'eur', price: new Decimal(9) })];
    const german = purchaseOf(offer(charges), { billingCountryCode: 'DE' });
    expect(german).toMatchObject({ billingCountryCode: 'DE', currency: 'eur' });
    expect(purchaseOf(offer(charges, { wishedCurrency: 'usd' }), {}, german).currency).toBe('eur');
    expect(pricedBy(charges, german).map(({ price }) => price?.toNumber())).toEqual([9]);
    expect(purchaseOf(offer(charges), {}).currency).toBe('usd');
  });

  it('catalog R9: plan and addons must be sold in one currency and period', () => {
    const inEuros = row({ addonId: 'extra', currency: 'eur' });
    expect(refusalOf(() => purchaseOf(offer([row(), inEuros], { addonIds: ['extra'] }), {}))).toMatch(
      /^BadUserInput: addons: .*eur/,
    );
    const yearly = row({ addonId: 'extra', billingPeriod: 'ANNUALLY' });
    expect(refusalOf(() => purchaseOf(offer([row(), yearly], { addonIds: ['extra'] }), {}))).toMatch(
      /^BadUserInput: addons: extra/,
    );
  });

  const credits = (more: Partial<Charge> = {}) =>
    row({
      ...{ billingModel: 'CREDIT_BASED', customCurrencyId: 'tokens', customCurrencyUid: 'tokens-uid' },
      ...{ creditGrantCadence: 'MONTHLY', ...more },
    });
  const topUp = (more: Partial<Charge> = {}) =>
    credits({ isTopUp: true, creditGrantCadence: null, billingCadence: 'ONE_OFF', ...more });
  const ofTokens = (quantity: number) => ({ type: 'CREDIT' as const, id: 'tokens', quantity });

  it('catalog R13: credits are named by their currency, beside units of the same id', () => {
    const tokenSeats = seats({ featureId: 'tokens' });
    const { quantities, credits: chosen } = purchaseOf(offer([credits(), tokenSeats]), {
      charges: [ofTokens(2_000_000), { type: 'FEATURE', id: 'tokens', quantity: 3 }],
    });
    expect([quantities, chosen]).toEqual([
      [{ featureId: 'tokens', quantity: 3 }],
      [{ currencyId: 'tokens', quantity: 2_000_000 }],
    ]);
    expect(purchaseOf(offer([tokenSeats]), {})).not.toHaveProperty('credits');
  });

  it('V8, catalog R13: what is not said stays, and is one block at first', () => {
    const sold = offer([credits({ blockSize: new Decimal(500) }), seats()]);
    const first = purchaseOf(sold, { unitQuantity: 2 });
    expect(first.credits).toEqual([{ currencyId: 'tokens', quantity: 500 }]);
    const more = purchaseOf(sold, { charges: [ofTokens(900)] }, first);
    expect([more.credits, units(more)]).toEqual([[{ currencyId: 'tokens', quantity: 900 }], [2]]);
    expect(purchaseOf(sold, { unitQuantity: 4 }, more).credits).toEqual(more.credits);
  });

  it('catalog R13: sold by the plan and by an addon they are chosen once, as both allow', () => {
    const ofAddon = credits({ addonId: 'extra', minUnitQuantity: new Decimal(100) });
    const sold = offer([credits(), ofAddon], { addonIds: ['extra'] });
    expect(purchaseOf(sold, {}).credits).toEqual([{ currencyId: 'tokens', quantity: 100 }]);
    expect(refusalOf(() => purchaseOf(sold, { charges: [ofTokens(99)] }))).toMatch(
      /^InvalidQuantity: charges\[0\]\.quantity .*from 100/,
    );
  });

  it.each<[string, Charge[], PurchaseRequest, RegExp]>([
    [
      'that are not sold',
      [row()],
      { charges: [ofTokens(1)] },
      /^BadUserInput: charges\[0\]\.id: .*no credits of tokens/,
    ],
    ['of a top-up', [row(), topUp()], { charges: [ofTokens(1)] }, /^BadUserInput: charges\[0\]\.id/],
    [
      'twice',
      [credits()],
      { charges: [ofTokens(1), ofTokens(2)] },
      /^BadUserInput: charges\[1\]\.id: tokens stands twice/,
    ],
    ['in parts', [credits()], { charges: [ofTokens(1.5)] }, /^InvalidQuantity: charges\[0\]/],
    ['as units', [credits()], { unitQuantity: 1 }, /^BadUserInput: unitQuantity: .*0 prices per unit/],
  ])('catalog R13: credits %s are refused', (_what, rows, asked, message) => {
    expect(refusalOf(() => purchaseOf(offer(rows), asked))).toMatch(message);
  });

  it('catalog R12: usage that is paid in credits is sold, and needs no currency', () => {
    const creditRate = {
      currencyUid: 'uid',
      currencyId: 'tokens',
      amount: new Decimal(1),
      costFormula: null,
    };
    const rated = row({
      billingModel: 'USAGE_BASED',
      featureId: 'ai',
      price: null,
      currency: null,
      creditRate,
    });
    const purchase = purchaseOf(offer([rated]), {});
    expect(purchase).toMatchObject({ currency: null, quantities: [] });
    expect(pricedBy([rated], purchase)).toEqual([rated]);
  });

  it('V7, catalog R13: a top-up says nothing of periods, and is there in each', () => {
    const year = row({ billingPeriod: 'ANNUALLY' });
    const inYears = purchaseOf(offer([year, topUp()]), {});
    expect(inYears.billingPeriod).toBe('ANNUALLY');
    expect(pricedBy([year, topUp()], inYears)).toEqual([year, topUp()]);
    const own = topUp({ billingPeriod: 'ANNUALLY' });
    expect(pricedBy([topUp(), own, year], inYears)).toEqual([own, year]);
    expect(purchaseOf(offer([topUp()]), {}).billingPeriod).toBe('MONTHLY');
  });

  it('catalog R13: an addon is not sold in a period by its top-up alone, unless it sells nothing else', () => {
    const year = row({ billingPeriod: 'ANNUALLY' });
    const ofAddon = topUp({ addonId: 'extra' });
    const sold = (...rows: Charge[]) => offer([year, ...rows], { addonIds: ['extra'] });
    expect(refusalOf(() => purchaseOf(sold(ofAddon, row({ addonId: 'extra' })), {}))).toMatch(
      /^BadUserInput: addons: extra is not sold ANNUALLY/,
    );
    expect(purchaseOf(sold(ofAddon), {}).billingPeriod).toBe('ANNUALLY');
  });
});
