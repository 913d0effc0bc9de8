import { bucketOf, costOf, operationLimits } from './limits';

// Domain: access-and-events

describe('R3: calls a minute of one environment', () => {
  it.each([
    ['createSubscription', 250],
    ['createCustomer', 250],
    ['cancelSubscription', 250],
    ['getSubscription', 3000],
    ['getCustomer', 3000],
    ['reportUsage', 3000],
    ['listSubscriptions', 1500],
    ['reportUsageInBulk', 600],
    ['checkCustomerEntitlement', 60_000],
    ['listCustomerEntitlements', 60_000],
    ['introspection', 30],
  ])('R3: %s %d', (operation, calls) => {
    expect(operationLimits.perMinute[operation]).toBe(calls);
  });

  it('R3: 3,000 for the other reads and 250 for the other writes, 60 failures of one address', () => {
    expect(operationLimits).toMatchObject({ defaultRead: 3000, defaultWrite: 250, failedCredentials: 60 });
  });

  it('R2: 30 writes on one entity', () => {
    expect(operationLimits.entity).toBe(30);
  });

  it('R3: 1,000 raw events a second, each of a request', () => {
    expect(operationLimits.perSecond).toEqual({ ingestEvents: 1000 });
    const events = (count: number) => ({ events: Array.from({ length: count }, () => ({})) });
    expect([1, 7, 1000].map((count) => costOf('ingestEvents', events(count)))).toEqual([1, 7, 1000]);
    expect(
      [{}, undefined, { events: 'many' }, events(0)].map((input) => costOf('ingestEvents', input)),
    ).toEqual([1, 1, 1, 1]);
    expect(costOf('reportUsage', events(7))).toBe(1);
  });

  it('R3: two reports in one request are a report in bulk', () => {
    const reports = (count: number) => ({ usages: Array.from({ length: count }, () => ({})) });
    expect([0, 1, 2, 100].map((count) => bucketOf('reportUsage', reports(count)))).toEqual([
      ...['reportUsage', 'reportUsage'],
      ...['reportUsageInBulk', 'reportUsageInBulk'],
    ]);
    expect(bucketOf('createCustomer', reports(2))).toBe('createCustomer');
  });
});
