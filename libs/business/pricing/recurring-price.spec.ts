import { dec, flatFee, perUnit, tier, usageBased, useOf } from '../../../test/support/price-builders';
import { recurringMonthly } from './recurring-price';

// Domain: customers-subscriptions

const annually = { billingPeriod: 'ANNUALLY' } as const;

describe('D2: the recurring price of a month', () => {
  it('adds up fees and units', () => {
    expect(recurringMonthly([useOf(flatFee(49)), useOf(perUnit('seats', 10), 3)]).toString()).toBe('79');
  });

  it('takes the twelfth of annual prices, so that 120 a year is 10 a month', () => {
    expect(recurringMonthly([useOf(flatFee(120, annually))]).toString()).toBe('10');
  });

  it('counts tiers at the chosen quantity', () => {
    const tiers = [tier(2, { unit: 10 }), tier(null, { unit: 5 })];
    const seats = perUnit('seats', 0, { price: null, tiersMode: 'GRADUATED', tiers });
    expect(recurringMonthly([useOf(seats, 4)]).toString()).toBe('30');
  });

  it('leaves out what does not recur or depends on usage', () => {
    const uses = [
      useOf(flatFee(500, { billingCadence: 'ONE_OFF' }), 1, { isFirstBill: true }),
      useOf(usageBased('calls', 1), 1000),
      useOf(usageBased('calls', 1, { isOverage: true }), 1000),
      useOf(flatFee(100, { billingModel: 'MINIMUM_SPEND' })),
    ];
    expect(recurringMonthly(uses)).toEqual(dec(0));
  });
});
