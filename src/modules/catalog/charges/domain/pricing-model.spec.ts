import { named } from '../../../../../test/support/charge-builders';
import { refusalOf } from '../../../../../test/support/price-builders';
import type { PricePeriodRequest, PricingModelRequest } from './charge-request';
import { isTopUp } from './charge-terms';
import { readPricingModel } from './pricing-model';

// Domain: catalog

const at = 'charges.pricingModels[0]';
const month = (more: Partial<PricePeriodRequest> = {}): PricePeriodRequest => ({
  billingPeriod: 'MONTHLY',
  ...more,
});
const price = { amount: 10 };
const tiers = [{ upTo: 100, flatPrice: { amount: 20 } }, { unitPrice: { amount: 0.06 } }];
const readAll = (model: PricingModelRequest) => readPricingModel(model, named, at).map(({ terms }) => terms);
const model = (
  billingModel: PricingModelRequest['billingModel'],
  more: Partial<PricingModelRequest> = {},
  period: Partial<PricePeriodRequest> = { price },
): PricingModelRequest => ({ billingModel, pricePeriods: [month(period)], ...more });
const calls = { featureId: 'calls' };
const seats = { featureId: 'seats' };
const tokens = { topUpCustomCurrencyId: 'tokens' };
const rate = { creditRate: { amount: 2, currencyId: 'tokens' } };

describe('R2, R3: a pricing model', () => {
  it('is one row for each of its periods, in the order of the request', () => {
    const rows = readPricingModel(
      {
        billingModel: 'FLAT_FEE',
        pricePeriods: [
          month({ price: { amount: 49 } }),
          { billingPeriod: 'ANNUALLY', price: { amount: 490.5, currency: 'eur' }, billingCountryCode: 'DE' },
        ],
      },
      named,
      at,
    );
    expect(rows).toMatchObject([
      {
        at: `${at}.pricePeriods[0]`,
        terms: { billingPeriod: 'MONTHLY', price: '49', currency: 'usd', billingCountryCode: null },
      },
      {
        at: `${at}.pricePeriods[1]`,
        terms: { billingPeriod: 'ANNUALLY', price: '490.5', currency: 'eur', billingCountryCode: 'DE' },
      },
    ]);
    expect(rows[0]?.terms).toMatchObject({ billingCadence: 'RECURRING', isOverage: false, featureId: null });
  });

  it.each<[string, PricingModelRequest, object]>([
    ['FLAT_FEE once', model('FLAT_FEE', { billingCadence: 'ONE_OFF' }), { billingCadence: 'ONE_OFF' }],
    [
      'PER_UNIT with a choice of units',
      model('PER_UNIT', { ...seats, minUnitQuantity: 0, maxUnitQuantity: 999_999 }),
      { featureId: 'seats', minUnitQuantity: 0, maxUnitQuantity: 999_999, price: '10' },
    ],
    ['a commitment: PER_UNIT of metered usage', model('PER_UNIT', calls), { featureId: 'calls' }],
    [
      'USAGE_BASED in blocks',
      model('USAGE_BASED', calls, { price, blockSize: 0.5 }),
      { blockSize: '0.5', price: '10', tiers: null },
    ],
    [
      'USAGE_BASED in tiers',
      model('USAGE_BASED', { ...calls, tiersMode: 'VOLUME' }, { tiers }),
      {
        tiersMode: 'VOLUME',
        price: null,
        currency: 'usd',
        tiers: [
          { upTo: '100', unitPrice: null, flatPrice: '20' },
          { upTo: null, unitPrice: '0.06', flatPrice: null },
        ],
      },
    ],
    [
      'CREDIT_BASED, granted each period',
      model('CREDIT_BASED', tokens, { price, blockSize: 1000, creditGrantCadence: 'MONTHLY' }),
      { customCurrencyId: 'tokens', creditGrantCadence: 'MONTHLY', blockSize: '1000' },
    ],
    ['MINIMUM_SPEND', model('MINIMUM_SPEND', {}, { price: { amount: 100 } }), { price: '100' }],
    [
      'R12: usage that is paid in credits',
      model('USAGE_BASED', calls, { creditRate: { ...rate.creditRate, costFormula: '2 * size' } }),
      { rateAmount: '2', rateCurrencyId: 'tokens', costFormula: '2 * size', currency: null, price: null },
    ],
    [
      'R12: the same as CREDIT_BASED',
      model('CREDIT_BASED', calls, rate),
      { featureId: 'calls', rateAmount: '2' },
    ],
  ])('may be %s', (_, asked, expected) => {
    expect(readAll(asked)).toMatchObject([expected]);
  });

  it('of credits without a grant cadence is a top-up, with one it is none', () => {
    const [topUp] = readAll(model('CREDIT_BASED', tokens));
    const [granted] = readAll(
      model('CREDIT_BASED', tokens, { price, creditGrantCadence: 'BEGINNING_OF_BILLING_PERIOD' }),
    );
    const [rated] = readAll(model('CREDIT_BASED', calls, rate));
    expect([topUp, granted, rated].map((terms) => terms && isTopUp(terms))).toEqual([true, false, false]);
  });

  it.each<[string, PricingModelRequest, RegExp]>([
    ['FLAT_FEE of a feature', model('FLAT_FEE', calls), /featureId: a FLAT_FEE charge takes none/],
    ['FLAT_FEE with tiers', model('FLAT_FEE', {}, { tiers }), /\[0\]\.tiers: a FLAT_FEE charge takes none/],
    ['FLAT_FEE in blocks', model('FLAT_FEE', {}, { price, blockSize: 1 }), /blockSize/],
    ['FLAT_FEE without price', model('FLAT_FEE', {}, {}), /pricePeriods\[0\] needs price$/],
    ['PER_UNIT of nothing', model('PER_UNIT'), /featureId is needed for a PER_UNIT charge/],
    ['PER_UNIT without price', model('PER_UNIT', seats, {}), /needs price or tiers/],
    ['PER_UNIT in blocks', model('PER_UNIT', seats, { price, blockSize: 2 }), /blockSize/],
    ['PER_UNIT with a rate', model('PER_UNIT', calls, rate), /creditRate: a PER_UNIT charge takes none/],
    ['PER_UNIT of a switch', model('PER_UNIT', { featureId: 'sso' }), /sso is BOOLEAN, not NUMBER/],
    ['USAGE_BASED of nothing', model('USAGE_BASED'), /featureId is needed/],
    ['USAGE_BASED of what is not metered', model('USAGE_BASED', seats), /seats is not metered/],
    [
      'USAGE_BASED with quantities',
      model('USAGE_BASED', { ...calls, minUnitQuantity: 1 }),
      /minUnitQuantity/,
    ],
    ['USAGE_BASED once', model('USAGE_BASED', { ...calls, billingCadence: 'ONE_OFF' }), /billingCadence/],
    ['MINIMUM_SPEND once', model('MINIMUM_SPEND', { billingCadence: 'ONE_OFF' }), /billingCadence/],
    [
      'price beside tiers',
      model('USAGE_BASED', { ...calls, tiersMode: 'VOLUME' }, { price, tiers }),
      /exclude/,
    ],
    [
      'tiers in blocks',
      model('USAGE_BASED', { ...calls, tiersMode: 'VOLUME' }, { tiers, blockSize: 5 }),
      /tiers and blockSize exclude/,
    ],
    ['R4: tiers without a mode', model('USAGE_BASED', calls, { tiers }), /tiersMode VOLUME or GRADUATED/],
    [
      'a mode without tiers',
      model('PER_UNIT', { ...seats, tiersMode: 'VOLUME' }),
      /tiersMode goes with tiers/,
    ],
    ['CREDIT_BASED of no currency', model('CREDIT_BASED'), /topUpCustomCurrencyId is needed/],
    ['CREDIT_BASED of a feature', model('CREDIT_BASED', { ...tokens, ...calls }), /featureId/],
    [
      'credits that are granted once and again',
      model(
        'CREDIT_BASED',
        { ...tokens, billingCadence: 'ONE_OFF' },
        { price, creditGrantCadence: 'MONTHLY' },
      ),
      /creditGrantCadence/,
    ],
    [
      'a rate beside a price',
      model('USAGE_BASED', calls, { ...rate, price }),
      /price: a USAGE_BASED charge with a/,
    ],
    ['a rate of no feature', model('CREDIT_BASED', {}, rate), /featureId is needed/],
    ['a rate of what is not metered', model('USAGE_BASED', seats, rate), /not metered/],
    [
      'fewest above most units',
      model('PER_UNIT', { ...seats, minUnitQuantity: 3, maxUnitQuantity: 2 }),
      /minUnitQuantity must not be above/,
    ],
    ['empty blocks', model('USAGE_BASED', calls, { price, blockSize: 0 }), /blockSize must be above 0/],
    [
      'boundless blocks',
      model('USAGE_BASED', calls, { price, blockSize: 1e300 }),
      /blockSize must be above 0/,
    ],
    ['blocks of 13 decimals', model('USAGE_BASED', calls, { price, blockSize: 1e-13 }), /12 decimals/],
    ['R7: a country in lower case', model('FLAT_FEE', {}, { price, billingCountryCode: 'de' }), /upper case/],
    ['R7: no country', model('FLAT_FEE', {}, { price, billingCountryCode: 'UK' }), /billingCountryCode/],
  ])('may not be %s', (_, asked, message) => {
    const refusal = refusalOf(() => readAll(asked));
    expect(refusal).toMatch(/^BadUserInput: charges\.pricingModels\[0\]/);
    expect(refusal).toMatch(message);
  });
});

