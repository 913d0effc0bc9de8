import { ProductsService } from '#modules/catalog/products';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk } from '../support/client';
import { holdRow, somebodyWaits } from '../support/held-row';

// Domain: catalog

interface LogLine {
  level: string;
  requestId?: string;
  err?: { message: string; stack: string };
}

describe('faults', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const errorLines = (): LogLine[] =>
    app.logLines.map((line) => JSON.parse(line) as LogLine).filter(({ level }) => level === 'error');

  describe('a bug of ours', () => {
    const secret = 'select * from api_key where digest = $1';
    beforeAll(() => {
      jest.spyOn(app.nest.get(ProductsService), 'list').mockRejectedValue(new Error(secret));
    });
    afterAll(() => jest.restoreAllMocks());

    it('H-11: REST answers 500 without detail; the log has the stack under the request id', async () => {
      const answer = await app.a.api.rest('GET', '/products', undefined, { 'x-request-id': 'rest-fault' });
      expect(answer).toFailPlainly(500, /request id/);
      expect(answer.text).not.toContain('api_key');
      expect(answer.headers.get('x-request-id')).toBe('rest-fault');
      const line = errorLines().find(({ requestId }) => requestId === 'rest-fault');
      expect(line?.err?.message).toBe(secret);
      expect(line?.err?.stack).toContain('faults.e2e-spec');
    });

    it('G-13: GraphQL masks it as INTERNAL_SERVER_ERROR and answers the fields beside it', async () => {
      const document = '{ products { totalCount } features { totalCount } }';
      const answer = await app.a.api.graphql(document, {}, { 'x-request-id': 'graphql-fault' });
      expect(answer.data).toEqual({ products: null, features: { totalCount: 0 } });
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors[0]?.extensions).toEqual({
        code: 'INTERNAL_SERVER_ERROR',
        traceId: 'graphql-fault',
      });
      expect(answer.text).not.toContain('api_key');
      const line = errorLines().find(({ requestId }) => requestId === 'graphql-fault');
      expect(line?.err?.message).toBe(secret);
    });

    it('L-09: every error line names its request', () => {
      expect(errorLines().length).toBeGreaterThan(0);
      expect(errorLines().filter(({ requestId }) => requestId === undefined)).toEqual([]);
    });
  });

  describe('an object that another request holds', () => {
    let impatient: TestApp;

    beforeAll(async () => {
      impatient = await createTestApp({ patience: { lockMs: 400, statementMs: 700 } });
    });
    afterAll(() => impatient.close());

    it('C10: who waits for it in vain is told to try again, first or second in line, and nothing was done', async () => {
      const { a, databaseUrl } = impatient;
      await expectOk(a.api.rest('POST', '/customers', { id: 'held', name: 'before' }));
      const release = await holdRow(databaseUrl, 'customer', 'held');
      const document = 'mutation { updateCustomer(id: "held", input: { name: "after" }) { id } }';
      const [rest, graphql] = await Promise.all([
        a.api.rest('PATCH', '/customers/held', { name: 'after' }),
        a.api.graphql(document),
      ]);
      await release();
      expect(rest).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
      expect(rest.headers.get('x-should-retry')).toBe('true');
      expect(graphql).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
      expect(await expectOk(a.api.rest('GET', '/customers/held'))).toMatchObject({ name: 'before' });
    });

    it('C10: who gets it in time goes on', async () => {
      const { a, databaseUrl } = app;
      await expectOk(a.api.rest('POST', '/customers', { id: 'freed' }));
      const release = await holdRow(databaseUrl, 'customer', 'freed');
      const waiting = a.api.rest('PATCH', '/customers/freed', { name: 'after' });
      await somebodyWaits(databaseUrl);
      await release();
      expect(await expectOk(waiting)).toMatchObject({ name: 'after' });
    });
  });

  it('C10: the wait is 5 s for a lock, 10 s for a statement', async () => {
    expect(await app.dataSource.query('show lock_timeout')).toEqual([{ lock_timeout: '5s' }]);
    expect(await app.dataSource.query('show statement_timeout')).toEqual([{ statement_timeout: '10s' }]);
  });
});
