import * as fc from 'fast-check';
import type { LoggedChange } from './logged-change';
import { Pace } from './pace';

// Domain: entitlements-usage

const change = (position: number, featureId: string, kind: LoggedChange['kind'] = 'usage'): LoggedChange => ({
  ...{ position, kind, featureId, customerId: 'acme', resourceKey: '', resourceId: null, detail: null },
  currencyId: null,
  version: position,
});
const told = (changes: LoggedChange[]) => changes.map(({ position }) => position);

describe('the pace of a stream', () => {
  it('C4: a counter is told once a second at most, and the last change when its second is over', () => {
    const pace = new Pace();
    expect(told(pace.admit([change(1, 'calls')], 0))).toEqual([1]);
    expect(told(pace.admit([change(2, 'calls')], 10))).toEqual([]);
    expect(told(pace.admit([change(3, 'calls'), change(4, 'seats')], 20))).toEqual([4]);
    expect(pace.safe(4)).toBe(1);
    expect(told(pace.admit([], 999))).toEqual([]);
    expect(told(pace.admit([], 1000))).toEqual([3]);
    expect(pace.safe(4)).toBe(4);
    expect(told(pace.admit([change(5, 'calls')], 1999))).toEqual([]);
  });

  it('C4: what customers may do is never held back', () => {
    const pace = new Pace();
    const grants = [1, 2, 3].map((position) => change(position, 'calls', 'grants'));
    expect(grants.flatMap((each) => told(pace.admit([each], 0)))).toEqual([1, 2, 3]);
  });

  it('C4: what was held back bears the version of what its customer was told meanwhile', () => {
    const pace = new Pace();
    pace.admit([change(1, 'calls')], 0);
    pace.admit([change(2, 'calls')], 10);
    expect(pace.admit([change(3, 'calls', 'grants')], 20)).toMatchObject([{ position: 3, version: 3 }]);
    expect(pace.admit([change(4, 'seats')], 1000)).toMatchObject([
      { position: 2, version: 3 },
      { position: 4, version: 4 },
    ]);
  });

  it('C4: a clock that was set back holds nothing back for long', () => {
    const pace = new Pace();
    pace.admit([change(1, 'calls')], 10_000);
    expect(told(pace.admit([change(2, 'calls')], 5000))).toEqual([2]);
  });

  it('C4: who leaves at any moment and comes back to its place misses no change, whatever comes when', () => {
    const rounds = fc.array(
      fc.record({ features: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }), ms: fc.nat(1500) }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(rounds, (all) => {
        const pace = new Pace();
        const newest = new Map<string, number>();
        let [now, position] = [0, 0];
        const toldUpTo = new Map<string, number>();
        for (const { features, ms } of all) {
          now += ms;
          const changes = [...new Set(features)].map((feature) => change(++position, feature));
          for (const each of changes) newest.set(each.featureId as string, each.position);
          for (const each of pace.admit(changes, now)) {
            toldUpTo.set(each.featureId as string, each.position);
            // All that was changed up to the place of a message was told, or is told by a later row.
            const place = pace.safe(each.position);
            for (const [feature, at] of newest)
              if (at <= Math.min(place, each.position) && at < each.position)
                expect(toldUpTo.get(feature) ?? 0).toBeGreaterThanOrEqual(at);
          }
          const safe = pace.safe(position);
          for (const [feature, at] of newest) if (at <= safe) expect(toldUpTo.get(feature)).toBe(at);
        }
      }),
    );
  });
});
