import {
  chargeOf,
  dec,
  flatFee,
  perUnit,
  refusalOf,
  tier,
  usageBased,
} from '../../../test/support/price-builders';
import type { Charge } from './charge';
import { type PriceOverride, withOverrides } from './overrides';

// Domain: customers-subscriptions

const base = flatFee(49);
const setUp = flatFee(500, { ref: 'set-up', billingCadence: 'ONE_OFF' });
const seats = perUnit('seats', 10);
const storage = usageBased('storage', 2, { blockSize: dec(100) });
const storageOverage = usageBased('storage', 3, { ref: 'storage overage', isOverage: true });
const callOverage = usageBased('calls', 1, { ref: 'calls overage', isOverage: true });
const tiered = chargeOf({
  billingModel: 'USAGE_BASED',
  featureId: 'events',
  tiersMode: 'VOLUME',
  tiers: [tier(null, { unit: 1 })],
});
const credits = chargeOf({
  ref: 'tokens',
  billingModel: 'CREDIT_BASED',
  customCurrencyId: 'tokens',
  price: dec(1),
});
const addon = flatFee(5, { ref: 'sms', addonId: 'sms' });
const creditRate = { currencyUid: 'tokens-uid', currencyId: 'tokens', amount: dec(3), costFormula: null };
const rated = usageBased('ai', 0, { price: null, currency: null, creditRate });
const floor = flatFee(100, { ref: 'floor', billingModel: 'MINIMUM_SPEND' });
const catalog = [
  floor,
  setUp,
  base,
  storageOverage,
  seats,
  storage,
  callOverage,
  tiered,
  credits,
  addon,
  rated,
];

const overrideOf = (terms: Partial<PriceOverride>): PriceOverride => ({
  addonId: null,
  baseCharge: false,
  featureId: null,
  currencyId: null,
  amount: null,
  currency: null,
  blockSize: null,
  tiers: null,
  creditRate: null,
  ...terms,
});
const changedBy = (...terms: Partial<PriceOverride>[]): Charge[] =>
  withOverrides(catalog, terms.map(overrideOf), 'priceOverrides').filter(
    (charge) => !catalog.includes(charge),
  );
const refusal = (...terms: Partial<PriceOverride>[]) => refusalOf(() => changedBy(...terms));

describe('O1: what an override means', () => {
  const amount = dec(7);

  it.each<[string, Partial<PriceOverride>, Charge]>([
    ['the recurring base charge', { baseCharge: true }, base],
    ['a feature, its ordinary price before its overage', { featureId: 'storage' }, storage],
    ['the overage of a feature that has no other price', { featureId: 'calls' }, callOverage],
    ['credits', { currencyId: 'tokens' }, credits],
    ['the base charge of an addon', { addonId: 'sms' }, addon],
    ['the same, in full', { addonId: 'sms', baseCharge: true }, addon],
  ])('%s', (_, target, charge) => {
    expect(changedBy({ ...target, amount })).toEqual([{ ...charge, price: amount }]);
  });

  it('leaves the order and the other rows', () => {
    const rows = withOverrides(catalog, [overrideOf({ baseCharge: true, amount })], 'priceOverrides');
    expect(rows.map(({ ref }) => ref)).toEqual(catalog.map(({ ref }) => ref));
  });
});

describe('O1: what an override replaces', () => {
  it('an amount with its currency', () => {
    expect(changedBy({ baseCharge: true, amount: dec(40), currency: 'eur' })).toEqual([
      { ...base, price: dec(40), currency: 'eur' },
    ]);
  });

  it('an amount takes the place of tiers', () => {
    expect(changedBy({ featureId: 'events', amount: dec('0.5') })).toMatchObject([
      { price: dec('0.5'), tiers: null, tiersMode: null },
    ]);
  });

  it('a block size keeps the price', () => {
    expect(changedBy({ featureId: 'storage', blockSize: dec(500) })).toEqual([
      { ...storage, blockSize: dec(500) },
    ]);
  });

  it('tiers keep the mode of the row and take the place of price and block size', () => {
    const tiers = [tier(10, { unit: 2 }), tier(null, { unit: 1 })];
    expect(changedBy({ featureId: 'events', tiers })).toMatchObject([{ tiers, tiersMode: 'VOLUME' }]);
    expect(changedBy({ featureId: 'storage', tiers })).toMatchObject([
      { tiers, tiersMode: 'GRADUATED', price: null, blockSize: null },
    ]);
  });

  it('catalog R12: a credit rate takes the place of money', () => {
    expect(changedBy({ featureId: 'storage', creditRate })).toEqual([
      { ...storage, price: null, currency: null, blockSize: null, creditRate },
    ]);
  });

  it('catalog R12: money in the place of a rate is money for usage, whichever model bore the rate', () => {
    const byCredits = usageBased('ai', 0, { ...rated, billingModel: 'CREDIT_BASED' });
    const override = overrideOf({ featureId: 'ai', amount: dec(1), currency: 'usd' });
    expect(withOverrides([byCredits], [override], 'priceOverrides')).toEqual([
      { ...byCredits, billingModel: 'USAGE_BASED', price: dec(1), currency: 'usd', creditRate: null },
    ]);
  });

  it('catalog R12: money takes the place of a credit rate', () => {
    expect(changedBy({ featureId: 'ai', amount: dec(1), currency: 'usd' })).toEqual([
      { ...rated, price: dec(1), currency: 'usd', creditRate: null },
    ]);
    expect(changedBy({ featureId: 'ai', creditRate: { ...creditRate, amount: dec(2) } })).toMatchObject([
      { price: null, currency: null, creditRate: { amount: dec(2) } },
    ]);
  });
});

