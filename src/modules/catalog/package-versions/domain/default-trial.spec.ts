import { refusalOf } from '../../../../../test/support/price-builders';
import { defaultTrialOf, requireTrialOfPaidPlan, type DefaultTrialRequest } from './default-trial';

// Domain: catalog

const trial = (more: Partial<DefaultTrialRequest> = {}) =>
  defaultTrialOf({ duration: 14, units: 'DAY', ...more });

describe('T1: a default trial', () => {
  it('cancels the subscription at its end unless it converts it', () => {
    const cancels = { duration: 14, units: 'DAY', trialEndBehavior: 'CANCEL_SUBSCRIPTION', budget: null };
    expect(trial()).toEqual(cancels);
    expect(trial({ trialEndBehavior: null, budget: null })).toEqual(cancels);
    expect(trial({ units: 'MONTH', trialEndBehavior: 'CONVERT_TO_PAID' })).toMatchObject({
      units: 'MONTH',
      trialEndBehavior: 'CONVERT_TO_PAID',
    });
  });

  it('keeps the exact limit of its budget', () => {
    expect(trial({ budget: { limit: 0.1, hasSoftLimit: true } }).budget).toEqual({
      limit: '0.1',
      hasSoftLimit: true,
    });
  });

  it.each([0, -1, 1.5, 10_000, 1e300])('does not last %d days', (duration) => {
    expect(refusalOf(() => trial({ duration }))).toMatch(/^BadUserInput: defaultTrialConfig\.duration/);
  });

  it.each([
    [-1, /^BadUserInput: defaultTrialConfig\.budget\.limit/],
    [1_000_000_000, /^AmountTooLarge: defaultTrialConfig\.budget\.limit/],
  ])('has no budget of %d', (limit, refusal) => {
    expect(refusalOf(() => trial({ budget: { limit, hasSoftLimit: false } }))).toMatch(refusal);
  });

  it('is of PAID and CUSTOM plans, and of drafts that have no type yet', () => {
    for (const pricingType of ['PAID', 'CUSTOM', null] as const) {
      expect(refusalOf(() => requireTrialOfPaidPlan(trial(), pricingType))).toBeUndefined();
    }
    expect(refusalOf(() => requireTrialOfPaidPlan(trial(), 'FREE'))).toMatch(
      /^BadUserInput: defaultTrialConfig/,
    );
    expect(refusalOf(() => requireTrialOfPaidPlan(null, 'FREE'))).toBeUndefined();
  });
});
