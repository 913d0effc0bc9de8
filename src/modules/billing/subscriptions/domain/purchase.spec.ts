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

  it.each([
    ['sells credits', row({ billingModel: 'CREDIT_BASED', customCurrencyId: 'tokens' })],
    [
      'takes credits for usage',
      row({
        billingModel: 'USAGE_BASED',
        creditRate: {
          currencyUid: 'tokens-uid',
          currencyId: 'tokens',
          amount: new Decimal(1),
          costFormula: null,
        },
      }),
    ],
  ])('a plan that %s waits for credits to be built', (_what, charge) => {
    expect(refusalOf(() => purchaseOf(offer([row(), charge]), {}))).toMatch(/^UnsupportedParameter: planId/);
  });
});
