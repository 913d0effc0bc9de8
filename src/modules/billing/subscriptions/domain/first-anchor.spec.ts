import type { BillingAnchor } from '#modules/platform/environment-settings';
import { anchored, firstAnchor } from './first-anchor';
import type { Purchase } from './purchase';
import type { Terms } from './terms';

// Domain: customers-subscriptions

const at = (text: string): Date => new Date(text);
const begin = at('2026-02-10T12:00:00Z');
const ofOldest = at('2026-01-31T10:15:00Z');

describe('the first anchor (B2)', () => {
  it.each<[BillingAnchor, string, string | null, string]>([
    ['SUBSCRIPTION_START', '2026-02-10T12:00:00Z', '2026-01-31T10:15:00Z', '2026-02-10T12:00:00Z'],
    ['START_OF_THE_MONTH', '2026-02-10T12:00:00Z', '2026-01-31T10:15:00Z', '2026-03-01T00:00:00Z'],
    ['START_OF_THE_MONTH', '2026-12-31T23:59:59.999Z', null, '2027-01-01T00:00:00Z'],
    ['START_OF_THE_MONTH', '2026-03-01T00:00:00Z', null, '2026-03-01T00:00:00Z'],
    ['START_OF_THE_MONTH', '2026-03-01T00:00:00.001Z', null, '2026-04-01T00:00:00Z'],
    [
      'SUBSCRIPTIONS_CONSOLIDATE_BILLING',
      '2026-02-10T12:00:00Z',
      ofOldest.toISOString(),
      '2026-01-31T10:15:00Z',
    ],
    ['SUBSCRIPTIONS_CONSOLIDATE_BILLING', '2026-02-10T12:00:00Z', null, '2026-02-10T12:00:00Z'],
  ])('B2: %s, begun %s beside %s, is %s', (setting, start, oldest, anchor) => {
    const oldestAnchor = oldest === null ? null : at(oldest);
    expect(firstAnchor({ setting, begin: at(start), oldestAnchor })).toEqual(at(anchor));
  });

  const purchase: Purchase = {
    ...{ billingPeriod: 'MONTHLY', billingCountryCode: null, currency: 'usd', quantities: [] },
  };
  const terms: Terms = { purchase, billingCycleAnchor: begin, isCycleRestarted: true, downgrade: null };

  it('B2: where the first period begins is kept only if it is not the anchor', () => {
    const plain = { setting: 'SUBSCRIPTION_START', begin, oldestAnchor: ofOldest } as const;
    expect(anchored(terms, purchase, plain)).toEqual(terms);
    expect(anchored(terms, purchase, { ...plain, setting: 'SUBSCRIPTIONS_CONSOLIDATE_BILLING' })).toEqual({
      purchase: { ...purchase, firstPeriodStart: '2026-02-10T12:00:00.000Z' },
      billingCycleAnchor: ofOldest,
      isCycleRestarted: true,
      downgrade: null,
    });
  });
});
