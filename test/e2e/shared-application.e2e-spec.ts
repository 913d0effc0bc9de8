import { ProductsService } from '../../src/modules/catalog/products/products.service';
import { createTestApp, type TestApp } from '../support/app';
import { createProduct } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { eventually } from '../support/eventually';

/** What one test file leaves behind must not reach the next one that is lent the same application. ADR-0033 */
describe('the application that test files share', () => {
  let app: TestApp | undefined;
  afterEach(() => app?.close());

  const lend = async (): Promise<TestApp> => (app = await createTestApp());
  const giveBack = async (): Promise<void> => {
    await app?.close();
    app = undefined;
  };
  const productsOf = async ({ a }: TestApp) => (await expectPage(a.api.rest('GET', '/products'))).data;

  it('is the same one, and knows nothing of rows, keys, times, logs and spies of the file before', async () => {
    const before = await lend();
    const { nest, a, databaseUrl } = before;
    const startedAt = before.clock.now();
    await createProduct(a.api, 'left-behind');
    before.clock.advance({ days: 400 });
    const list = nest.get(ProductsService).list;
    jest.spyOn(nest.get(ProductsService), 'list').mockRejectedValue(new Error('of the file before'));
    await a.api.rest('GET', '/products');
    expect(before.logLines.join('')).toContain('of the file before');
    await giveBack();

    const after = await lend();

    expect([after.nest, after.databaseUrl]).toEqual([nest, databaseUrl]);
    expect(after.nest.get(ProductsService).list).toBe(list);
    expect(after.clock.now()).toEqual(startedAt);
    expect(after.logLines.join('')).not.toContain('of the file before');
    expect(await productsOf(after)).toEqual([]);
    expect(await after.anonymous.as({ key: a.serverKey }).rest('GET', '/products')).toRefuse(
      'Unauthenticated',
    );
  });

  it('serves no request of a file that is over: those on their way are waited for, later ones refused', async () => {
    const before = await lend();
    const { api } = before.a;
    const path = '/products';
    let isAnswered = false;
    const late = api.rest('POST', path, { id: 'late', displayName: 'Late' }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    await giveBack();
    expect([isAnswered, (await late).status]).toEqual([true, 201]);
    await expect(api.rest('POST', path, { id: 'later', displayName: 'Later' })).rejects.toThrow(
      'after the application was closed',
    );
    await expect(before.dataSource.query('select 1')).rejects.toThrow();

    expect(await productsOf(await lend())).toEqual([]);
  });

  it('works on in the background for the next file', async () => {
    await lend();
    await giveBack();
    const { a, dataSource } = await lend();
    const body = { displayName: 'short-lived', scopes: ['products:read'] };
    const key = await expectOk<{ id: string; secret: string }>(a.api.rest('POST', '/api-keys', body));
    const holder = a.api.as({ key: key.secret });
    expect((await holder.rest('GET', '/products')).status).toBe(200);
    await expectOk(a.api.rest('POST', `/api-keys/${key.id}/revoke`));
    // It was cached: that it is refused was heard.
    await eventually(async () => expect(await holder.rest('GET', '/products')).toRefuse('Unauthenticated'));
    await dataSource.query(`select graphile_worker.add_job('forget-activity')`);
    await eventually(async () =>
      expect(await dataSource.query('select from graphile_worker.jobs')).toHaveLength(0),
    );
  });

  it('is lent to one at a time', async () => {
    await lend();
    await expect(createTestApp()).rejects.toThrow('close it in afterAll');
  });

  it('goes back to a state that was kept, with its time, as often as it is asked', async () => {
    const { a, clock, keepState } = await lend();
    await createProduct(a.api, 'kept');
    const instant = clock.now();
    const restore = await keepState();
    for (const id of ['first', 'second']) {
      await createProduct(a.api, id);
      clock.advance({ days: 1 });
      await restore();
      expect(clock.now()).toEqual(instant);
      expect((await expectPage(a.api.rest('GET', '/products'))).data.map(({ id: each }) => each)).toEqual([
        'kept',
      ]);
    }
  });
});
