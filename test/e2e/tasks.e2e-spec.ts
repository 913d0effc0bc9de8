import { newContext, runInContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { LongTask } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { everyField } from '../support/graphql-selection';
import { calls, draftWith, endOf, getTask, publishFor } from '../support/publishing';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';

/** Domain: catalog L7; the operations are additions. */
describe('background tasks', () => {
  let app: TestApp;
  let api: ApiClient;
  let open: () => void;
  let gate: Promise<void>;

  @LongTask('TEST_NUMBERS', { entityType: 'CUSTOMER' })
  class Numbers {
    async next(
      { subjects, waits }: { subjects: number; waits?: boolean },
      after: string | null,
      limit: number,
    ) {
      if (waits) await gate;
      const keys = Array.from({ length: subjects }, (_, n) => String(n + 1).padStart(4, '0'));
      const rest = keys.filter((key) => after === null || key > after).slice(0, limit);
      return rest.map((key) => ({ key, id: `number-${Number(key)}` }));
    }

    async process(_payload: object, { key }: { key: string }): Promise<object | undefined> {
      if (Number(key) % 10 === 3) throw new DomainError('IntegrityViolation', `${key} cannot be done`);
      if (Number(key) % 10 === 7) throw new Error('a bug');
      return Number(key) % 2 === 0 ? { isEven: true } : undefined;
    }
  }

  @LongTask('TEST_SECRETS', { entityType: 'CUSTOMER', resultsNeed: 'entitlements:read' })
  class Secrets {
    async next(_payload: object, after: string | null) {
      return after === null ? [{ key: '1', id: 'somebody' }] : [];
    }

    async process(): Promise<object> {
      return { secret: 'kept' };
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Numbers, Secrets] });
    api = app.a.api;
  });
  beforeEach(() => {
    gate = new Promise((resolve) => (open = resolve));
  });
  afterAll(() => app.close());

  const start = (
    payload: Json,
    { accountId, environmentId }: TestEnvironment = app.a,
    kind = 'TEST_NUMBERS',
  ): Promise<string> => {
    const principal = { kind: 'USER', actor: 'somebody', accountId, environmentId, may: () => true } as const;
    const work = () =>
      app.nest.get(Tasks).start({
        kind,
        entityType: 'IMPORT',
        entityId: 'numbers',
        payload,
        total: Number(payload['subjects']),
      });
    const context = { ...newContext('test', 'WORKER'), principal };
    return runInContext(context, () => app.nest.get(UnitOfWork).run(work));
  };

  const publishOnce = async (client: ApiClient, planId: string): Promise<string> => {
    const known = await client.rest('GET', `/plans/${planId}`);
    if (known.status === 404) {
      await client.rest('POST', '/products', { id: planId, displayName: planId });
      await client.rest('POST', '/features', {
        id: 'calls',
        displayName: 'Calls',
        featureType: 'NUMBER',
        meterType: 'INCREMENTAL',
      });
      await publishPlan(client, { id: planId, productId: planId, entitlements: [calls(1)] });
      await createCustomer(client, `${planId}-holder`);
      await subscribe(client, `${planId}-holder`, planId);
    }
    await draftWith(client, 'plans', planId, 2);
    const taskId = await publishFor(client, 'plans', planId);
    await endOf(client, taskId);
    return String(taskId);
  };

  behavesAsList({
    app: () => app,
    path: '/tasks',
    field: 'tasks',
    create: (client, index) => publishOnce(client, index % 2 === 1 ? 'odd' : 'even'),
    filter: { query: 'entityId=odd', graphql: 'entityId: "odd"' },
  });
  needsPermission({
    app: () => app,
    resource: 'plans',
    reads: [
      { rest: ['GET', '/tasks'], graphql: '{ tasks { totalCount } }' },
      { rest: ['GET', '/tasks/nobody'], graphql: '{ task(id: "nobody") { id } }' },
      { rest: ['GET', '/tasks/nobody/results'], graphql: '{ taskResults(id: "nobody") { totalCount } }' },
    ],
    writes: [
      { rest: ['POST', '/tasks/nobody/cancel'], graphql: 'mutation { cancelTask(id: "nobody") { id } }' },
    ],
  });

  it('L7: tells progress and the first results, those that failed before the others', async () => {
    const id = await start({ subjects: 30 });
    const task = await endOf(api, id);
    expect(task).toMatchObject({
      id,
      kind: 'TEST_NUMBERS',
      entityType: 'IMPORT',
      entityId: 'numbers',
      state: 'PARTIALLY_FAILED',
      progress: { done: 24, failed: 6, total: 30 },
      createdAt: app.clock.now().toISOString(),
      startedAt: app.clock.now().toISOString(),
      finishedAt: app.clock.now().toISOString(),
    });
    const numbers = [3, 7, 13, 17, 23, 27, 1, 2, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 18];
    expect(task.results.map(({ entityId }) => entityId)).toEqual(numbers.map((n) => `number-${n}`));
    expect(task.results.slice(0, 2)).toMatchObject([
      { state: 'FAILED', code: 'IntegrityViolation', message: '0003 cannot be done', result: null },
      { state: 'FAILED', code: null, message: expect.stringContaining('log of the service') as string },
    ]);
    expect(task.results[7]).toMatchObject({
      state: 'DONE',
      code: null,
      message: null,
      result: { isEven: true },
    });
    // The fault itself is for the log, not for the caller.
    expect(JSON.stringify(task)).not.toContain('a bug');
    expect(app.logLines.some((line) => line.includes('a bug') && line.includes(id))).toBe(true);
  });

  it('IdentityForbidden: tells results to whom what they tell may be told, and progress to all who may read tasks', async () => {
    const id = await start({ subjects: 1 }, app.a, 'TEST_SECRETS');
    const whole = await endOf(api, id);
    expect(whole.results).toMatchObject([{ entityId: 'somebody', result: { secret: 'kept' } }]);
    const reader = app.anonymous.as({ key: await app.a.scopedKey('plans:read') });
    const { results: _hidden, ...told } = whole;
    expect(await getTask(reader, id)).toEqual(told);
    const refused = await reader.rest('GET', `/tasks/${id}/results`);
    expect(refused).toRefuse('IdentityForbidden', /entitlements:read/);
    const both = app.anonymous.as({ key: await app.a.scopedKey('plans:read', 'entitlements:read') });
    expect(await getTask(both, id)).toEqual(whole);
    expect((await expectPage(both.rest('GET', `/tasks/${id}/results`))).data).toEqual(whole.results);
  });

  it('tells the same over GraphQL', async () => {
    const id = await start({ subjects: 5 });
    const task = await endOf(api, id);
    const fields = everyField(app, 'Task');
    expect(await expectOk(api.graphql(`{ task(id: "${id}") ${fields} }`))).toEqual(task);
    const listed = await expectOk<{ edges: { node: Json }[] }>(
      api.graphql(`{ tasks(kind: "TEST_NUMBERS", first: 1) { edges { node ${fields} } } }`),
    );
    expect(listed.edges[0]?.node).toEqual({ ...task, results: null });
  });

  it('lists the results of a task in pages, of one state when asked', async () => {
    const id = await start({ subjects: 20 });
    await endOf(api, id);
    const page = await expectPage<Json>(api.rest('GET', `/tasks/${id}/results?limit=2`));
    expect(page.data.map((each) => each['entityId'])).toEqual(['number-20', 'number-19']);
    expect(page.has_more).toBe(true);
    const older = await expectPage<Json>(
      api.rest('GET', `/tasks/${id}/results?limit=2&after=${page.next_cursor}`),
    );
    expect(older.data.map((each) => each['entityId'])).toEqual(['number-18', 'number-17']);
    const failed = await expectPage<Json>(api.rest('GET', `/tasks/${id}/results?state=failed`));
    expect(failed.data.map((each) => each['entityId'])).toEqual([
      'number-17',
      'number-13',
      'number-7',
      'number-3',
    ]);
    const fields = everyField(app, 'TaskResult');
    const nodes = await expectOk<{ edges: { node: Json }[]; totalCount: number }>(
      api.graphql(`{ taskResults(id: "${id}", state: [FAILED]) { edges { node ${fields} } totalCount } }`),
    );
    expect(nodes.edges.map(({ node }) => node)).toEqual(failed.data);
    expect(nodes.totalCount).toBe(4);
  });

  it('filters by state and kind, in any letter case', async () => {
    const id = await start({ subjects: 1 });
    await endOf(api, id);
    const idsOf = async (query: string) =>
      (await expectPage(api.rest('GET', `/tasks?${query}`))).data.map((each) => each.id);
    expect(await idsOf('state=completed&kind=TEST_NUMBERS')).toContain(id);
    expect(await idsOf('state=failed,canceled')).not.toContain(id);
    expect(await idsOf('kind=MIGRATE_SUBSCRIPTIONS')).not.toContain(id);
    expect(await api.rest('GET', '/tasks?state=stuck')).toRefuse('BadUserInput', /state/);
  });

  it('T-01: the task of another environment is as unknown as any other', async () => {
    const id = await start({ subjects: 1 }, app.b);
    await endOf(app.b.api, id);
    for (const path of [`/tasks/${id}`, `/tasks/${id}/results`]) {
      const unknown = newUid();
      const foreign = await api.rest('GET', path);
      expect(foreign).toRefuse('TaskNotFound');
      expect(foreign.text).toBe(
        (await api.rest('GET', path.replace(id, unknown))).text.replaceAll(unknown, id),
      );
    }
    expect(await api.rest('POST', `/tasks/${id}/cancel`)).toRefuse('TaskNotFound');
    expect(await api.graphql(`{ task(id: "${id}") { id } }`)).toRefuse('TaskNotFound');
    expect(await api.rest('GET', '/tasks/no-uuid')).toRefuse('TaskNotFound', /no-uuid/);
    const other = await start({ subjects: 1 });
    await endOf(api, other);
    const [result] = (await getTask(api, other)).results as unknown as { id: string }[];
    const elsewhere = await app.b.api.rest('GET', `/tasks/${id}/results?after=${result?.id}`);
    expect(elsewhere).toRefuse('BadUserInput', /cursor/);
  });

  it('L7: is canceled between two subjects, and what has had its turn stays', async () => {
    const id = await start({ subjects: 200, waits: true });
    await eventually(async () => expect(await getTask(api, id)).toMatchObject({ state: 'IN_PROGRESS' }));
    expect(await getTask(api, id)).toMatchObject({
      progress: { done: 0, failed: 0, total: 200 },
      finishedAt: null,
    });
    const canceled = await expectOk<Json>(api.rest('POST', `/tasks/${id}/cancel`));
    expect(canceled).toMatchObject({ state: 'CANCELED', finishedAt: app.clock.now().toISOString() });
    open();
    expect(await api.rest('POST', `/tasks/${id}/cancel`)).toRefuse('InvalidArgumentError', /CANCELED/);
    const over = await api.graphql(`mutation { cancelTask(id: "${id}") { id } }`);
    expect(over).toRefuse('InvalidArgumentError');
    // One that is asked for after it has its turn, so the canceled one has had its chance.
    await endOf(api, await start({ subjects: 1 }));
    expect(await getTask(api, id)).toEqual(canceled);
  });

  it('a unit of work that fails leaves no task behind', async () => {
    const { accountId, environmentId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    const before = await app.dataSource.query<Json[]>('select uid from task order by uid');
    const failing = runInContext({ ...newContext('test', 'WORKER'), principal }, () =>
      app.nest.get(UnitOfWork).run(async () => {
        const about = { entityType: 'IMPORT', entityId: 'x', payload: { subjects: 1 }, total: 1 } as const;
        await app.nest.get(Tasks).start({ kind: 'TEST_NUMBERS', ...about });
        throw new Error('too late');
      }),
    );
    await expect(failing).rejects.toThrow('too late');
    expect(await app.dataSource.query('select uid from task order by uid')).toEqual(before);
  });

  it('a task whose plan is told by an idempotent answer is the same task', async () => {
    await createProduct(api, 'idempotent');
    await createFeature(api, 'calls', 'metered').catch(() => undefined);
    await publishPlan(api, { id: 'idempotent', productId: 'idempotent', entitlements: [calls(1)] });
    await createCustomer(api, 'idempotent');
    await subscribe(api, 'idempotent', 'idempotent');
    await draftWith(api, 'plans', 'idempotent', 2);
    const publish = () =>
      expectOk<{ taskId: string }>(
        api.rest(
          'POST',
          '/plans/idempotent/publish',
          { migrationType: 'ALL_CUSTOMERS' },
          { 'idempotency-key': 'k' },
        ),
      );
    const first = await publish();
    expect(await publish()).toEqual(first);
    await endOf(api, first.taskId);
  });
});
