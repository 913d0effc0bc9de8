import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeKey } from '../support/api-keys';
import {
  check,
  counted,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { grantsOf, ledgerOf } from '../support/credits';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { flatFee } from '../support/priced-plans';
import { scaled } from '../support/scenario-scale';
import { ServiceProcess } from '../support/service-process';
import { SetClock } from '../support/set-clock';
import { metricOf } from '../support/told-metrics';
import { userTokens, type UserTokens } from '../support/user-tokens';

jest.setTimeout(1_200_000);

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** By how often they are reset. */
const features = { 'of-hour': 'HOUR', 'of-day': 'DAY', 'of-month': 'MONTH' };
const ownerSubject = 'owner|clock';
const stepsOfASecond = scaled(1000, 40);

let home: string;
let clock: SetClock;
let tokens: UserTokens;
let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'clock-jumps-'));
  clock = new SetClock(home);
  tokens = await userTokens(clock);
  database = await createTestDatabase();
  service = await ServiceProcess.start({
    ...{ ...tokens.variables, ...clock.variables },
    DATABASE_URL: database.serviceUrl,
    BOOTSTRAP_OWNER_SUBJECT: ownerSubject,
    // Where clocks are moved twice a year.
    TZ: 'America/New_York',
  });
  const { api } = service;
  await createProduct(api, 'main');
  for (const id of Object.keys(features)) await createFeature(api, id, 'metered');
  await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
  const usage = Object.entries(features).map(([id, resetPeriod]) =>
    feature(id, { usageLimit: 1_000_000, resetPeriod }),
  );
  await publishPlan(api, {
    ...{ id: 'timed', productId: 'main', pricingType: null },
    entitlements: [...usage, { type: 'CREDIT', id: 'tokens', amount: 200, cadence: 'MONTH' }],
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(9)] } },
  });
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
  rmSync(home, { recursive: true });
});

/** One who reports one unit of each feature wherever the clock stands, and knows what each window must hold. */
class Timed {
  private readonly used = new Map<string, number>();
  private reports = 0;
  private events = 0;

  private constructor(readonly id: string) {}

  /** Subscribes a minute before this instant. */
  static async from(id: string, instant: Date): Promise<Timed> {
    await clock.setTo(service, new Date(instant.getTime() - minuteMs));
    await createCustomer(service.api, id);
    await subscribe(service.api, id, 'timed', { billingPeriod: 'MONTHLY' });
    return new Timed(id);
  }

  async use(): Promise<void> {
    const event = { customerId: this.id, eventName: 'used', idempotencyKey: `${this.id}-${++this.events}` };
    await expectOk(service.api.rest('POST', '/events', { events: [event] }));
    for (const featureId of Object.keys(features)) {
      const idempotencyKey = `${this.id}-${++this.reports}`;
      await counted(report(service.api, this.id, featureId, 1, { idempotencyKey }));
      const told = await check(service.api, this.id, `featureId=${featureId}`);
      const [start, end] = [
        Date.parse(String(told['usagePeriodStart'])),
        Date.parse(String(told['usagePeriodEnd'])),
      ];
      const window = `${featureId} ${start}`;
      this.used.set(window, (this.used.get(window) ?? 0) + 1);
      const isIn = start <= clock.now().getTime() && clock.now().getTime() < end;
      const found = { window, isIn, used: told['currentUsage'] };
      expect(found).toEqual({ window, isIn: true, used: this.used.get(window) });
    }
  }

  /** Credits of each month, as they were granted by now, by the instant from which they hold. */
  async grants(): Promise<string[]> {
    await ledgerOf(service.api, this.id);
    return (await grantsOf(service.api, this.id)).map(({ effectiveAt }) => String(effectiveAt)).sort();
  }

  async subscription(): Promise<Json> {
    const page = await expectPage<Json>(service.api.rest('GET', `/subscriptions?customerId=${this.id}`));
    return page.data[0] as Json;
  }

  get acknowledged(): { reports: number; events: number } {
    return { reports: this.reports, events: this.events };
  }
}

/** Each report and event is stored once, and no window ends before it begins or overlaps another of its counter. */
async function expectSound(timed: Timed): Promise<void> {
  const own = `where idempotency_key like '${timed.id}-%'`;
  const [stored] = await rowsOf(
    database.url,
    `select (select count(*)::int from usage_measurement ${own}) as reports,
            (select count(*)::int from raw_event ${own}) as events`,
  );
  expect(stored).toEqual(timed.acknowledged);
  const windows = await rowsOf(
    database.url,
    `select * from (select window_start, window_end, lag(window_end) over
        (partition by customer_uid, feature_uid order by window_start) as before from usage_window) w
      where window_start >= window_end or before > window_start`,
  );
  expect(windows).toEqual([]);
  expect(service.faults).toEqual([]);
}

async function visit(id: string, instants: readonly Date[]): Promise<Timed> {
  const timed = await Timed.from(id, instants[0] as Date);
  for (const instant of instants) {
    await clock.setTo(service, instant);
    await timed.use();
    await timed.use();
  }
  await expectSound(timed);
  return timed;
}

