import { named } from '../../../../../test/support/charge-builders';
import { refusalOf } from '../../../../../test/support/price-builders';
import type { PricePeriodRequest, PricesRequest, PricingModelRequest } from './charge-request';
import { maxCharges, readCharges } from './charge-set';

// Domain: catalog

const read = (prices: PricesRequest) => readCharges(prices, named);
const usd = { amount: 1 };
const eur = { amount: 1, currency: 'eur' } as const;
const monthly = (more: Partial<PricePeriodRequest> = {}): PricePeriodRequest => ({
  billingPeriod: 'MONTHLY',
  price: usd,
  ...more,
});
const flat = (...pricePeriods: PricePeriodRequest[]): PricingModelRequest => ({
  billingModel: 'FLAT_FEE',
  pricePeriods,
});
const seats = (...pricePeriods: PricePeriodRequest[]): PricingModelRequest => ({
  billingModel: 'PER_UNIT',
  featureId: 'seats',
  pricePeriods,
});
const annually = monthly({ billingPeriod: 'ANNUALLY' });
const german = monthly({ billingCountryCode: 'DE', price: eur });
const callsOf = (billingModel: 'PER_UNIT' | 'USAGE_BASED') => ({
  billingModel,
  featureId: 'calls',
  pricePeriods: [monthly()],
});

describe('R1: price rows differ', () => {
  const tokens = { billingModel: 'CREDIT_BASED', topUpCustomCurrencyId: 'tokens' } as const;

  it.each<[string, PricesRequest]>([
    ['period', { pricingModels: [flat(monthly(), annually)] }],
    ['cadence', { pricingModels: [flat(monthly()), { ...flat(monthly()), billingCadence: 'ONE_OFF' }] }],
    ['country', { pricingModels: [flat(monthly(), german)] }],
    ['feature', { pricingModels: [seats(monthly()), { ...seats(monthly()), featureId: 'storage' }] }],
    ['model: a commitment beside usage', { pricingModels: [callsOf('PER_UNIT'), callsOf('USAGE_BASED')] }],
    [
      'overage: usage beside what lies above it',
      { pricingModels: [callsOf('USAGE_BASED')], overagePricingModels: [callsOf('USAGE_BASED')] },
    ],
    [
      'grant: credits of each period beside a top-up of the same',
      {
        pricingModels: [
          { ...tokens, pricePeriods: [monthly()] },
          { ...tokens, pricePeriods: [monthly({ creditGrantCadence: 'MONTHLY' })] },
        ],
      },
    ],
    [
      'credits',
      {
        pricingModels: [
          { ...tokens, pricePeriods: [monthly()] },
          { ...tokens, topUpCustomCurrencyId: 'gems', pricePeriods: [monthly()] },
        ],
      },
    ],
  ])('by %s', (_, prices) => {
    expect(read(prices)).toHaveLength(2);
  });

  it.each<[string, PricesRequest, RegExp]>([
    [
      'in one model',
      { pricingModels: [flat(monthly(), annually, monthly())] },
      /\[0\]\.pricePeriods\[2\] prices/,
    ],
    ['in two models', { pricingModels: [flat(monthly()), flat(monthly())] }, /models\[1\].*models\[0\]/i],
    [
      'in price only',
      {
        pricingModels: [{ ...callsOf('USAGE_BASED'), pricePeriods: [monthly({ blockSize: 5 }), monthly()] }],
      },
      /the same as/,
    ],
    ['of one country', { pricingModels: [flat(german, german)] }, /the same as/],
    [
      'of overage',
      { overagePricingModels: [callsOf('USAGE_BASED'), callsOf('USAGE_BASED')] },
      /overagePricingModels\[1\]/,
    ],
    [
      'of minimum spend, however they are spelt',
      {
        pricingModels: [{ billingModel: 'MINIMUM_SPEND', pricePeriods: [monthly()] }],
        minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: usd }],
      },
      /^BadUserInput: charges\.minimumSpend\[0\] prices the same as charges\.pricingModels\[0\]/,
    ],
  ])('and two of one combination %s are refused', (_, prices, message) => {
    const refusal = refusalOf(() => read(prices));
    expect(refusal).toMatch(/^BadUserInput/);
    expect(refusal).toMatch(message);
  });
});

describe('R7, R9: a country is billed in one currency', () => {
  it.each<[string, PricesRequest]>([
    ['every row of it in its own', { pricingModels: [flat(monthly(), german), seats(monthly(), german)] }],
    ['without the default row of another', { pricingModels: [flat(german)] }],
    [
      'as a price of credits, which is no money',
      {
        pricingModels: [
          flat(monthly({ price: eur })),
          {
            billingModel: 'USAGE_BASED',
            featureId: 'calls',
            pricePeriods: [{ billingPeriod: 'MONTHLY', creditRate: { amount: 1, currencyId: 'tokens' } }],
          },
        ],
      },
    ],
  ])('%s', (_, prices) => {
    expect(refusalOf(() => read(prices))).toBeUndefined();
  });

  it.each<[string, PricesRequest, RegExp]>([
    [
      'default rows in two',
      { pricingModels: [flat(monthly()), seats(monthly({ price: eur }))] },
      /no particular country would pay in usd and eur/,
    ],
    [
      'overage and a minimum spend too',
      {
        pricingModels: [flat(monthly({ price: eur }))],
        minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: usd }],
      },
      /eur and usd/,
    ],
    [
      'rows of a country in two',
      { pricingModels: [flat(german), seats(monthly({ billingCountryCode: 'DE' }))] },
      /customers of DE would pay in eur and usd/,
    ],
    [
      'a country that keeps the default row of something',
      { pricingModels: [flat(monthly(), german), seats(monthly())] },
      /customers of DE would pay in eur and usd/,
    ],
  ])('%s are refused', (_, prices, message) => {
    const refusal = refusalOf(() => read(prices));
    expect(refusal).toMatch(/^BadUserInput/);
    expect(refusal).toMatch(message);
  });
});

describe('R8: a minimum spend', () => {
  it('is a price row of its own', () => {
    const minimumSpend = [
      { billingPeriod: 'ANNUALLY' as const, minimum: { amount: 99.5, currency: 'eur' as const } },
    ];
    expect(read({ minimumSpend }).map(({ terms }) => terms)).toMatchObject([
      { billingModel: 'MINIMUM_SPEND', billingPeriod: 'ANNUALLY', price: '99.5', currency: 'eur' },
    ]);
    expect(read({ minimumSpend: null })).toEqual([]);
  });
});

it('a version has at most 500 price rows', () => {
  const countries = [
    'AD',
    'AE',
    'AF',
    'AG',
    'AI',
    'AL',
    'AM',
    'AO',
    'AQ',
    'AR',
    'AS',
    'AT',
    'AU',
    'AW',
    'AX',
  ];
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      monthly({ billingCountryCode: countries[index % countries.length] }),
    );
  expect(refusalOf(() => read({ pricingModels: [flat(...rows(maxCharges + 1))] }))).toMatch(
    /at most 500 price rows/,
  );
  expect(refusalOf(() => read({ pricingModels: [flat(...rows(maxCharges))] }))).toMatch(/prices the same/);
});
