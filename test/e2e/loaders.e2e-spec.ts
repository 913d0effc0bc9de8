import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, subscribe } from '../support/catalog';
import { expectOk } from '../support/client';
import { countedStatements } from '../support/counted-statements';
import { sellOnce } from '../support/subscription-catalog';

interface Connection {
  edges: {
    node: { id: string; subscriptions: { id: string; status: string; addons: { id: string }[] }[] };
  }[];
}

describe('G-15: nested fields are loaded together', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    await sellOnce(app.a.api);
    for (let i = 0; i < 100; i++) {
      await createCustomer(app.a.api, `customer-${i}`);
      await subscribe(app.a.api, `customer-${i}`, 'free', {
        addons: [{ id: 'free-addon', quantity: i + 1 }],
      });
    }
  }, 60_000);
  afterAll(() => app.close());

  it('100 customers with their subscriptions cost at most 5 statements', async () => {
    const fields = 'edges { node { id subscriptions { id status addons { id } } } }';
    const { answer, statements } = await countedStatements(app, () =>
      app.a.api.graphql(`{ customers(first: 100) { ${fields} } }`),
    );
    const { edges } = await expectOk<Connection>(Promise.resolve(answer));
    expect(edges).toHaveLength(100);
    expect(edges[0]?.node).toMatchObject({
      id: 'customer-99',
      subscriptions: [{ status: 'ACTIVE', addons: [{ id: 'free-addon' }] }],
    });
    expect(new Set(edges.map(({ node }) => node.subscriptions[0]?.id)).size).toBe(100);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(5);
  });

  it('a key that may not read subscriptions gets the customers and a refusal in the place of the rest', async () => {
    const key = await app.a.scopedKey('customers:read');
    const answer = await app.anonymous
      .as({ key })
      .graphql('{ customers(first: 1) { edges { node { id subscriptions { id } } } } }');
    expect(answer.errors[0]?.extensions.code).toBe('IdentityForbidden');
    expect(answer.text).not.toContain('"status"');
  });
});
