import { refusalOf } from '../../../../../test/support/price-builders';
import {
  requireChargesOfKind,
  requireFreeOfCharge,
  statesPrices,
  withNames,
  type ChargesRequest,
  type OverageRequest,
} from './charges-request';

// Domain: catalog

const price = { amount: 1 };
const pricePeriods = [{ billingPeriod: 'MONTHLY' as const, price }];
const flat = { billingModel: 'FLAT_FEE' as const, pricePeriods };
const minimum = { billingModel: 'MINIMUM_SPEND' as const, pricePeriods };
const overage: OverageRequest = { billingModel: 'USAGE_BASED', featureId: 'calls', pricePeriods };
const asked = (more: Partial<ChargesRequest> = {}): ChargesRequest => ({ pricingType: 'PAID', ...more });
const minimumSpend = [{ billingPeriod: 'MONTHLY' as const, minimum: price }];

describe('R1: a request states prices', () => {
  it.each([
    { pricingModels: [] },
    { overagePricingModels: [] },
    { minimumSpend: [] },
    { minimumSpend: null },
  ])('with any of its lists: %j', (lists) => {
    expect(statesPrices(asked(lists))).toBe(true);
  });

  it('and not with what is no list', () => {
    expect(statesPrices(asked({ billingId: 'b', overageBillingPeriod: 'MONTHLY' }))).toBe(false);
  });
});

describe('L8: FREE', () => {
  it.each<Partial<ChargesRequest>>([
    { pricingModels: [flat] },
    { overagePricingModels: [overage] },
    { minimumSpend },
  ])('takes no %j', (lists) => {
    const [name] = Object.keys(lists);
    const refusal = refusalOf(() => requireFreeOfCharge(asked({ ...lists, pricingType: 'FREE' })));
    expect(refusal).toMatch(`BadUserInput: charges.${name}`);
    expect(refusalOf(() => requireFreeOfCharge(asked(lists)))).toBeUndefined();
  });

  it('takes empty lists', () => {
    const empty = {
      pricingModels: [],
      overagePricingModels: [],
      minimumSpend: null,
      pricingType: 'FREE',
    } as const;
    expect(
      refusalOf(() => requireFreeOfCharge(asked({ ...empty, pricingModels: [], overagePricingModels: [] }))),
    ).toBe(undefined);
  });
});

describe('what an addon does not say', () => {
  it.each<Partial<ChargesRequest>>([
    { overagePricingModels: [overage] },
    { overageBillingPeriod: 'MONTHLY' },
  ])('R6: overage: %j', (more) => {
    const refusal = refusalOf(() => requireChargesOfKind('ADDON', asked(more)));
    expect(refusal).toMatch(/^OveragePriceNotSupportedOnAddon/);
    expect(refusalOf(() => requireChargesOfKind('PLAN', asked(more)))).toBeUndefined();
  });

  it.each<[Partial<ChargesRequest>, string]>([
    [{ minimumSpend }, 'charges.minimumSpend'],
    [{ pricingModels: [flat, minimum] }, 'charges.pricingModels[1]'],
  ])('R8: a minimum spend: %j', (more, field) => {
    expect(refusalOf(() => requireChargesOfKind('ADDON', asked(more)))).toMatch(`BadUserInput: ${field}`);
    expect(refusalOf(() => requireChargesOfKind('PLAN', asked(more)))).toBeUndefined();
  });

  it('empty lists and the default ask for nothing', () => {
    const nothing = asked({ overagePricingModels: [], overageBillingPeriod: 'ON_SUBSCRIPTION_RENEWAL' });
    expect(refusalOf(() => requireChargesOfKind('ADDON', { ...nothing, minimumSpend: [] }))).toBeUndefined();
  });
});

describe('R5: an overage model and the entitlement that it carries', () => {
  const { featureId: _, ...unnamed } = overage;
  const creditEntitlement = { customCurrencyId: 'tokens', amount: 5, cadence: 'MONTH' } as const;

  it('name one thing, on either of them', () => {
    const carried = withNames([
      overage,
      { ...unnamed, entitlement: { featureId: 'calls' } },
      { ...overage, entitlement: { featureId: 'calls' } },
      { ...unnamed, creditEntitlement },
    ]);
    expect(carried.map(({ featureId, currencyId }) => featureId ?? currencyId)).toEqual([
      'calls',
      'calls',
      'calls',
      'tokens',
    ]);
  });

  it('never two', () => {
    expect(refusalOf(() => withNames([{ ...overage, entitlement: { featureId: 'storage' } }]))).toMatch(
      /^BadUserInput: charges\.overagePricingModels\[0\]\.entitlement\.featureId is storage/,
    );
    expect(refusalOf(() => withNames([{ ...unnamed, currencyId: 'gems', creditEntitlement }]))).toMatch(
      /^BadUserInput: .*creditEntitlement\.customCurrencyId is tokens/,
    );
  });
});
