import { addDays } from '#libs/kernel/period';
import { newUid } from '#libs/kernel/ids';
import { DueOrder } from '#libs/messaging/due-order';
import { ClockMoves } from '../../src/modules/platform/environment-clocks/clock-moves.service';
import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  counted,
  createCustomer,
  createFeature,
  feature,
  publishPlan,
  report,
  subscribe,
  createProduct,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { clockPath, endOf, moveClock, sandbox, setClock, type ClockTold } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { momentsOf } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { grant } from '../support/promotions';

// Domain: access-and-events

const dayMs = 86_400_000;

describe('the clock of an environment', () => {
  let app: TestApp;
  let one: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    one = await sandbox(app);
  });
  afterEach(() => app.clock.reset());

  const inDays = (days: number): Date => new Date(app.clock.now().getTime() + days * dayMs);
  const told = (environment = one) =>
    expectOk<ClockTold>(environment.api.rest('GET', clockPath(environment)));
  const overGraphql = (body: string) => one.api.graphql(`{ ${body} }`);

  describe('tells and takes an instant', () => {
    it('K1: runs with the machine until it is set, through both doors', async () => {
      const now = app.clock.now().toISOString();
      expect(await told()).toEqual({ now, isFrozen: false, taskId: null });
      app.clock.advance({ hours: 3 });
      const selection = everyField(app, 'EnvironmentClock');
      const query = `environmentClock(id: "${one.environmentId}") ${selection}`;
      expect(await expectOk(overGraphql(query))).toEqual({
        ...(await told()),
        now: app.clock.now().toISOString(),
      });
    });

    it('K1, K2: stands where it was frozen, is moved forward, and runs on from there', async () => {
      const [first, second] = [inDays(10), inDays(40)];
      expect(await expectOk(setClock(one, first))).toMatchObject({
        now: first.toISOString(),
        isFrozen: true,
      });
      app.clock.advance({ days: 3 });
      expect((await told()).now).toBe(first.toISOString());
      const selection = everyField(app, 'EnvironmentClock');
      const mutation = `mutation($input: SetEnvironmentClockInput!) { setEnvironmentClock(id: "${one.environmentId}", input: $input) ${selection} }`;
      const moved = await expectOk<ClockTold>(
        one.api.graphql(mutation, { input: { now: second.toISOString() } }),
      );
      expect(moved).toMatchObject({ now: second.toISOString(), isFrozen: true, taskId: expect.any(String) });
      await endOf(one, moved.taskId as string);
      expect(await expectOk(setClock(one, null))).toEqual({
        now: second.toISOString(),
        isFrozen: false,
        taskId: null,
      });
      app.clock.advance({ hours: 5 });
      expect((await told()).now).toBe(new Date(second.getTime() + 5 * 3_600_000).toISOString());
    });

    it('K1: frozen where it is, or let go where it runs, passes no time and needs no task', async () => {
      const now = app.clock.now().toISOString();
      expect(await expectOk(setClock(one, now))).toEqual({ now, isFrozen: true, taskId: null });
      const entries = async () =>
        (await expectPage<Json>(one.api.rest('GET', `/activity?entityType=ENVIRONMENT_CLOCK`))).data;
      expect(await expectOk(setClock(one, now))).toEqual({ now, isFrozen: true, taskId: null });
      expect(await entries()).toMatchObject([
        { type: 'environment_clock.updated', entityId: one.environmentId, after: { frozenAt: now } },
      ]);
      await expectOk(setClock(one, null));
      expect(await expectOk(setClock(one, null))).toEqual({ now, isFrozen: false, taskId: null });
      expect(await entries()).toHaveLength(2);
    });

    it('K1: goes forward only, and not past a hundred years', async () => {
      await moveClock(one, inDays(2));
      expect(await setClock(one, inDays(1))).toRefuse('BadUserInput', /goes forward only/);
      expect(await setClock(one, inDays(40_000))).toRefuse('BadUserInput', /^now/);
      for (const now of ['tomorrow', 5, ''])
        expect(await one.api.rest('PUT', clockPath(one), { now })).toRefuse('BadUserInput', /^now/);
      expect(await one.api.rest('PUT', clockPath(one), {})).toRefuse('BadUserInput', /^now/);
      expect((await told()).now).toBe(inDays(2).toISOString());
    });

    it('K1: PRODUCTION has the time that passes', async () => {
      expect(await setClock(app.a, inDays(1))).toRefuse('BadUserInput', /PRODUCTION/);
      expect(await told(app.a)).toMatchObject({ isFrozen: false });
    });

    it('B2: only its own is told and set, whatever stands in the path', async () => {
      const other = await sandbox(app);
      for (const environmentId of [other.environmentId, '00000000-0000-4000-8000-000000000000']) {
        const path = clockPath({ environmentId });
        expect(await one.api.rest('GET', path)).toRefuse('EnvironmentMismatch');
        expect(await one.api.rest('PUT', path, { now: inDays(1).toISOString() })).toRefuse(
          'EnvironmentMismatch',
        );
        expect(await overGraphql(`environmentClock(id: "${environmentId}") { now }`)).toRefuse(
          'EnvironmentMismatch',
        );
      }
      await moveClock(one, inDays(9));
      expect((await told(other)).now).toBe(app.clock.now().toISOString());
    });

    it('A6: needs the permission of the settings', async () => {
      const scoped = { ...one, api: app.anonymous.as({ key: await one.scopedKey('customers:write') }) };
      expect(await scoped.api.rest('GET', clockPath(one))).toRefuse('IdentityForbidden');
      expect(await setClock(scoped, inDays(1))).toRefuse('IdentityForbidden');
    });
  });

  describe('is what every rule of time goes by', () => {
    beforeEach(async () => {
      const { api } = one;
      await createFeature(api, 'calls', 'metered');
      await createProduct(api, 'main');
      const monthly = {
        resetPeriod: 'MONTH',
        monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
      };
      await publishPlan(api, {
        id: 'free',
        productId: 'main',
        entitlements: [feature('calls', { usageLimit: 10, ...monthly })],
      });
      await createCustomer(api, 'ada');
      await subscribe(api, 'ada', 'free');
    });

    it('K4: windows, instants of what is made, and usage without an instant of its own, two years ahead', async () => {
      const { api } = one;
      await expectOk(report(api, 'ada', 'calls', 9));
      const later = inDays(730);
      await moveClock(one, later);
      expect(await check(api, 'ada', 'featureId=calls')).toMatchObject({ isGranted: true, currentUsage: 0 });
      expect(await counted(report(api, 'ada', 'calls', 4))).toMatchObject({
        timestamp: later.toISOString(),
        currentUsage: 4,
      });
      const made = await expectOk<Json>(api.rest('POST', '/customers', { id: 'bob' }));
      expect(made).toMatchObject({ createdAt: later.toISOString() });
      expect(await momentsOf(app, one, 'bob')).toEqual([['customer.created', later]]);
      const log = await expectPage<Json>(api.rest('GET', '/activity?entityId=bob'));
      expect(log.data[0]).toMatchObject({ createdAt: later.toISOString() });
      app.clock.advance({ days: 1 });
      expect(await check(api, 'ada', 'featureId=calls')).toMatchObject({ currentUsage: 4 });
    });

    it('K4: raw events two years ahead are counted, stored and told', async () => {
      const { api } = one;
      const meter = {
        aggregation: { function: 'COUNT' },
        filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'call' }] }],
      };
      await createFeature(api, 'events', 'metered', { meter });
      await grant(api, 'ada', 'events', { usageLimit: 5 });
      const later = inDays(730);
      await moveClock(one, later);
      await expectOk(
        api.rest('POST', '/events', {
          events: [{ customerId: 'ada', eventName: 'call', idempotencyKey: 'first' }],
        }),
      );
      expect(await check(api, 'ada', 'featureId=events')).toMatchObject({ currentUsage: 1 });
    });

    it('K4: not the machine’s: keys end, answers are repeated and limits are counted by real time', async () => {
      const { api } = one;
      const key = await expectOk<{ secret: string; expiresAt: string }>(
        api.rest('POST', '/api-keys', {
          displayName: 'short',
          scopes: ['customers:read'],
          expiresAt: inDays(1).toISOString(),
        }),
      );
      const holder = app.anonymous.as({ key: key.secret });
      const keyed = api.as({ headers: { 'idempotency-key': 'once' } });
      const body = { id: 'carl' };
      const first = await keyed.rest('POST', '/customers', body);
      await moveClock(one, inDays(400));
      expect((await holder.rest('GET', '/customers')).status).toBe(200);
      expect((await keyed.rest('POST', '/customers', body)).body).toEqual(first.body);
      app.clock.advance({ days: 2 });
      expect(await holder.rest('GET', '/customers')).toRefuse('Unauthenticated');
    });

    it('K4: of this environment only', async () => {
      const other = await sandbox(app);
      await moveClock(one, inDays(100));
      const made = await expectOk<Json>(other.api.rest('POST', '/customers', { id: 'bob' }));
      expect(made).toMatchObject({ createdAt: app.clock.now().toISOString() });
    });
  });

  describe('does what falls due on its way', () => {
    beforeEach(async () => {
      const { api } = one;
      for (const id of ['sso', 'audit']) await createFeature(api, id, 'switch');
      for (const id of ['ada', 'bob']) await createCustomer(api, id);
    });

    it('K3: in order, each as of its instant, as a task with progress', async () => {
      const { api } = one;
      const [month, week] = [
        await grant(api, 'ada', 'sso', { period: '1 month' }),
        await grant(api, 'bob', 'sso', { period: '1 week' }),
      ];
      const task = await moveClock(one, inDays(90));
      expect(task).toMatchObject({ state: 'COMPLETED', progress: { done: 4, failed: 0, total: 4 } });
      const momentsBefore = ({ endDate }: Json): Date[] =>
        [-7, 0].map((days) => addDays(new Date(String(endDate)), days));
      const moments = [week, month].flatMap(momentsBefore).map((at) => at.toISOString());
      expect(task?.results.map(({ result }) => (result as Json)['dueAt']).sort()).toEqual(moments.sort());
      for (const promotion of [week, month]) {
        const [soon, end] = momentsBefore(promotion);
        expect(await momentsOf(app, one, promotion['id'] as string)).toEqual([
          ['promotional_entitlement.granted', app.clock.now()],
          ['promotional_entitlement.ends_soon', soon],
          ['promotional_entitlement.expired', end],
        ]);
      }
    });

    it('K3: one move is the same as many small ones', async () => {
      const two = await sandbox(app);
      await createFeature(two.api, 'sso', 'switch');
      await createCustomer(two.api, 'ada');
      const [atOnce, stepwise] = [
        await grant(one.api, 'ada', 'sso', { period: '1 month' }),
        await grant(two.api, 'ada', 'sso', { period: '1 month' }),
      ];
      await moveClock(one, inDays(60));
      for (let days = 5; days <= 60; days += 5) await moveClock(two, inDays(days));
      const pictures = [
        await momentsOf(app, one, atOnce['id'] as string),
        await momentsOf(app, two, stepwise['id'] as string),
      ];
      expect(pictures[0]).toEqual(pictures[1]);
    });

    it('K3, K4: a clock that runs ahead meets what is due by itself', async () => {
      const promotion = await grant(one.api, 'ada', 'sso', { period: '1 week' });
      await moveClock(one, inDays(6));
      await expectOk(setClock(one, null));
      app.clock.advance({ days: 2 });
      await app.nest.get(DueOrder).catchUp(one.environmentId);
      expect((await momentsOf(app, one, promotion['id'] as string)).at(-1)).toEqual([
        'promotional_entitlement.expired',
        new Date(promotion['endDate'] as string),
      ]);
    });

    it('K3: what falls due on the way of a move is left to its task', async () => {
      const promotion = await grant(one.api, 'ada', 'sso', { period: '1 week' });
      const types = async (): Promise<string[]> =>
        (await momentsOf(app, one, promotion['id'] as string)).map(([type]) => type);
      await moveClock(one, inDays(6));
      await expectOk(setClock(one, null));
      app.clock.advance({ days: 2 });
      // Of a kind that no runner of this process takes up, for another process holds it.
      const held = `insert into task (environment_id, uid, kind, entity_type, entity_id, state, payload, principal, total, done, failed,
                                      attempts, created_at, updated_at, lease_until)
                    values ($1::uuid, $2, 'MOVE_CLOCK', 'ENVIRONMENT_CLOCK', 'any', 'IN_PROGRESS', '{}', '{}', 1, 0, 0, 1, now(), now(),
                            now() + interval '1 hour')`;
      const taskUid = newUid();
      await app.dataSource.query(held, [one.environmentId, taskUid]);
      await app.nest.get(ClockMoves).catchUp();
      expect(await types()).not.toContain('promotional_entitlement.expired');
      await app.dataSource.query('delete from task where uid = $1', [taskUid]);
      await app.nest.get(ClockMoves).catchUp();
      expect(await types()).toContain('promotional_entitlement.expired');
    });

    it('K3: reaches every process before the task ends', async () => {
      const beside = await app.startBeside();
      try {
        const api = beside.api.as({ key: one.serverKey });
        await grant(api, 'ada', 'sso', { period: '1 week' });
        expect(await check(api, 'ada', 'featureId=sso')).toMatchObject({ isGranted: true });
        const later = inDays(30);
        await moveClock(one, later);
        expect(await expectOk(api.rest('POST', '/customers', { id: 'carl' }))).toMatchObject({
          createdAt: later.toISOString(),
        });
        expect(await check(api, 'ada', 'featureId=sso')).toMatchObject({ isGranted: false });
      } finally {
        await beside.close();
      }
    });

    it('K1: of many that move it at once each goes forward, and it stands at the latest', async () => {
      const all = await Promise.all([3, 9, 1, 7, 5].map((days) => setClock(one, inDays(days))));
      expect(all.some(({ status }) => status === 200)).toBe(true);
      for (const answer of all.filter(({ status }) => status !== 200))
        expect(answer).toRefuse('BadUserInput');
      expect((await told()).now).toBe(inDays(9).toISOString());
    });
  });
});
