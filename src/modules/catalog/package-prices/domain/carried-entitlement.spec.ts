import { refusalOf } from '../../../../../test/support/price-builders';
import { carriedBy } from './carried-entitlement';
import type { OverageRequest } from './charges-request';

// Domain: catalog

const pricePeriods = [{ billingPeriod: 'MONTHLY' as const, price: { amount: 1 } }];
const overage: OverageRequest = { billingModel: 'USAGE_BASED', featureId: 'calls', pricePeriods };

describe('R5: the entitlement that an overage price carries', () => {
  it('is one of the feature or of the currency, with its place in the request', () => {
    const entitlement = { featureId: 'calls', usageLimit: 500, resetPeriod: 'MONTH' as const };
    const creditEntitlement = { customCurrencyId: 'tokens', amount: 7.5, cadence: 'YEAR' as const };
    const carried = carriedBy([overage, { ...overage, entitlement }, { ...overage, creditEntitlement }]);
    expect(carried).toEqual([
      {
        entitlement: { type: 'FEATURE', id: 'calls', usageLimit: 500, resetPeriod: 'MONTH' },
        at: 'charges.overagePricingModels[1].entitlement.',
      },
      {
        entitlement: { type: 'CREDIT', id: 'tokens', amount: 7.5, cadence: 'YEAR' },
        at: 'charges.overagePricingModels[2].creditEntitlement.',
      },
    ]);
  });

  it('has a whole limit', () => {
    const entitlement = { featureId: 'calls', usageLimit: 1.5 };
    expect(refusalOf(() => carriedBy([{ ...overage, entitlement }]))).toMatch(
      /^BadUserInput: charges\.overagePricingModels\[0\]\.entitlement\.usageLimit must be an integer/,
    );
  });
});