const inMs = (...from: number[]): Date[] => from.map((ms) => new Date(Date.now() + ms));

describe('a process whose clock is set', () => {
  it('reliability C8: an hour forth and back and back again: each window holds what was reported in it, and nothing is reset twice', async () => {
    await visit('by-hours', inMs(-hourMs, 0, hourMs, 0, -hourMs, hourMs, 0));
  });

  it('reliability C8: a month forth and back: periods of usage, credits and billing are each there once, and none ends before it begins', async () => {
    const timed = await visit('by-months', inMs(0, 31 * dayMs, 0, 31 * dayMs));
    const grants = await timed.grants();
    expect(new Set(grants).size).toBe(grants.length);
    expect(grants).toHaveLength(2);
    const there = await timed.subscription();
    await clock.setTo(service, new Date());
    const back = await timed.subscription();
    await clock.setTo(service, new Date(Date.now() + 31 * dayMs));
    expect(await timed.subscription()).toMatchObject({
      currentBillingPeriodStart: there['currentBillingPeriodStart'],
    });
    expect(await timed.grants()).toEqual(grants);
    for (const { currentBillingPeriodStart: start, currentBillingPeriodEnd: end } of [there, back])
      expect(Date.parse(String(start))).toBeLessThan(Date.parse(String(end)));
  });

  it.each([
    [
      'the leap day',
      [
        '2028-02-28T23:59:30Z',
        '2028-02-29T00:00:30Z',
        '2028-02-29T23:59:30Z',
        '2028-03-01T00:00:30Z',
        '2028-02-29T12:00:00Z',
      ],
    ],
    [
      'the hour that is left out in spring',
      [
        '2027-03-14T06:59:30Z',
        '2027-03-14T07:00:30Z',
        '2027-03-14T06:59:50Z',
        '2027-03-15T03:59:30Z',
        '2027-03-15T04:00:30Z',
      ],
    ],
    [
      'the hour that comes twice in autumn',
      [
        '2027-11-07T05:30:00Z',
        '2027-11-07T05:59:30Z',
        '2027-11-07T06:00:30Z',
        '2027-11-07T05:59:50Z',
        '2027-11-08T00:00:30Z',
      ],
    ],
  ])('reliability C8: over %s, forth and back', async (name, instants) => {
    await visit(
      name.replaceAll(' ', '-'),
      instants.map((instant) => new Date(instant)),
    );
  });

  it(`reliability C8: ${stepsOfASecond} steps of a second, while reports come: none is dropped`, async () => {
    const [start] = inMs(0) as [Date];
    const timed = await Timed.from('by-steps', start);
    for (let step = 0; step < stepsOfASecond; step++) {
      await clock.jump(service, secondMs);
      await timed.use();
    }
    await expectSound(timed);
  });

  it('reliability C8: tokens of users and replaced keys end and hold by that clock', async () => {
    await clock.setTo(service, new Date());
    const { api } = service;
    const now = Math.floor(Date.now() / 1000);
    const token = await tokens.sign(ownerSubject, { nbf: now - 60, exp: now + 1800 });
    const environments = (): Promise<number> =>
      api
        .as({ token })
        .rest('GET', '/environments')
        .then(({ status }) => status);
    const key = await makeKey(api, { scopes: ['customers:read'] });
    await expectOk(api.rest('POST', `/api-keys/${key.id}/rotate`, { graceHours: 1 }));
    const former = (): Promise<number> =>
      api
        .as({ key: key.secret })
        .rest('GET', '/customers')
        .then(({ status }) => status);
    const judged = async (aheadMs: number): Promise<number[]> => {
      await clock.setTo(service, new Date(Date.now() + aheadMs));
      return [await environments(), await former()];
    };
    expect(await judged(0)).toEqual([200, 200]);
    expect(await judged(2 * hourMs)).toEqual([401, 401]);
    expect(await judged(0)).toEqual([200, 200]);
    expect(await judged(-hourMs)).toEqual([401, 200]);
    expect(await judged(31 * dayMs)).toEqual([401, 401]);
  });

  it('reliability C8: what is measured goes on evenly', async () => {
    const times = (): Promise<number> => metricOf(service.api, 'use_case_seconds_total');
    await clock.setTo(service, new Date());
    const [before, startedAt] = [await times(), performance.now()];
    const timed = await Timed.from('measured', new Date());
    for (const byMs of [hourMs, -2 * hourMs, 31 * dayMs, -31 * dayMs + hourMs]) {
      await clock.jump(service, byMs);
      if (byMs > 0) await timed.use();
      await eventually(async () =>
        expect(await metricOf(service.api, 'change_poll_age_seconds')).toBeLessThan(30),
      );
    }
    const measured = (await times()) - before;
    expect(measured).toBeGreaterThan(0);
    expect(measured).toBeLessThan((performance.now() - startedAt) / 1000);
    expect((await service.api.send('GET', '/health/ready')).status).toBe(200);
  });
});
