import fc from 'fast-check';
import { ChangeFeed } from '#libs/changes/change-feed';
import { Clock } from '#libs/kernel/clock';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { CountedUsage } from './counted-usage.service';
import { CountersRepository } from './counters.repository';
import { GroupCommit } from './group-commit.service';
import { MeasurementNews } from './measurement-news.service';
import { MeteringService } from './metering.service';
import { PresentUsageReader } from './present-usage.reader';
import { UsageSpansReader } from './usage-spans.reader';
import { ReachedLimits } from './reached-limits.service';
import { SharedUsage } from './shared-usage.service';
import { EventAudience } from '#libs/messaging/event-audience';
import { Outbox } from '#libs/messaging/outbox';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { placedIn } from '#libs/kernel/errors/placed';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { createCustomer, createFeature } from '../../../../test/support/catalog';
import { withinGroupedUseCase, withinUseCase } from '../../../../test/support/within';
import type { Measurement, UsageReport } from './domain/usage-ledger';

// Domain: entitlements-usage

describe('reports that are committed together', () => {
  let app: TestApp;
  let featureUid: string;
  let customers: string[];
  /** Each as another process has it: with what it holds itself. */
  let processes: ReturnType<typeof newProcess>[];

  const uidOf = async (table: string, id: string): Promise<string> => {
    const [row] = await app.dataSource.query<{ uid: string }[]>(`select uid from ${table} where id = $1`, [
      id,
    ]);
    return row?.uid ?? '';
  };
  const newProcess = () => {
    const [database, unitOfWork] = [app.nest.get(Database), app.nest.get(UnitOfWork)];
    const [metrics, clock] = [new Metrics(), app.nest.get(Clock)];
    const counters = new CountersRepository(database);
    const [counted, changes] = [new CountedUsage(), app.nest.get(ChangeFeed)];
    const outbox = app.nest.get(Outbox);
    const news = new MeasurementNews(outbox, app.nest.get(EventAudience), unitOfWork);
    const reached = new ReachedLimits(counters, outbox, app.nest.get(SharedUsage), news);
    const groups = new GroupCommit(counters, unitOfWork, counted, reached, changes, metrics, clock);
    const present = new PresentUsageReader(database);
    const spans = new UsageSpansReader(database);
    const metering = new MeteringService(unitOfWork, groups, counters, present, spans, clock, metrics);
    return { counters, metrics, metering };
  };

  beforeAll(async () => {
    app = await createTestApp();
    await createFeature(app.a.api, 'calls', 'metered');
    featureUid = await uidOf('feature', 'calls');
  });
  beforeEach(async () => {
    const ids = [newUid(), newUid(), newUid()];
    for (const id of ids) await createCustomer(app.a.api, id);
    customers = await Promise.all(ids.map((id) => uidOf('customer', id)));
    processes = [newProcess(), newProcess()];
  });
  afterAll(() => app.close());

  const anchor = new Date('2026-01-31T10:15:00.000Z');
  const reportOn = (customer: number, given: Partial<UsageReport> = {}): UsageReport => ({
    customerUid: customers[customer] as string,
    resourceKey: '',
    featureUid,
    value: 1,
    updateBehavior: 'DELTA',
    occurredAt: app.clock.now(),
    idempotencyKey: null,
    dimensions: null,
    isGauge: false,
    rule: { period: 'MONTH', accordingTo: 'SubscriptionStart', anchor },
    limit: null,
    watched: null,
    ...given,
  });
  const process = (place: number) => processes[place % processes.length] as (typeof processes)[number];
  const countOn = async (place: number, ...reports: UsageReport[]): Promise<Measurement[]> => {
    const counted = await withinGroupedUseCase(app.a, () =>
      process(place).metering.count(placedIn('usages', reports)),
    );
    return counted.map(({ measurement }) => measurement);
  };
  const usageAfter = async (counted: Promise<Measurement[]>): Promise<number | undefined> =>
    (await counted)[0]?.usageAfter;

  /** What the tables say of a customer; the sum is independent of what was counted. */
  async function stored(customer: number) {
    const [row] = await app.dataSource.query<Record<string, number>[]>(
      `select (select level::int from usage_counter where customer_uid = $1) as level,
              (select coalesce(sum(total), 0)::int from usage_window where customer_uid = $1) as windows,
              (select coalesce(sum(delta), 0)::int from usage_measurement where customer_uid = $1) as sum,
              (select count(*)::int from usage_measurement where customer_uid = $1) as reports`,
      [customers[customer]],
    );
    return row;
  }

  it('A6: each sees those before it, whichever process counts, and none is lost', async () => {
    const told = await Promise.all(
      Array.from({ length: 120 }, (_, n) => usageAfter(countOn(n, reportOn(0)))),
    );
    expect(told.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
    expect(await stored(0)).toEqual({ level: 120, windows: 120, sum: 120, reports: 120 });
    // 60 requests of each process: the first alone, the others by then together, in some way or other because of the other process.
    for (const { metrics } of processes) {
      const told = await metrics.render();
      expect(told).toMatch(/^group_commit_requests_sum 60$/m);
      expect(told).toMatch(/^group_commits_total\{way="(?:together|again|locked)"\} [1-9]/m);
      expect(Number(/^group_commit_requests_count (\d+)$/m.exec(told)?.[1])).toBeLessThan(20);
    }
  });

  it('A2: what is refused fails alone and leaves nothing, what stands beside it in the group counts', async () => {
    const [first, refused, batch, last] = await Promise.allSettled([
      countOn(0, reportOn(0, { value: 5 })),
      countOn(0, reportOn(0, { value: 3 }), reportOn(1, { value: -1 })),
      countOn(0, reportOn(1, { value: 2 }), reportOn(0, { value: 1 })),
      countOn(0, reportOn(0, { value: 1 })),
    ]);
    expect(refused).toMatchObject({ reason: { code: 'EntitlementUsageOutOfRangeError' } });
    expect((refused as PromiseRejectedResult).reason).toMatchObject({
      message: expect.stringMatching(/^usages\[1\]: /) as string,
    });
    expect(first).toMatchObject({ value: [{ usageAfter: 5 }] });
    expect(batch).toMatchObject({ value: [{ usageAfter: 2 }, { usageAfter: 6 }] });
    expect(last).toMatchObject({ value: [{ usageAfter: 7 }] });
    expect(await stored(0)).toEqual({ level: 7, windows: 7, sum: 7, reports: 3 });
  });

  it('Q12: grants exactly the limit to 80 who ask two processes at once', async () => {
    const limit = { most: 50, sold: (usage: number) => usage };
    const told = await Promise.allSettled(
      Array.from({ length: 80 }, (_, n) => countOn(n, reportOn(0, { limit }))),
    );
    expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    const refused = told.flatMap((each) => (each.status === 'rejected' ? [each.reason as DomainError] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['EntitlementLimitExceededError']));
    expect(await stored(0)).toEqual({ level: 50, windows: 50, sum: 50, reports: 50 });
  });

  it('Q12: what another process gave back may be used at once, also by one that knew of no room', async () => {
    const limit = { most: 5, sold: (usage: number) => usage };
    await countOn(0, reportOn(0, { limit, value: 5 }));
    await countOn(1, reportOn(0, { value: -3 }));
    expect(await usageAfter(countOn(0, reportOn(0, { limit, value: 2 })))).toBe(4);
    await countOn(1, reportOn(0, { value: -1 }));
    expect(await usageAfter(countOn(0, reportOn(0, { value: -3 })))).toBe(0);
    expect(await stored(0)).toMatchObject({ level: 0, sum: 0 });
  });

  it('Q12, A5: a key that another process counted is answered as there, also where nothing is left', async () => {
    const limit = { most: 5, sold: (usage: number) => usage };
    const keyed = { limit, value: 3, idempotencyKey: 'k' };
    const [first] = await countOn(1, reportOn(0, keyed));
    // Now this process holds the counter as the other one left it, but not the key.
    await countOn(0, reportOn(0, { limit, value: 2 }));
    expect((await countOn(0, reportOn(0, keyed)))[0]?.uid).toBe(first?.uid);
    await expect(countOn(0, reportOn(0, { ...keyed, idempotencyKey: 'l' }))).rejects.toMatchObject({
      code: 'EntitlementLimitExceededError',
    });
    expect(await stored(0)).toMatchObject({ level: 5, sum: 5, reports: 2 });
  });

  const resources = [{}, ...Array.from({ length: 9 }, () => ({ namedResourceUid: newUid() }))];
  it.each<[what: string, keyed: (n: number) => Partial<UsageReport>]>([
    ['a key', (n) => ({ idempotencyKey: `k${n}` })],
    ['one of several resources, of each of them,', (n) => ({ idempotencyKey: 'k', ...resources[n] })],
  ])('A5: %s counts once, whoever repeats it and however many at once', async (_what, keyed) => {
    const count = async (n: number) =>
      (await countOn(n, reportOn(0, { ...keyed(n % 10), value: 2 })))[0]?.uid;
    const uids = await Promise.all(Array.from({ length: 100 }, (_, n) => count(n)));
    expect(new Set(uids).size).toBe(10);
    expect(uids.map((uid, n) => uid === uids[n % 10])).not.toContain(false);
    expect(await stored(0)).toEqual({ level: 20, windows: 20, sum: 20, reports: 10 });
    // By one that knows none of them, and where they count for the resource by then.
    processes = [newProcess()];
    for (let n = 0; n < 10; n++) {
      expect(await count(n)).toBe(uids[n]);
      const { namedResourceUid: resourceKey = '', ...report } = reportOn(0, { ...keyed(n), value: 2 });
      expect((await countOn(0, { ...report, resourceKey }))[0]?.uid).toBe(uids[n]);
    }
  });

  it('A5: a key with another value is refused alone, also where another process has counted it', async () => {
    await countOn(0, reportOn(0, { idempotencyKey: 'k' }));
    await expect(countOn(1, reportOn(0, { idempotencyKey: 'k', value: 2 }))).rejects.toMatchObject({
      code: 'BadUserInput',
      message: expect.stringMatching(/^usages\[0\]: value: idempotencyKey k /) as string,
    });
    expect(await stored(0)).toMatchObject({ level: 1, reports: 1 });
  });

  it('A5: a key whose measurement a failover has lost counts again: what is held is never the answer', async () => {
    const keyed = { idempotencyKey: 'k', value: 5 };
    await countOn(0, reportOn(0, keyed));
    for (const table of ['usage_measurement', 'usage_window', 'usage_counter']) {
      await app.dataSource.query(`delete from ${table} where customer_uid = $1`, [customers[0]]);
    }
    expect(await usageAfter(countOn(0, reportOn(0, keyed)))).toBe(5);
    expect(await stored(0)).toEqual({ level: 5, windows: 5, sum: 5, reports: 1 });
  });

  it('meets who counts in a unit of work, and who is locked in turn, at the same counters', async () => {
    const inUnitOfWork = (n: number) =>
      withinUseCase(app, app.a, () =>
        process(n).metering.count(placedIn('usages', [reportOn(0), reportOn(1)])),
      );
    const work = Array.from({ length: 40 }, (_, n) =>
      n % 2 ? inUnitOfWork(n) : countOn(n, reportOn(1), reportOn(0)),
    );
    await Promise.all(work);
    expect(await stored(0)).toEqual({ level: 40, windows: 40, sum: 40, reports: 40 });
    expect(await stored(1)).toEqual({ level: 40, windows: 40, sum: 40, reports: 40 });
  });

  it('counts on from what the last release has written, which knows no revision', async () => {
    await countOn(0, reportOn(0, { value: 3 }));
    const key = [app.a.environmentId, customers[0], featureUid];
    const mine = 'environment_id = $1 and customer_uid = $2 and feature_uid = $3';
    await app.dataSource.transaction(async (of) => {
      await of.query(`update usage_counter set updated_at = updated_at where ${mine}`, key);
      await of.query(`update usage_counter set level = level + 10 where ${mine}`, key);
      await of.query(`update usage_window set total = total + 10 where ${mine}`, key);
      await of.query(
        `insert into usage_measurement (environment_id, uid, customer_uid, resource_key, feature_uid, value, delta,
                update_behavior, occurred_at, recorded_at, usage_after, fingerprint)
         select $1, gen_random_uuid(), $2, '', $3, 10, 10, 'DELTA', now(), now(), 13, 'of the last release'`,
        key,
      );
    });
    expect(await usageAfter(countOn(0, reportOn(0)))).toBe(14);
    expect(await stored(0)).toEqual({ level: 14, windows: 14, sum: 14, reports: 3 });
  });

  describe('a connection that breaks in the middle of a write', () => {
    const broken = new Error('Connection terminated unexpectedly');

    it.each([
      ['had been committed', true],
      ['had not been committed', false],
    ])('what %s counts once, and is answered', async (_title, isCommitted) => {
      const { counters } = process(0);
      const write = counters.write.bind(counters);
      jest.spyOn(counters, 'write').mockImplementationOnce(async (...args) => {
        if (isCommitted) await write(...args);
        throw broken;
      });
      const told = await Promise.all([
        countOn(0, reportOn(0)),
        countOn(0, reportOn(0)),
        countOn(0, reportOn(0)),
      ]);
      expect(told.map(([measurement]) => measurement?.usageAfter)).toEqual([1, 2, 3]);
      expect(await stored(0)).toEqual({ level: 3, windows: 3, sum: 3, reports: 3 });
    });

    it('is told where nothing can be asked, and the repeated key then counts once', async () => {
      const { counters } = process(0);
      const write = counters.write.bind(counters);
      jest.spyOn(counters, 'write').mockImplementationOnce(async (...args) => {
        await write(...args);
        throw broken;
      });
      const lock = jest.spyOn(counters, 'lock').mockRejectedValue(broken);
      await expect(countOn(0, reportOn(0, { idempotencyKey: 'k' }))).rejects.toMatchObject({
        message: 'Connection terminated while a group was written',
        cause: broken,
      });
      lock.mockRestore();
      expect(await usageAfter(countOn(0, reportOn(0, { idempotencyKey: 'k' })))).toBe(1);
      expect(await stored(0)).toMatchObject({ level: 1, reports: 1 });
    });
  });

  it('a window that is not where it was stored fails the write, and its total is counted again', async () => {
    await countOn(0, reportOn(0, { value: 3 }));
    await app.dataSource.query('delete from usage_window where customer_uid = $1', [customers[0]]);
    expect(await usageAfter(countOn(0, reportOn(0)))).toBe(4);
    expect(await stored(0)).toEqual({ level: 4, windows: 4, sum: 4, reports: 2 });
  });

  it('rules are written when they change, and stay what they were when they do not', async () => {
    const rulesOf = async (): Promise<unknown> =>
      (
        await app.dataSource.query<object[]>('select rules from usage_counter where customer_uid = $1', [
          customers[0],
        ])
      )[0];
    await countOn(0, reportOn(0));
    const monthly = ['MONTH', 'SubscriptionStart', anchor.getTime()];
    await countOn(0, reportOn(0));
    expect(await rulesOf()).toEqual({ rules: [monthly] });
    await countOn(0, reportOn(0, { rule: { period: 'DAY', accordingTo: null, anchor } }));
    await countOn(0, reportOn(0, { rule: { period: 'DAY', accordingTo: null, anchor } }));
    expect(await rulesOf()).toEqual({ rules: [['DAY', null, anchor.getTime()], monthly] });
  });

  describe('what cannot be written', () => {
    it('is refused alone', async () => {
      const unstorable = { dimensions: { region: 'a\u0000b' } };
      const [first, refused, last] = await Promise.allSettled([
        countOn(0, reportOn(0)),
        countOn(0, reportOn(1, unstorable)),
        countOn(0, reportOn(0)),
      ]);
      expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'BadUserInput' } });
      expect([first, last]).toMatchObject([{ value: [{ usageAfter: 1 }] }, { value: [{ usageAfter: 2 }] }]);
      expect(await stored(1)).toMatchObject({ level: null, reports: 0 });
    });

    it('because somebody holds the counter is waited for once, not by each that is counted on it', async () => {
      const { counters } = process(0);
      const write = counters.write.bind(counters);
      let waits = 0;
      jest.spyOn(counters, 'write').mockImplementation(async (...args) => {
        if (![...args[0].values()].some(({ key }) => key.customerUid === customers[1])) return write(...args);
        waits += 1;
        throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError');
      });
      const told = await Promise.allSettled(
        [0, 1, 1, 0, 1].map((customer) => countOn(0, reportOn(customer))),
      );
      expect(told.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'rejected',
        'fulfilled',
        'rejected',
      ]);
      // In the group, then alone.
      expect(waits).toBe(2);
      expect(await stored(0)).toMatchObject({ level: 2 });
    });
  });

  it('A3, A4: whatever comes, totals and levels are the sum of what was stored', async () => {
    const dayMs = 86_400_000;
    const given = fc.record({
      customer: fc.nat(2),
      process: fc.nat(1),
      value: fc.integer({ min: -3, max: 9 }),
      daysAgo: fc.nat(60),
      key: fc.option(fc.nat(15), { nil: null }),
      isSet: fc.boolean(),
      isDaily: fc.boolean(),
    });
    const requests = fc.array(fc.array(given, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        const run = newUid();
        const reportFor = ({
          customer,
          value,
          daysAgo,
          key,
          isSet,
          isDaily,
        }: (typeof sent)[number][number]) =>
          reportOn(customer, {
            value,
            occurredAt: new Date(app.clock.now().getTime() - daysAgo * dayMs),
            idempotencyKey: key === null ? null : `${run} ${key}`,
            updateBehavior: isSet ? 'SET' : 'DELTA',
            rule: { period: isDaily ? 'DAY' : 'MONTH', accordingTo: null, anchor },
          });
        await Promise.allSettled(sent.map((batch, n) => countOn(n, ...batch.map(reportFor))));
        for (const customer of [0, 1, 2]) {
          const { level, sum } = (await stored(customer)) ?? {};
          expect(level ?? 0).toBe(sum);
        }
        const wrong = await app.dataSource.query<object[]>(
          `select w.* from usage_window w
            where w.customer_uid = any($1) and w.total <> (
              select coalesce(sum(m.delta), 0) from usage_measurement m
               where m.environment_id = w.environment_id and m.customer_uid = w.customer_uid
                 and m.occurred_at >= w.window_start and m.occurred_at < w.window_end)`,
          [customers],
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
