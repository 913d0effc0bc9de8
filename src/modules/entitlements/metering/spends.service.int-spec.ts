import { ChangeFeed } from '#libs/changes/change-feed';
import { Clock } from '#libs/kernel/clock';
import { placedIn } from '#libs/kernel/errors/placed';
import { newUid } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { createCustomer, createFeature } from '../../../../test/support/catalog';
import { withinGroupedUseCase, withinUseCase } from '../../../../test/support/within';
import { CountedUsage, type CountedGroup } from './counted-usage.service';
import { CountersRepository } from './counters.repository';
import type { UsageReport } from './domain/usage-ledger';
import { GroupCommit } from './group-commit.service';
import { ReachedLimits } from './reached-limits.service';
import { Spends } from './spends.service';

// Domain: entitlements-usage

describe('what groups count for budgets', () => {
  let app: TestApp;
  let featureUid: string;
  let counted: CountedUsage;
  let groups: GroupCommit;

  const uidOf = async (table: string, id: string): Promise<string> => {
    const text = `select uid from ${table} where id = $1`;
    return (await app.dataSource.query<{ uid: string }[]>(text, [id]))[0]?.uid ?? '';
  };

  beforeAll(async () => {
    app = await createTestApp();
    await createFeature(app.a.api, 'calls', 'metered');
    featureUid = await uidOf('feature', 'calls');
    counted = new CountedUsage();
    groups = new GroupCommit(
      app.nest.get(CountersRepository),
      app.nest.get(UnitOfWork),
      counted,
      app.nest.get(ReachedLimits),
      app.nest.get(ChangeFeed),
      new Metrics(),
      app.nest.get(Clock),
    );
  });
  afterAll(() => app.close());

  /** Of a budget that refuses what it has no room for. */
  const reportOf = (customerUid: string, limit: string): UsageReport => {
    const rule = {
      period: 'MONTH' as const,
      accordingTo: null,
      anchor: new Date('2026-01-31T10:15:00.000Z'),
    };
    const budget = { limit, isSoft: false, currency: 'usd' as const, rule, features: [], place: 1 };
    return {
      ...{ customerUid, resourceKey: '', featureUid, value: 1, updateBehavior: 'DELTA' },
      ...{ occurredAt: app.clock.now(), idempotencyKey: null, dimensions: null, isGauge: false },
      ...{ rule, limit: null, watched: null, spending: { budget, isEnforced: true, reporter: 'key' } },
    };
  };

  it('Q12: those alone are written and told of that were counted for, not those that a group has held', async () => {
    for (const id of ['refused', 'open']) await createCustomer(app.a.api, id);
    const [refused, open] = [await uidOf('customer', 'refused'), await uidOf('customer', 'open')];
    for (const customerUid of [refused, open]) {
      const owner = { customerUid, resourceKey: '', sourceKey: newUid() };
      await withinUseCase(app, app.a, () => app.nest.get(Spends).of(owner));
    }
    const rowOf = async (customerUid: string): Promise<unknown> => {
      const text = 'select xmin, used from usage_spend where customer_uid = $1';
      return (await app.dataSource.query<unknown[]>(text, [customerUid]))[0];
    };
    const told: CountedGroup[] = [];
    counted.follow((group) => told.push(group));
    const before = await rowOf(refused);
    const asked = [reportOf(refused, '0'), reportOf(open, '10')].map((each) => placedIn('usages', [each]));
    const outcomes = await withinGroupedUseCase(app.a, () => groups.count(asked));
    expect(outcomes).toMatchObject([
      { refusal: { code: 'EntitlementLimitExceededError' } },
      { counted: [{ isFresh: true }] },
    ]);
    expect(told.map(({ spends = [] }) => spends.map(({ key }) => key.customerUid))).toEqual([[open]]);
    expect(await rowOf(refused)).toEqual(before);
    expect(await rowOf(open)).toMatchObject({ used: { [featureUid]: 1 } });
  });
});
