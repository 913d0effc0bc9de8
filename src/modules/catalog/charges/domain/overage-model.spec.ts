import { named } from '../../../../../test/support/charge-builders';
import { refusalOf } from '../../../../../test/support/price-builders';
import type { OverageModelRequest, PricePeriodRequest } from './charge-request';
import { readOverageModel } from './overage-model';

// Domain: catalog

const at = 'charges.overagePricingModels[0]';
const model = (
  more: Partial<OverageModelRequest>,
  period: Partial<PricePeriodRequest> = {},
): OverageModelRequest => ({
  billingModel: 'USAGE_BASED',
  pricePeriods: [{ billingPeriod: 'MONTHLY', price: { amount: 0.01 }, ...period }],
  ...more,
});
const readAll = (asked: OverageModelRequest) => readOverageModel(asked, named, at).map(({ terms }) => terms);

describe('R5: the price of overage', () => {
  it.each<[string, OverageModelRequest, object]>([
    ['per unit', model({ featureId: 'calls' }), { featureId: 'calls', price: '0.01', blockSize: null }],
    [
      'per block',
      model({ featureId: 'storage' }, { price: { amount: 2 }, blockSize: 100 }),
      { featureId: 'storage', price: '2', blockSize: '100' },
    ],
    [
      'per unit, as PER_UNIT',
      model({ featureId: 'calls', billingModel: 'PER_UNIT' }),
      { billingModel: 'PER_UNIT' },
    ],
    ['of credits', model({ currencyId: 'tokens' }), { customCurrencyId: 'tokens', featureId: null }],
  ])('%s', (_, asked, expected) => {
    expect(readAll(asked)).toMatchObject([{ ...expected, isOverage: true, billingCadence: 'RECURRING' }]);
  });

  it.each<[string, OverageModelRequest, RegExp]>([
    ['of nothing', model({}), /needs a featureId or a currencyId/],
    ['of two things', model({ featureId: 'calls', currencyId: 'tokens' }), /one of them/],
    ['of what has no usage', model({ featureId: 'seats' }), /seats is not metered/],
    ['of a switch', model({ featureId: 'sso' }), /BOOLEAN/],
    ['as a flat fee', model({ featureId: 'calls', billingModel: 'FLAT_FEE' }), /USAGE_BASED or PER_UNIT/],
    ['once', model({ featureId: 'calls', billingCadence: 'ONE_OFF' }), /billingCadence/],
    ['in no period', model({ featureId: 'calls', pricePeriods: [] }), /at least 1 element/],
    ['without price', model({ featureId: 'calls' }, { price: undefined }), /needs price/],
    ['in tiers', model({ featureId: 'calls' }, { tiers: [{ unitPrice: { amount: 1 } }] }), /tiers/],
    [
      'PER_UNIT in blocks',
      model({ featureId: 'calls', billingModel: 'PER_UNIT' }, { blockSize: 5 }),
      /blockSize/,
    ],
    [
      'as a rate',
      model({ featureId: 'calls' }, { creditRate: { amount: 1, currencyId: 'tokens' } }),
      /creditRate/,
    ],
  ])('is refused %s', (_, asked, message) => {
    const refusal = refusalOf(() => readAll(asked));
    expect(refusal).toMatch(/^BadUserInput: charges\.overagePricingModels\[0\]/);
    expect(refusal).toMatch(message);
  });

  it.each(['PER_UNIT', 'FLAT_FEE', 'CREDIT_BASED', 'MINIMUM_SPEND'] as const)(
    'R6: of credits is USAGE_BASED, not %s',
    (billingModel) => {
      const asked = model({ currencyId: 'tokens', billingModel });
      expect(refusalOf(() => readAll(asked))).toMatch(/^InvalidCreditOverageBillingModel: charges\./);
    },
  );
});