describe('catalog R10: overrides that are refused', () => {
  const amount = dec(7);
  const noUsage =
    'BadUserInput: priceOverrides[0].creditRate: credits are paid for usage, and this charge has none; leave it out';

  it.each<[string, Partial<PriceOverride>]>([
    ['a feature without price', { featureId: 'unknown' }],
    ['the base charge of an addon that is not there', { addonId: 'unknown' }],
    ['a feature of the plan as one of the addon', { addonId: 'sms', featureId: 'seats' }],
    ['credits that are not sold', { currencyId: 'unknown' }],
  ])('InvalidUpdatePriceUnitAmountError: %s', (_, target) => {
    expect(refusal({ ...target, amount })).toBe(
      'InvalidUpdatePriceUnitAmountError: priceOverrides[0] names a charge that the subscription does not have',
    );
  });

  it('InvalidUpdatePriceUnitAmountError: a negative amount', () => {
    expect(refusal({ featureId: 'seats', amount }, { baseCharge: true, amount: dec('-0.01') })).toBe(
      'InvalidUpdatePriceUnitAmountError: priceOverrides[1].amount must be 0 or more',
    );
  });

  it.each<[string, Partial<PriceOverride>[], string]>([
    [
      'no target',
      [{ amount }],
      'BadUserInput: priceOverrides[0] must name what it prices: baseCharge, featureId, addonId or currencyId',
    ],
    [
      'two targets',
      [{ baseCharge: true, featureId: 'seats', amount }],
      'BadUserInput: priceOverrides[0] must name one of baseCharge, featureId and currencyId',
    ],
    [
      'nothing to replace',
      [{ baseCharge: true, currency: 'eur' }],
      'BadUserInput: priceOverrides[0] changes nothing; send amount, blockSize, tiers or creditRate',
    ],
    [
      'the same charge twice',
      [
        { addonId: 'sms', amount },
        { addonId: 'sms', baseCharge: true, amount },
      ],
      'BadUserInput: priceOverrides[1] overrides the same charge as another element; send one',
    ],
    [
      'an amount beside tiers',
      [{ featureId: 'events', amount, tiers: [tier(null)] }],
      'BadUserInput: priceOverrides[0]: tiers take the place of price; send one of them',
    ],
    [
      'an amount beside a credit rate',
      [{ featureId: 'storage', amount, creditRate }],
      'BadUserInput: priceOverrides[0]: creditRate takes the place of a price in money; send one of them',
    ],
    ['credits for units', [{ featureId: 'seats', creditRate }], noUsage],
    ['credits for what lies above a limit', [{ featureId: 'calls', creditRate }], noUsage],
    ['credits for the plan itself', [{ baseCharge: true, creditRate }], noUsage],
    [
      'money without currency for what the catalog prices in credits',
      [{ featureId: 'ai', amount }],
      'BadUserInput: priceOverrides[0].currency must be set; the catalog price is in credits',
    ],
    [
      'wrong tiers',
      [{ featureId: 'events', tiers: [tier(5)] }],
      'BadUserInput: priceOverrides[0].tiers: the last tier must go without upTo, so that every quantity has a price',
    ],
    [
      'too large an amount (catalog R9)',
      [{ baseCharge: true, amount: dec('1e9') }],
      'AmountTooLarge: priceOverrides[0].amount is above 999,999,999.99; lower the price or the quantity',
    ],
  ])('refuses %s', (_, overrides, message) => {
    expect(refusal(...overrides)).toBe(message);
  });
});
