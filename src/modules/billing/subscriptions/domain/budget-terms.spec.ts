import { flatFee, perUnit, usageBased } from '../../../../../test/support/price-builders';
import type { MeterType } from '#modules/catalog/features';
import { budgetPeriods, pricedFeatures } from './budget-terms';
import type { Purchase } from './purchase';

// Domain: customers-subscriptions

const utc = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const purchase = (billingPeriod: Purchase['billingPeriod']): Purchase => ({
  ...{ billingPeriod, billingCountryCode: null, currency: 'usd', quantities: [] },
});

describe('O3, B1: the periods of a budget', () => {
  const running = {
    ...{ startDate: utc('2026-04-10'), trialEndsAt: null, slot: 'PLAN' as const },
    billingCycleAnchor: utc('2026-05-01'),
  };

  it.each([
    ['MONTHLY', 'MONTH'],
    ['ANNUALLY', 'YEAR'],
  ] as const)('%s are those of its bills, from its start on', (billingPeriod, period) => {
    expect(budgetPeriods({ ...running, purchase: purchase(billingPeriod) })).toEqual({
      ...{ period, accordingTo: null, anchor: utc('2026-05-01'), spentFrom: utc('2026-04-10') },
    });
  });

  it('T8: in a trial one, and after it those from its end on', () => {
    const tried = { ...running, purchase: purchase('MONTHLY'), trialEndsAt: utc('2026-04-24') };
    const { startDate } = tried;
    const whole = { period: null, accordingTo: null, anchor: startDate, spentFrom: startDate };
    expect(budgetPeriods({ ...tried, slot: 'TRIAL' })).toEqual(whole);
    expect(budgetPeriods({ ...tried, slot: null })).toEqual(whole);
    expect(budgetPeriods(tried)).toMatchObject({ period: 'MONTH', spentFrom: utc('2026-04-24') });
  });

  it('are none where nothing is paid for', () => {
    expect(budgetPeriods({ ...running, purchase: null })).toBeUndefined();
  });
});

describe('O3, catalog R5: what is held against it', () => {
  const feature = (uid: string) => ({ uid, meterType: 'INCREMENTAL' as MeterType, unitTransformation: null });
  const features = new Map([
    ['calls', feature('u-calls')],
    ['seats', { ...feature('u-seats'), meterType: 'FLUCTUATING' as MeterType }],
  ]);
  const limited = new Map([['u-calls', { usageLimit: 100, hasUnlimitedUsage: false }]]);
  const rows = [
    flatFee(49),
    perUnit('seats', 10),
    usageBased('calls', '0.1'),
    usageBased('calls', 1, { ref: 'above', isOverage: true }),
    usageBased('seats', 2),
  ];

  it('is what usage costs, all prices of a feature together', () => {
    const priced = pricedFeatures(rows, { quantities: [] }, features, limited);
    expect(priced).toEqual([
      {
        ...{ uid: 'u-calls', isGauge: false, unitTransformation: null },
        prices: [{ price: '0.1' }, { price: '1', included: '100' }],
      },
      { uid: 'u-seats', isGauge: true, unitTransformation: null, prices: [{ price: '2' }] },
    ]);
  });

  it('catalog R5: above the units that were bought, else above the limit; nothing lies above no limit', () => {
    const overage = [usageBased('calls', 1, { isOverage: true })];
    const included = (quantities: Purchase['quantities'], granted = limited) =>
      pricedFeatures(overage, { quantities }, features, granted)[0]?.prices[0]?.included;
    expect(included([{ featureId: 'calls', quantity: 7 }])).toBe('7');
    expect(included([])).toBe('100');
    expect(
      included([], new Map([['u-calls', { usageLimit: 100, hasUnlimitedUsage: true }]])),
    ).toBeUndefined();
  });
});
