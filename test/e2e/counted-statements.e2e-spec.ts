import { newContext, runInContext } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { createTestApp, type TestApp } from '../support/app';
import { createProduct } from '../support/catalog';
import { countedStatements } from '../support/counted-statements';

/** A probe of the measure that G-15 is held against. */
describe('the statements of a request', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    await createProduct(app.a.api, 'main');
  });
  afterAll(() => app.close());

  const list = '{ products(first: 1) { edges { node { id } } } }';
  const counted = '{ products(first: 1) { totalCount edges { node { id } } } }';
  const inBackground = () =>
    runInContext(newContext('background', 'WORKER'), () => app.nest.get(Database).query('select 1'));

  it('are its own: work of the background and of other requests is not counted', async () => {
    const [one, two] = await Promise.all([
      countedStatements(app, async () => {
        await inBackground();
        const answer = await app.a.api.graphql(list);
        await app.nest.get(Database).query('select 1');
        return answer;
      }),
      countedStatements(app, () => app.a.api.graphql(counted)),
    ]);
    expect(one.statements).toHaveLength(1);
    expect(two.statements).toHaveLength(2);
  });

  it('leave no trace on the database', async () => {
    await countedStatements(app, () => app.a.api.graphql(list));
    expect(Object.hasOwn(app.nest.get(Database), 'query')).toBe(false);
  });

  it('are told of a refusal too', async () => {
    const { answer, statements } = await countedStatements(app, () =>
      app.a.api.rest('GET', '/products/none'),
    );
    expect(answer).toRefuse('ProductNotFoundError');
    expect(statements.length).toBeGreaterThan(0);
  });
});