describe('E7: the window of usage that is billed', () => {
  const usage = (more: Partial<PricingModelRequest>) => model('USAGE_BASED', { ...calls, ...more });

  it('counts from the subscription unless the request says otherwise', () => {
    expect(readAll(usage({}))).toMatchObject([{ resetPeriod: null, accordingTo: null }]);
    expect(readAll(usage({ resetPeriod: 'MONTH' }))).toMatchObject([
      { resetPeriod: 'MONTH', accordingTo: 'SubscriptionStart' },
    ]);
    const monthlyResetPeriodConfiguration = { accordingTo: 'StartOfTheMonth' } as const;
    expect(readAll(usage({ resetPeriod: 'MONTH', monthlyResetPeriodConfiguration }))).toMatchObject([
      { resetPeriod: 'MONTH', accordingTo: 'StartOfTheMonth' },
    ]);
  });

  it.each<[string, PricingModelRequest]>([
    [
      'a configuration of another period',
      usage({ resetPeriod: 'DAY', weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } }),
    ],
    [
      'a configuration of no period',
      usage({ yearlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } }),
    ],
    ['a gauge', model('USAGE_BASED', { featureId: 'storage', resetPeriod: 'MONTH' })],
    ['what is not metered', model('PER_UNIT', { ...seats, resetPeriod: 'MONTH' })],
    ['a charge of no feature', model('FLAT_FEE', { resetPeriod: 'MONTH' })],
  ])('is refused for %s', (_, asked) => {
    expect(refusalOf(() => readAll(asked))).toMatch(
      /^InvalidEntitlementResetPeriod: charges\.pricingModels\[0\]/,
    );
  });
});
