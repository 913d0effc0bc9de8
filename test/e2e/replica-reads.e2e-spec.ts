import { Metrics } from '#libs/telemetry/metrics';
import { ReplicaReads } from '#libs/persistence/replica-reads';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { createCustomer, createProduct } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { rowsOf } from '../support/database';
import { eventually } from '../support/eventually';

// ADR-0128. The primary stands where a replica should be: it is asked for each list whether it is one, and takes no part.

describe('a process with DATABASE_REPLICA_URL', () => {
  let app: TestApp;
  let process: OtherProcess;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    process = await app.startBeside({ variables: { DATABASE_REPLICA_URL: app.serviceUrl } });
    api = process.api;
    await createProduct(api, 'maps');
    await createCustomer(api, 'ada');
  });
  afterAll(() => app.close());

  /** Statements that a replica could have answered. */
  async function asksReplica(work: () => Promise<unknown>): Promise<boolean> {
    const text = () => process.nest.get(Metrics).render();
    const count = async () =>
      Number(/^replica_reads_total\{outcome="away"\} (\d+)$/m.exec(await text())?.[1] ?? 0);
    const before = await count();
    await work();
    return (await count()) > before;
  }

  it.each([
    ['a list', () => expectOk(api.rest('GET', '/customers'))],
    ['a list below an object', () => expectOk(api.rest('GET', '/customers/ada/invoices'))],
    ['a report', () => expectOk(api.rest('GET', '/credits/usage?customerId=ada'))],
    ['a search', () => expectOk(api.rest('GET', '/search?q=ada'))],
    ['a list over GraphQL', () => expectOk(api.graphql('{ products(first: 3) { edges { node { id } } } }'))],
    [
      'a list below an object over GraphQL',
      () => expectOk(api.graphql('{ customer(id: "ada") { subscriptions { id } } }')),
    ],
  ])('asks it for %s', async (_, work) => {
    expect(await asksReplica(work)).toBe(true);
  });

  it.each([
    ['an object', () => expectOk(api.rest('GET', '/customers/ada'))],
    ['an object over GraphQL', () => expectOk(api.graphql('{ customer(id: "ada") { id } }'))],
    ['a check', () => expectOk(api.rest('GET', '/customers/ada/entitlements/check?featureId=seats'))],
    ['all entitlements', () => expectOk(api.rest('GET', '/customers/ada/entitlements'))],
    ['a write', () => createCustomer(api, 'bob')],
    ['what a write decides by', () => expectOk(api.rest('PATCH', '/customers/ada', { name: 'Ada' }))],
    [
      'a write over GraphQL',
      () =>
        expectOk(
          api.graphql('mutation { updateProduct(id: "maps", input: { displayName: "Maps" }) { id } }'),
        ),
    ],
  ])('does not ask it for %s', async (_, work) => {
    expect(await asksReplica(work)).toBe(false);
  });

  it('is ready whatever becomes of it', async () => {
    expect(await api.send('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('holds no connection for it while it is stopped; a start may follow', async () => {
    const reads = process.nest.get(ReplicaReads);
    const sessions = async (): Promise<number> =>
      (
        await rowsOf(
          app.databaseUrl,
          `select from pg_stat_activity where application_name = 'replica' and datname = current_database()`,
        )
      ).length;
    await eventually(async () => expect(await sessions()).toBe(2));
    await reads.stop();
    await reads.stop();
    await eventually(async () => expect(await sessions()).toBe(0));
    expect(await asksReplica(() => expectOk(api.rest('GET', '/customers')))).toBe(false);
    reads.start();
    reads.start();
    await eventually(async () => expect(await sessions()).toBe(2));
  });
});
