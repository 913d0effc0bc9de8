import { PromotionalEntitlement, type PromotedValue } from './promotional-entitlement';
import { grantedSource, revokedSource } from './promotion-source';

// Domain: entitlements-usage

const start = new Date('2026-03-04T15:30:00.000Z');
const endDate = new Date('2026-04-04T15:30:00.000Z');
const value: PromotedValue = {
  usageLimit: 800,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  enumValues: null,
  resetPeriod: 'MONTH',
  accordingTo: 'SubscriptionStart',
  isVisible: true,
  period: '1 month',
  endDate,
  endsSoonAt: null,
};
const grant = (given: PromotedValue = value) =>
  PromotionalEntitlement.grant({ uid: 'c-uid', id: 'acorn' }, { uid: 'f-uid', id: 'calls' }, given, start);
const before = (at: Date) => new Date(at.getTime() - 1);

describe('a promotional entitlement', () => {
  const live = { isPaused: false };
  const paused = { isPaused: true };

  it('M4: is Active until its end and Expired from that very instant', () => {
    expect(grant().status(live, before(endDate))).toBe('Active');
    expect(grant().status(live, endDate)).toBe('Expired');
    expect(grant({ ...value, endDate: null }).status(live, new Date('2999-01-01'))).toBe('Active');
  });

  it('M4: is Paused while its customer is archived, unless it is over', () => {
    expect(grant().status(paused, before(endDate))).toBe('Paused');
    expect(grant().status(paused, endDate)).toBe('Expired');
  });

  it('M3: granted again is the same one with another value, from then on', () => {
    const promotion = grant();
    const { uid, createdAt } = promotion;
    const now = new Date('2026-03-20T00:00:00.000Z');
    promotion.replace({ ...value, usageLimit: 5, endDate: null, period: 'lifetime' }, now);
    expect(promotion).toMatchObject({ uid, createdAt, usageLimit: 5, endDate: null, startDate: now });
  });

  it('M6, G1: grants the customer from its start to its end, and its windows are counted from the start', () => {
    const promotion = grant();
    const source = grantedSource(promotion);
    expect(source).toMatchObject({ sourceKind: 'PROMOTION', sourceKey: promotion.uid, resourceKey: '' });
    expect([source.from, source.until]).toEqual([start, endDate]);
    expect(source.features.get('f-uid')).toEqual({
      isGranted: true,
      usageLimit: 800,
      hasUnlimitedUsage: false,
      hasSoftLimit: false,
      enumValues: null,
      reset: { period: 'MONTH', accordingTo: 'SubscriptionStart' },
      anchor: start,
    });
  });

  it('M3: revoked, it says nothing of the feature', () => {
    const promotion = grant();
    const { sourceKey, features } = revokedSource(promotion, endDate);
    expect([sourceKey, features.size]).toEqual([promotion.uid, 0]);
  });
});
