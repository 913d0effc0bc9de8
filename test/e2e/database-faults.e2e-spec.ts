import { Client } from 'pg';
import { createTestApp, type TestApp } from '../support/app';
import type { GraphqlAnswer, RestAnswer } from '../support/client';
import { execute } from '../support/database';

interface FaultLine {
  code?: string;
  operation?: string;
  reason?: string;
  requestId?: string;
}

/** Statements that PostgreSQL gives up: callers are told to come again, whoever runs it finds the SQLSTATE in the log. */
describe('faults of the database', () => {
  let app: TestApp;

  beforeAll(async () => {
    // A statement has less time than a lock, so that who waits for a lock meets the limit of the statement.
    app = await createTestApp({ patience: { lockMs: 20_000, statementMs: 1000 } });
    await execute(
      app.databaseUrl,
      `create function disk_is_full() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    );
    const trigger = `create trigger full_disk before insert on coupon execute function disk_is_full()`;
    await execute(app.databaseUrl, trigger);
  });
  afterAll(() => app.close());

  const linesOf = (code: string): FaultLine[] =>
    app.logLines.map((line) => JSON.parse(line) as FaultLine).filter((line) => line.code === code);

  const expectComeAgain = (answer: RestAnswer, message: RegExp): void => {
    expect(answer).toFailPlainly(503, message);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after-ms'))).toBeGreaterThan(0);
  };

  const codesOf = ({ errors }: GraphqlAnswer): string[] => errors.map(({ extensions }) => extensions.code);

  /** As long as nobody else may so much as read a table. */
  async function whileLocked<A>(table: string, request: () => Promise<A>): Promise<A> {
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      await holder.query(`begin; lock table ${table} in access exclusive mode`);
      return await request();
    } finally {
      await holder.end();
    }
  }

  it('§2.7: a statement that takes too long is 503 with Retry-After, read or write, and its SQLSTATE is logged', async () => {
    const { api } = app.a;
    const [read, write, graphql] = await whileLocked('product', () =>
      Promise.all([
        api.rest('GET', '/products'),
        api.rest('POST', '/products', { id: 'late', displayName: 'Late' }),
        api.graphql('{ products { totalCount } }'),
      ]),
    );
    expectComeAgain(read, /took too long/);
    expectComeAgain(write, /took too long/);
    expect(codesOf(graphql)).toEqual(['SERVICE_UNAVAILABLE']);
    expect(linesOf('57014').length).toBeGreaterThan(0);
    // Nothing was done, and what comes again is served.
    expect((await api.rest('POST', '/products', { id: 'late', displayName: 'Late' })).status).toBe(201);
  });

  it('§2.7: a full disk is 503 through both doors, and the log has its SQLSTATE, operation and request', async () => {
    const { api } = app.a;
    const coupon = { id: 'full', name: 'Full', percentOff: 10 };
    const rest = await api.rest('POST', '/coupons', coupon, { 'x-request-id': 'full-disk' });
    expectComeAgain(rest, /database is away/);
    const [line] = linesOf('53100');
    expect(line).toMatchObject({
      operation: 'POST /api/v1/coupons',
      reason: 'could not extend file: No space left on device',
      requestId: 'full-disk',
    });
    const document = 'mutation { createCoupon(input: { id: "full", name: "Full", percentOff: 10 }) { id } }';
    expect(codesOf(await api.graphql(document))).toEqual(['SERVICE_UNAVAILABLE']);
    expect((await app.anonymous.send('GET', '/metrics')).text).toContain(
      'database_faults_total{code="53100"} 2',
    );
  });
});
