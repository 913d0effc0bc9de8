import { refusalOf } from '../../../test/support/price-builders';
import { contractModelOf, contractModels, defaultModelId } from './contract-model';

// Domain: contracts-billing

describe('I5: the pricing models of contracts', () => {
  it('are five, each fixed and as a pay-as-you-go twin', () => {
    const fixed = contractModels.filter(({ isPayAsYouGo }) => !isPayAsYouGo);
    const twins = contractModels.filter(({ isPayAsYouGo }) => isPayAsYouGo);
    expect(fixed.map(({ id }) => id)).toEqual(['flat_rate', 'package', 'tiered', 'volume', 'stairstep']);
    expect(twins.map(({ id, formula }) => [id, formula])).toEqual(
      fixed.map(({ id, formula }) => [`${id}_pay_as_you_go`, formula]),
    );
    expect(new Set(contractModels.map(({ name }) => name)).size).toBe(10);
  });

  it.each([
    ['flat_rate', 'Fixed', ['price', 'quantity']],
    ['package', 'Fixed', ['price', 'quantity', 'packageSize']],
    ['tiered', 'Fixed', ['price', 'quantity', 'from', 'to']],
    ['flat_rate_pay_as_you_go', 'Pay as you go', ['price']],
    ['package_pay_as_you_go', 'Pay as you go', ['price', 'packageSize']],
    ['stairstep_pay_as_you_go', 'Pay as you go', ['price', 'from', 'to']],
  ])('I6: %s is %s and takes %p', (id, categoryName, editableInputs) => {
    expect(contractModelOf(id, 'pricingModelId')).toMatchObject({ categoryName, editableInputs });
  });

  it('I1: a flat rate is the default', () => {
    expect(contractModelOf(defaultModelId, 'pricingModelId').formula).toBe('FLAT_RATE');
  });

  it('no other id is one', () => {
    expect(refusalOf(() => contractModelOf('flat-rate', 'lineItems[0].pricingModelId'))).toMatch(
      /^BadUserInput: lineItems\[0\]\.pricingModelId must be one of flat_rate, package/,
    );
  });
});
