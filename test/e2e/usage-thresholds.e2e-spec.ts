import { KeyPepper } from '#libs/credentials/key-pepper';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { countedStatements } from '../support/counted-statements';
import { execute } from '../support/database';
import { eventsAbout, type ToldEvent } from '../support/events';

// Domain: entitlements-usage

describe('receivers are told how far a limit is used', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'seats', 'gauge');
    for (const id of ['calls', 'soft', 'endless', 'nothing', 'ever']) await createFeature(api, id, 'metered');
    await createFeature(api, 'packs', 'metered', { unitTransformation: { divide: 10, round: 'UP' } });
    const monthly = { resetPeriod: 'MONTH' };
    const entitlements = [
      feature('calls', { usageLimit: 100, ...monthly }),
      feature('soft', { usageLimit: 100, hasSoftLimit: true, ...monthly }),
      feature('seats', { usageLimit: 10 }),
      feature('ever', { usageLimit: 10 }),
      feature('endless', { hasUnlimitedUsage: true }),
      feature('nothing', { usageLimit: 0, ...monthly }),
      feature('packs', { usageLimit: 10, ...monthly }),
    ];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  });
  beforeEach(() => choose([80, 90]));
  afterAll(() => app.close());

  const choose = (usageThresholds: number[]) =>
    expectOk(api.rest('PATCH', '/environment-settings', { usageThresholds }));
  const subscriber = () => newSubscriber(api, 'plan');
  const told = async (id: string): Promise<ToldEvent[]> =>
    (await eventsAbout(app, id)).filter(({ type }) => type === 'entitlement.usage_exceeded');
  const thresholds = async (id: string): Promise<unknown[]> =>
    (await told(id)).map(({ payload }) => payload['threshold']);
  const use = (id: string, featureId: string, value: number, more: Json = {}) =>
    expectOk(report(api, id, featureId, value, more));

  it('N1, access-and-events W10: once past the limit, with the counter, its limit and its window', async () => {
    await choose([]);
    const id = await subscriber();
    await use(id, 'calls', 100);
    expect(await told(id)).toEqual([]);
    await use(id, 'calls', 1);
    await use(id, 'calls', 50);
    const [event, ...others] = await told(id);
    expect(others).toEqual([]);
    const [start, end] = [app.clock.now(), new Date(app.clock.now())];
    end.setUTCMonth(end.getUTCMonth() + 1);
    expect(event).toMatchObject({
      entity_type: 'CUSTOMER',
      entity_id: id,
      payload: {
        customerId: id,
        resourceId: null,
        ref: { type: 'FEATURE', id: 'calls' },
        currentUsage: 101,
        usageLimit: 100,
        usagePeriodStart: start.toISOString(),
        usagePeriodEnd: end.toISOString(),
        usageVersion: expect.any(Number) as number,
        threshold: null,
      },
    });
  });

  it('N1: at each threshold that is set, as soon as it is reached, and what is passed at once in their order', async () => {
    const [slow, fast] = [await subscriber(), await subscriber()];
    for (const value of [79, 1, 9, 1, 10, 1]) await use(slow, 'calls', value);
    expect(await thresholds(slow)).toEqual([80, 90, null]);
    expect((await told(slow)).map(({ payload }) => payload['currentUsage'])).toEqual([80, 90, 101]);
    await use(fast, 'calls', 500);
    expect(await thresholds(fast)).toEqual([80, 90, null]);
  });

  it('N1: the same over GraphQL, and under an Idempotency-Key, which a repetition tells nothing of', async () => {
    const id = await subscriber();
    const usages = (value: number) => [{ customerId: id, featureId: 'calls', value }];
    const mutation = 'mutation Report($input: ReportUsageInput!) { reportUsage(input: $input) { id } }';
    await expectOk(api.graphql(mutation, { input: { usages: usages(85) } }));
    expect(await thresholds(id)).toEqual([80]);
    for (const _ of [1, 2]) {
      const key = { 'idempotency-key': id };
      expect((await api.send('POST', '/api/v1/usage', { usages: usages(20) }, key)).status).toBe(201);
    }
    expect(await thresholds(id)).toEqual([80, 90, null]);
  });

  it('N1, A5: an idempotencyKey that comes again tells nothing again', async () => {
    const id = await subscriber();
    for (const _ of [1, 2]) await use(id, 'calls', 85, { idempotencyKey: 'k' });
    expect(await thresholds(id)).toEqual([80]);
  });

  it('N1, A2: a batch that is refused tells nothing, and leaves all to be told', async () => {
    const id = await subscriber();
    const of = (value: number) => ({ customerId: id, featureId: 'calls', value });
    expect(await api.rest('POST', '/usage', { usages: [of(95), of(-500)] })).toRefuse(
      'EntitlementUsageOutOfRangeError',
    );
    expect(await told(id)).toEqual([]);
    await expectOk(api.rest('POST', '/usage', { usages: [of(85), of(-10), of(10), of(20)] }));
    expect(await thresholds(id)).toEqual([80, 90, null]);
  });

  it('N1: given back and used again tells nothing again in a window; the next window tells anew', async () => {
    const id = await subscriber();
    await use(id, 'calls', 85);
    await use(id, 'calls', 10, { updateBehavior: 'SET' });
    await use(id, 'calls', 85, { updateBehavior: 'SET' });
    expect(await thresholds(id)).toEqual([80]);
    const before = app.clock.now();
    app.clock.advance({ days: 32 });
    await use(id, 'calls', 85);
    expect(await thresholds(id)).toEqual([80, 80]);
    // Late usage is told of in the window that it happened in.
    await use(id, 'calls', 5, { createdAt: before.toISOString() });
    expect(await thresholds(id)).toEqual([80, 80, 90]);
    expect((await told(id)).at(-1)?.payload).toMatchObject({ currentUsage: 90 });
  });

  it('N1, A8: a level tells each time that it rises past one', async () => {
    const id = await subscriber();
    for (const value of [8, -1, 1, 3, -2, 2]) await use(id, 'seats', value);
    expect(await thresholds(id)).toEqual([80, 80, 90, null, null]);
  });

  it('N1: nothing of what has no end; of a limit of 0 that it is exceeded; of a soft limit all', async () => {
    const id = await subscriber();
    await use(id, 'endless', 1_000_000);
    expect(await told(id)).toEqual([]);
    await use(id, 'nothing', 0);
    expect(await told(id)).toEqual([]);
    await use(id, 'nothing', 1);
    expect(await thresholds(id)).toEqual([null]);
    await use(id, 'soft', 101, { enforceLimit: true });
    expect(await thresholds(id)).toEqual([null, 80, 90, null]);
  });

  it('N1, Q12: with enforceLimit up to the limit, which is never exceeded', async () => {
    await choose([100]);
    const id = await subscriber();
    await use(id, 'calls', 100, { enforceLimit: true });
    expect(await report(api, id, 'calls', 1, { enforceLimit: true })).toRefuse(
      'EntitlementLimitExceededError',
    );
    expect(await thresholds(id)).toEqual([100]);
  });

  it('N1, W1: without a reset once for ever, and in sold units', async () => {
    const id = await subscriber();
    await use(id, 'ever', 8);
    expect((await told(id))[0]?.payload).toMatchObject({ usagePeriodStart: null, usagePeriodEnd: null });
    await use(id, 'packs', 71);
    await use(id, 'packs', 30);
    expect(
      (await told(id)).slice(1).map(({ payload }) => [payload['threshold'], payload['currentUsage']]),
    ).toEqual([
      [80, 8],
      [90, 11],
      [null, 11],
    ]);
  });

  it('N1: thresholds that are set hold for the next report, and tell nothing by themselves', async () => {
    await choose([]);
    const id = await subscriber();
    // Twice, so that all that the next one asks is held in memory.
    for (const value of [80, 5]) await use(id, 'calls', value);
    await choose([80]);
    expect(await told(id)).toEqual([]);
    await use(id, 'calls', 1);
    expect(await thresholds(id)).toEqual([80]);
  });

  it('N2: what cannot be told is not counted, and is told when it is reported again', async () => {
    const id = await subscriber();
    await use(id, 'calls', 1);
    await execute(
      app.databaseUrl,
      `create function no_event() returns trigger language plpgsql as
      $$ begin raise exception 'no room for events'; end $$`,
      'create trigger no_event before insert on outbox_event for each row execute function no_event()',
    );
    expect((await report(api, id, 'calls', 85)).status).toBe(500);
    await execute(app.databaseUrl, 'drop function no_event cascade');
    expect(await told(id)).toEqual([]);
    expect(await use(id, 'calls', 85)).toMatchObject([{ currentUsage: 86 }]);
    expect(await thresholds(id)).toEqual([80]);
  });

  it('N2: a report that reaches nothing is one statement and reads no settings', async () => {
    const id = await subscriber();
    await use(id, 'calls', 85);
    await use(id, 'calls', 1);
    const { answer, statements } = await countedStatements(app, () => report(api, id, 'calls', 1));
    expect(answer.status).toBe(201);
    expect(statements.map((text) => text.split(/\W/, 1)[0])).toEqual(['with']);
    expect(await thresholds(id)).toEqual([80]);
  });

  it('N2, access-and-events W10: the actor is who reported, also where several reported at once', async () => {
    const keys = await Promise.all([1, 2].map(() => app.a.scopedKey('usage:write')));
    const asked = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => ({ id: await subscriber(), key: keys[n % 2] as string })),
    );
    await Promise.all(
      asked.map(({ id, key }) => expectOk(report(app.anonymous.as({ key }), id, 'calls', 85))),
    );
    for (const { id, key } of asked) {
      const [{ uid }] = await app.dataSource.query<[{ uid: string }]>(
        'select uid from api_key where digest = $1',
        [app.nest.get(KeyPepper).digest(key)],
      );
      expect((await told(id)).map(({ actor }) => actor)).toEqual([uid]);
    }
  });

  it.each([
    ['had committed', true],
    ['had not committed', false],
  ])('N2: a connection that breaks where it %s tells once', async (_title, isCommitted) => {
    const id = await subscriber();
    const unitOfWork = app.nest.get(UnitOfWork);
    const run = unitOfWork.run.bind(unitOfWork);
    jest.spyOn(unitOfWork, 'run').mockImplementationOnce(async (work) => {
      if (isCommitted) await run(work);
      throw new Error('Connection terminated unexpectedly');
    });
    expect(await use(id, 'calls', 85)).toMatchObject([{ currentUsage: 85 }]);
    expect(await thresholds(id)).toEqual([80]);
  });
});
