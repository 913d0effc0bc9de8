import { refusalOf } from '../../../../../test/support/price-builders';
import { afterTrial, budgetAsked, budgetAtBegin, toldBudget } from './budget';

// Domain: customers-subscriptions

const paid = { planId: 'pro', pricingType: 'PAID', currency: 'usd' } as const;
const hard = (limit: number) => ({ limit, hasSoftLimit: false });

describe('O3: the budget that is asked for', () => {
  it('is kept exactly, and told as it was sent', () => {
    const budget = budgetAsked(hard(0.1), paid);
    expect(budget).toEqual({ limit: '0.1', hasSoftLimit: false });
    expect(toldBudget(budget ?? null)).toEqual(hard(0.1));
    expect(toldBudget(null)).toBeNull();
  });

  it('D2: undefined leaves it, null takes it away, also where none could be', () => {
    for (const pricingType of ['PAID', 'FREE', 'CUSTOM'] as const) {
      expect(budgetAsked(undefined, { ...paid, pricingType })).toBeUndefined();
      expect(budgetAsked(null, { ...paid, pricingType })).toBeNull();
    }
  });

  it.each([
    [-1, 'usd', /^BadUserInput: budget\.limit must not be negative/],
    [0.005, 'usd', /^BadUserInput: budget\.limit has more decimals than usd has/],
    [0.5, 'jpy', /^BadUserInput: budget\.limit has more decimals than jpy has/],
    [1e9, 'usd', /^AmountTooLarge: budget\.limit/],
  ] as const)('is none of %d %s', (limit, currency, refusal) => {
    expect(refusalOf(() => budgetAsked(hard(limit), { ...paid, currency }))).toMatch(refusal);
  });

  it.each(['FREE', 'CUSTOM'] as const)('is none of a %s plan', (pricingType) => {
    const refusal = refusalOf(() => budgetAsked(hard(1), { ...paid, pricingType }));
    expect(refusal).toMatch(/^UnsupportedParameter: budget: plan pro is (FREE|CUSTOM)/);
  });
});

describe('T8: the budget of a trial', () => {
  const ofTrial = { limit: '5', hasSoftLimit: true };

  it('holds where nothing else was asked for, and ends with the trial', () => {
    const budget = budgetAtBegin(undefined, ofTrial);
    expect(budget).toEqual({ ...ofTrial, isOfTrial: true });
    expect(afterTrial(budget)).toBeNull();
  });

  it('gives way to what is asked for, which goes on', () => {
    const own = { limit: '9', hasSoftLimit: false };
    expect(budgetAtBegin(own, ofTrial)).toBe(own);
    expect(afterTrial(own)).toBe(own);
    expect(budgetAtBegin(null, ofTrial)).toBeNull();
    expect(budgetAtBegin(undefined, null)).toBeNull();
  });
});
