import { createTestApp, type TestApp } from '../support/app';
import { graphqlOperations, restOperations } from '../support/every-operation';

describe('metrics', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('§2.11: have at most 200 kB after every route and root field was asked with every sort of answer', async () => {
    const { api } = app.a;
    for (const { method, url } of await restOperations(app)) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      await api.send(method, url, body);
      await app.anonymous.send(method, url, body);
      await api.send(method, `${url}?noSuchParameter=1`, method === 'GET' ? undefined : '[');
      await api.send('HEAD', url);
    }
    for (const { document } of graphqlOperations(app)) await api.graphql(document);
    const { text } = await app.anonymous.send('GET', '/metrics');
    expect(text).toContain('http_requests_total{method="GET",route="/api/v1/customers/:id",status="4xx"}');
    expect(text).toContain('use_case_runs_total{use_case="createCustomer"');
    expect(text.length).toBeLessThanOrEqual(200_000);
  });
});
