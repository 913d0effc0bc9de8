import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createPlan,
  createProduct,
  feature,
  publishPlan,
} from '../support/catalog';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';

const code = 'ObjectAlreadyBeingUsedByAnotherRequestError';

/** Domain: catalog C10 */
describe('ETag and If-Match', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'seats', 'config');
  });
  afterAll(() => app.close());

  const tagOf = (answer: RestAnswer): string => {
    const tag = answer.headers.get('etag');
    if (tag === null) throw new Error(`no ETag: ${answer.text}`);
    return tag;
  };
  const read = async (path: string) => tagOf(await api.rest('GET', path));
  const patch = (path: string, body: object, tag: string) =>
    api.rest('PATCH', path, body, { 'if-match': tag });

  it('C10: the tag of a read is the tag of the write that made the state', async () => {
    const created = await api.rest('POST', '/customers', { id: 'tagged' });
    expect(await read('/customers/tagged')).toBe(tagOf(created));
    const changed = await patch('/customers/tagged', { name: 'x' }, tagOf(created));
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(tagOf(created));
    expect(await read('/customers/tagged')).toBe(tagOf(changed));
  });

  it('C10: a write from an older state changes nothing, and a client is told not to repeat it', async () => {
    await createCustomer(api, 'older');
    const tag = await read('/customers/older');
    await expectOk(patch('/customers/older', { name: 'first' }, tag));
    const second = await patch('/customers/older', { name: 'second' }, tag);
    expect(second).toRefuse(code, /If-Match/);
    expect(second.headers.get('x-should-retry')).toBe('false');
    expect(await expectOk(api.rest('GET', '/customers/older'))).toMatchObject({ name: 'first' });
  });

  it('C10: without the header the last writer wins, as before', async () => {
    await createCustomer(api, 'free');
    await expectOk(api.rest('PATCH', '/customers/free', { name: 'first' }));
    expect(await expectOk(api.rest('PATCH', '/customers/free', { name: 'second' }))).toMatchObject({
      name: 'second',
    });
  });

  it('C10: two administrators edit one draft at once; one gets the code and nothing is lost', async () => {
    await createPlan(api, { id: 'edited', productId: 'main' });
    await expectOk(
      api.rest('POST', '/plans/edited/entitlements', { entitlements: [feature('seats', { usageLimit: 1 })] }),
    );
    const tag = await read('/plans/edited');
    const edits = await Promise.all([
      patch('/plans/edited', { displayName: 'by one' }, tag),
      patch('/plans/edited/entitlements/seats', { type: 'FEATURE', usageLimit: 2 }, tag),
    ]);
    const refused = edits.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toRefuse(code, /If-Match/);
    const winner = edits.find(({ status }) => status === 200) as RestAnswer;
    expect(await read('/plans/edited')).toBe(tagOf(winner));
  });

  describe('C10: a write that changes nothing', () => {
    const objects: [path: string, id: string, make: object, same: object][] = [
      ['/customers', 'still', {}, { name: null, metadata: {} }],
      ['/coupons', 'still', { name: 'Still', percentOff: 5 }, { name: 'Still' }],
      ['/products', 'still', { displayName: 'Still' }, { displayName: 'Still' }],
      ['/features', 'still', { displayName: 'Still', featureType: 'BOOLEAN' }, { displayName: 'Still' }],
      ['/plans', 'still', { displayName: 'Still', productId: 'main' }, { displayName: 'Still' }],
      ['/addons', 'still', { displayName: 'Still', productId: 'main' }, { maxQuantity: null }],
    ];
    const logged = async () => (await expectOk<unknown[]>(api.rest('GET', '/activity?limit=100'))).length;

    it.each(objects)('is no new state and told nobody: %s', async (path, id, make, same) => {
      const created = await expectOk<{ updatedAt: string }>(api.rest('POST', path, { id, ...make }));
      const tag = await read(`${path}/${id}`);
      const before = await logged();
      app.clock.advance({ minutes: 1 });
      for (const body of [{}, same]) {
        const answer = await patch(`${path}/${id}`, body, tag);
        expect(answer.status).toBe(200);
        expect(tagOf(answer)).toBe(tag);
        expect(answer.body).toMatchObject({ data: { updatedAt: created.updatedAt } });
      }
      expect(await logged()).toBe(before);
      expect(await read(`${path}/${id}`)).toBe(tag);
    });
  });

  it('C10: every change of a part of a package is a new state of the package', async () => {
    await createPlan(api, { id: 'parts', productId: 'main' });
    const tags = [await read('/plans/parts')];
    const step = async (act: Promise<RestAnswer>) => {
      expect((await act).status).toBeLessThan(300);
      tags.push(await read('/plans/parts'));
    };
    const entitlements = [feature('seats', { usageLimit: 1 })];
    await step(api.rest('POST', '/plans/parts/entitlements', { entitlements }));
    await step(api.rest('PATCH', '/plans/parts/entitlements/seats', { type: 'FEATURE', usageLimit: 2 }));
    await step(api.rest('DELETE', '/plans/parts/entitlements/seats'));
    await step(api.rest('PATCH', '/plans/parts', { charges: { pricingType: 'CUSTOM' } }));
    await step(api.rest('POST', '/plans/parts/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await step(api.rest('POST', '/plans/parts/draft'));
    await step(api.rest('DELETE', '/plans/parts/draft'));
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('a refused write is no new state', async () => {
    await publishPlan(api, { id: 'refusing', productId: 'main' });
    const tag = await read('/plans/refusing');
    expect(await api.rest('PATCH', '/plans/refusing', { compatibleAddonIds: [] })).toRefuse(
      'EditAllowedOnDraftPackageOnlyError',
    );
    expect(await read('/plans/refusing')).toBe(tag);
  });

  it('an object that was made anew under the same id is another object', async () => {
    await createPlan(api, { id: 'anew', productId: 'main' });
    const tag = await read('/plans/anew');
    await expectOk(api.rest('DELETE', '/plans/anew/draft'));
    await createPlan(api, { id: 'anew', productId: 'main' });
    expect(await patch('/plans/anew', { displayName: 'x' }, tag)).toRefuse(code);
    expect(await api.rest('GET', '/plans/anew')).toMatchObject({ body: { data: { displayName: 'anew' } } });
  });

  it('the tag of another object, and any tag on something new, are refused', async () => {
    await createCustomer(api, 'mine');
    await createCustomer(api, 'other');
    expect(await patch('/customers/mine', { name: 'x' }, await read('/customers/other'))).toRefuse(code);
    const tag = await read('/customers/mine');
    expect(await api.rest('POST', '/customers', { id: 'brand-new' }, { 'if-match': tag })).toRefuse(code);
    expect(await api.rest('GET', '/customers/brand-new')).toRefuse('CustomerNotFound');
  });

  it('* and lists of tags match, weak tags never do', async () => {
    await createCustomer(api, 'listed');
    await expectOk(patch('/customers/listed', { name: 'x' }, '*'));
    const tag = await read('/customers/listed');
    expect(await patch('/customers/listed', { name: 'y' }, `W/${tag}`)).toRefuse(code);
    await expectOk(patch('/customers/listed', { name: 'y' }, `"else.1", ${tag}`));
  });

  it('a header that is no tag is BadUserInput and changes nothing', async () => {
    await createCustomer(api, 'malformed');
    expect(await patch('/customers/malformed', { name: 'x' }, 'unquoted')).toRefuse(
      'BadUserInput',
      /If-Match/,
    );
    const many = Array.from({ length: 21 }, (_, i) => `"x.${i}"`).join(',');
    expect(await patch('/customers/malformed', { name: 'x' }, many)).toRefuse('BadUserInput', /20/);
  });

  it('a repeated request under an Idempotency-Key gets its answer though the state has moved on', async () => {
    await createCustomer(api, 'again');
    const headers = { 'if-match': await read('/customers/again'), 'idempotency-key': 'again' };
    const send = () => api.rest('PATCH', '/customers/again', { name: 'x' }, headers);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
  });

  it('GraphQL takes and tells the same tags', async () => {
    await createCustomer(api, 'by-graphql');
    const asked = await api.graphql('{ customer(id: "by-graphql") { id } }');
    const tag = asked.headers.get('etag');
    expect(tag).toBe(await read('/customers/by-graphql'));
    const document =
      'mutation($name: String) { updateCustomer(id: "by-graphql", input: { name: $name }) { name } }';
    const change = (name: string) => api.graphql(document, { name }, { 'if-match': String(tag) });
    expect((await change('first')).data).toEqual({ updateCustomer: { name: 'first' } });
    expect(await change('second')).toRefuse(code, /If-Match/);
    const two = await api.graphql('{ a: customer(id: "by-graphql") { id } b: customer(id: "again") { id } }');
    expect(two.headers.get('etag')).toBeNull();
  });
});
