import { chargeOf, dec, tier } from '../../../../../test/support/price-builders';
import type { Charge } from '#libs/business/pricing/charge';
import type { CurrencyCode } from '#libs/business/values/currency';
import { codeOf } from '../../../../../test/support/refused-code';
import { costOf, endOf, monthOf, percentsReached, planOf } from './recharge-plan';
import { untouchedTerms, type RechargeTerms } from './recharge-terms';

// Domain: credits

const priceOf = (terms: Partial<Charge> = {}, money: CurrencyCode = 'usd') => {
  const charge = chargeOf({
    ...{ billingModel: 'CREDIT_BASED', isTopUp: true, price: dec('0.10'), currency: money, ...terms },
  });
  const unitPrice = charge.price && charge.price.div(charge.blockSize ?? 1).toFixed();
  return { currencyUid: 'uid', currencyId: 'tokens', money, unitPrice, charge };
};
const termsOf = (more: Partial<RechargeTerms> = {}): RechargeTerms => ({
  ...{ ...untouchedTerms, isEnabled: true, thresholdValue: dec(20), targetBalance: dec(50), ...more },
});
const planned = (balance: number, more: Partial<RechargeTerms> = {}, spent = 0) => {
  const plan = planOf(termsOf(more), { balance: dec(balance), spent: dec(spent) }, priceOf());
  return plan.kind === 'ENOUGH'
    ? [plan.kind]
    : [plan.kind, plan.amount.toFixed(), plan.cost.amount.toFixed()];
};

describe('what a recharge buys', () => {
  it('A8, A3: at 19 of 20, with a target of 50: 31 for 3.10', () => {
    expect(planned(19)).toEqual(['BUY', '31', '3.1']);
  });

  it('A8, A2: at 20 of 20 nothing', () => {
    expect(planned(20)).toEqual(['ENOUGH']);
  });

  it('A8, A3: at -15: 65 for 6.50', () => {
    expect(planned(-15)).toEqual(['BUY', '65', '6.5']);
  });

  it('A8, A4: of a cap of 10 there are 8 spent, and 3.10 would be: nothing', () => {
    expect(planned(19, { maxSpendLimit: dec(10) }, 8)).toEqual(['CAPPED', '31', '3.1']);
    expect(planned(19, { maxSpendLimit: dec('11.10') }, 8)).toEqual(['BUY', '31', '3.1']);
    expect(planned(19, {}, 8)).toEqual(['BUY', '31', '3.1']);
  });

  it.each<[string, number, Partial<Charge>, CurrencyCode, string]>([
    ['a price below a cent, up to the cent', 31, { price: dec('0.0201') }, 'usd', '0.63'],
    ['a part of a credit is paid as one', 30.5, {}, 'usd', '3.1'],
    ['blocks that are begun', 31, { price: dec(2), blockSize: dec(25) }, 'usd', '4'],
    ['a currency without a minor unit', 31, { price: dec('0.33') }, 'jpy', '11'],
    [
      'tiers',
      150,
      { price: null, tiersMode: 'GRADUATED', tiers: [tier(100, { unit: 0.1 }), tier(null, { unit: 0.05 })] },
      'usd',
      '12.5',
    ],
  ])('A3: %s', (_what, amount, terms, money, cost) => {
    expect(costOf(dec(amount), priceOf(terms, money)).amount.toFixed()).toBe(cost);
  });

  it('A1: more than an invoice can hold is refused', () => {
    expect(codeOf(() => costOf(dec(1e11), priceOf()))).toBe('AmountTooLarge');
  });

  it('A4: per cent that are reached, each by the recharge that comes to it', () => {
    const reached = (before: number, after: number) => percentsReached(dec(before), dec(after), dec(10));
    expect(reached(0, 7.99)).toEqual([]);
    expect(reached(7.99, 8)).toEqual([80]);
    expect(reached(8, 8.5)).toEqual([]);
    expect(reached(0, 9.5)).toEqual([80, 90]);
    expect(reached(9.5, 10)).toEqual([100]);
  });

  it('A4: a month is of UTC', () => {
    const months = ['2026-04-30T23:59:59.999Z', '2026-05-01T00:00:00.000Z'].map((at) =>
      monthOf(new Date(at)),
    );
    expect(months).toEqual(['2026-04', '2026-05']);
  });

  it('A6: a month or a year, to its last day where that is shorter', () => {
    const at = new Date('2028-02-29T12:00:00.000Z');
    expect(endOf('1_YEAR', at).toISOString()).toBe('2029-02-28T12:00:00.000Z');
    expect(endOf('1_MONTH', new Date('2026-01-31T00:00:00.000Z')).toISOString()).toBe(
      '2026-02-28T00:00:00.000Z',
    );
  });
});
