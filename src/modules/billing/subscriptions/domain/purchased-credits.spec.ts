import {
  chargeOf,
  dec,
  flatFee,
  perUnit,
  tier,
  usageBased,
} from '../../../../../test/support/price-builders';
import type { Charge } from '#libs/business/pricing/charge';
import { priceOf } from '#libs/business/pricing/tariff';
import { tariffOf } from '#libs/business/pricing/charge-tariff';
import { purchasedCredits } from './purchased-credits';

// Domain: catalog

const tokens = (terms: Partial<Charge> = {}): Charge =>
  chargeOf({
    ...{ billingModel: 'CREDIT_BASED', customCurrencyUid: 'tokens-uid', customCurrencyId: 'tokens' },
    ...{ creditGrantCadence: 'BEGINNING_OF_BILLING_PERIOD', price: dec(9), ...terms },
  });
const topUp = (terms: Partial<Charge> = {}): Charge =>
  tokens({ isTopUp: true, creditGrantCadence: null, billingCadence: 'ONE_OFF', ...terms });
const rate = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec('2.50'), costFormula: null };
const rated = (terms: Partial<Charge> = {}): Charge =>
  usageBased('ai', 0, { featureUid: 'ai-uid', price: null, currency: null, creditRate: rate, ...terms });
const bought = (quantity: number) => ({ credits: [{ currencyId: 'tokens', quantity }] });

describe('what a purchase gives and takes in credits', () => {
  it.each<[Charge['billingPeriod'], Charge['creditGrantCadence'], 'MONTH' | 'YEAR']>([
    ['MONTHLY', 'BEGINNING_OF_BILLING_PERIOD', 'MONTH'],
    ['MONTHLY', 'MONTHLY', 'MONTH'],
    ['ANNUALLY', 'BEGINNING_OF_BILLING_PERIOD', 'YEAR'],
    ['ANNUALLY', 'MONTHLY', 'MONTH'],
  ])('R13: billed %s and granted %s, all that was chosen comes each %s', (period, granted, cadence) => {
    const row = tokens({ billingPeriod: period, creditGrantCadence: granted });
    expect(purchasedCredits(bought(5000), [flatFee(49), row]).given).toEqual([
      {
        ...{ key: 'PRICE//tokens-uid', sourceType: 'PRICE', currencyUid: 'tokens-uid' },
        ...{ currencyId: 'tokens', amount: '5000', cadence },
      },
    ]);
  });

  it('R13: the key says whose price it is, not on which version or at how much', () => {
    const ofAddon = tokens({ addonId: 'extra' });
    const keysOf = (...rows: Charge[]) => purchasedCredits(bought(10), rows).given.map(({ key }) => key);
    expect(keysOf(tokens(), ofAddon)).toEqual(['PRICE//tokens-uid', 'PRICE/extra/tokens-uid']);
    expect(keysOf(tokens({ ref: 'newer', price: dec(1) }))).toEqual(['PRICE//tokens-uid']);
  });

  it('R13: where nobody has chosen, what the price sells unless told; of 0 nothing', () => {
    const amountsOf = (purchase: Parameters<typeof purchasedCredits>[0]) =>
      purchasedCredits(purchase, [tokens({ blockSize: dec(1000) })]).given.map(({ amount }) => amount);
    expect([amountsOf({}), amountsOf(bought(1)), amountsOf(bought(0))]).toEqual([['1000'], ['1'], []]);
  });

  it('R12: usage that is paid in credits, by the plan before its addons', () => {
    const formula = rated({ addonId: 'extra', creditRate: { ...rate, costFormula: '2*x' } });
    const other = rated({ addonId: 'extra', featureUid: 'img-uid', featureId: 'img' });
    const { rates, given, topUps } = purchasedCredits({}, [formula, rated(), other, perUnit('seats', 10)]);
    expect([given, topUps]).toEqual([[], []]);
    expect(rates).toEqual([
      {
        ...{ featureUid: 'ai-uid', featureId: 'ai', currencyUid: 'tokens-uid', currencyId: 'tokens' },
        ...{ amount: '2.5', costFormula: null },
      },
      expect.objectContaining({ featureId: 'img' }),
    ]);
    expect(purchasedCredits({}, [formula]).rates).toMatchObject([{ costFormula: '2*x' }]);
  });

  it('R13: a top-up gives nothing by itself, and tells what a credit costs', () => {
    const blocks = topUp({ price: dec(10), blockSize: dec(30) });
    const gems = topUp({ customCurrencyUid: 'gems-uid', customCurrencyId: 'gems', price: null });
    const tiered = { ...gems, tiersMode: 'VOLUME' as const, tiers: [tier(null, { unit: 2 })] };
    const { given, topUps } = purchasedCredits(bought(7), [topUp({ addonId: 'extra' }), blocks, tiered]);
    expect(given).toEqual([]);
    expect(topUps.map(({ currencyId, money, unitPrice }) => [currencyId, money, unitPrice])).toEqual([
      ['tokens', 'usd', '0.333333333333'],
      ['gems', 'usd', null],
    ]);
    const costs = topUps.map(({ charge }) => priceOf(tariffOf(charge, charge.ref), dec(31)).amount.toFixed());
    expect(costs).toEqual(['20', '62']);
  });
});
