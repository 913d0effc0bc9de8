import { utc } from '../../../../test/support/entitlement-builders';
import { snapshotWith, type DeclaredSource } from './declared-snapshot.record';

// Domain: entitlements-usage

const now = utc('2026-05-10T00:00');
const [before, after] = [utc('2026-05-01T00:00'), utc('2026-06-01T00:00')];
const declared = (sourceKey: string, more: Partial<DeclaredSource> = {}): DeclaredSource => ({
  ...{ sourceKind: 'SUBSCRIPTION', sourceKey, from: before, until: null, features: new Map() },
  ...{ customerUid: 'customer', customerId: 'c', resourceKey: '', resourceId: null },
  ...more,
});

describe('the subscriptions of a level', () => {
  const keysAfter = (...sources: DeclaredSource[]): string[] => {
    let snapshot: Parameters<typeof snapshotWith>[0] = { subscriptions: [], grants: {} };
    for (const source of sources) snapshot = snapshotWith(snapshot, { source, budget: undefined, now });
    return snapshot.subscriptions.map(({ key }) => key);
  };

  it('G9: those that have ended leave with the next write', () => {
    expect(keysAfter(declared('ended', { until: now }), declared('other'))).toEqual(['other']);
  });

  it('G10: one that grants nothing any more stays as long as time brings something about of it, such as the end of what depends on it', () => {
    const revoked = declared('revoked', { until: now, dueAt: after });
    expect(keysAfter(revoked, declared('other'))).toEqual(['revoked', 'other']);
    expect(keysAfter(revoked, declared('revoked', { until: now }), declared('other'))).toEqual(['other']);
  });
});
