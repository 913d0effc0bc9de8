import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature } from '../support/catalog';
import { callOf } from '../support/metered-features';
import { expectOk, type ApiClient, type GraphqlAnswer, type RestAnswer } from '../support/client';

const read = 3000;
const write = 250;
const entity = 30;
const failures = 60;
const introspections = 30;

/** Domain: access-and-events; security.md. The windows end as the test clock travels. */
describe('rate limits', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ rateLimits: true });
  });
  afterAll(() => app.close());
  afterEach(() => app.clock.advance({ minutes: 2 }));

  const list = (api: ApiClient) => api.rest('GET', '/products?limit=1');
  const limitsOf = ({ headers }: RestAnswer | GraphqlAnswer) => ({
    limit: headers.get('ratelimit-limit'),
    remaining: headers.get('ratelimit-remaining'),
    reset: headers.get('ratelimit-reset'),
    policy: headers.get('ratelimit-policy'),
  });
  const repeat = async (times: number, call: (index: number) => Promise<unknown>): Promise<void> => {
    for (let index = 0; index < times; index++) await call(index);
  };

  it('R5: every authenticated answer tells the bucket nearest to its limit', async () => {
    const place = await app.newEnvironment();
    expect(limitsOf(await list(place.api))).toEqual({
      limit: String(read),
      remaining: String(read - 1),
      reset: '60',
      policy: `"listProducts";q=${read};w=60`,
    });
    app.clock.advance({ seconds: 20 });
    expect(limitsOf(await list(place.api))).toMatchObject({ remaining: String(read - 2), reset: '40' });
    const refused = await place.api.rest('POST', '/products', {});
    expect(limitsOf(refused)).toMatchObject({
      limit: String(write),
      policy: `"createProduct";q=${write};w=60`,
    });
    expect(limitsOf(await app.anonymous.rest('GET', '/products')).limit).toBeNull();
    for (const id of ['%ff', 'x'.repeat(5000)]) {
      const unreadable = await place.api.send('GET', `/api/v1/customers/${id}`);
      expect(limitsOf(unreadable)).toMatchObject({ limit: String(read) });
    }
  });

  it('R5: a write on one entity tells the entity, which is nearer', async () => {
    const place = await app.newEnvironment();
    await expectOk(place.api.rest('POST', '/customers', { id: 'told' }));
    const answer = await place.api.rest('PATCH', '/customers/told', { name: 'x' });
    expect(limitsOf(answer)).toMatchObject({
      limit: '30',
      remaining: '28',
      policy: '"customer:told";q=30;w=60',
    });
  });

  it('R3, R4: raw events count one by one, 1,000 a second, through both doors', async () => {
    const { api } = await app.newEnvironment();
    const events = (count: number) =>
      Array.from({ length: count }, () => callOf('nobody', { timestamp: '2026-03-04T15:30:00.000Z' }));
    const send = (count: number) => api.rest('POST', '/events', { events: events(count) });
    const first = await send(600);
    expect([first.status, limitsOf(first)]).toMatchObject([
      201,
      { limit: '1000', remaining: '400', reset: '1', policy: '"ingestEvents";q=1000;w=1' },
    ]);
    const refused = await send(401);
    expect(refused).toRefuse('RateLimitExceeded', /1000 events a second/);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(Number(refused.headers.get('retry-after-ms'))).toBeLessThanOrEqual(1000);
    const mutation = 'mutation ($input: IngestEventsInput!) { ingestEvents(input: $input) }';
    const asked = (count: number) => api.graphql(mutation, { input: { events: events(count) } });
    expect(await asked(401)).toRefuse('RateLimitExceeded');
    expect((await asked(400)).data).toEqual({ ingestEvents: null });
    expect(await send(1)).toRefuse('RateLimitExceeded', /ingestEvents/);
    app.clock.advance({ seconds: 1 });
    expect((await send(1000)).status).toBe(201);
  });

  it('R-10, R-11: call limit + 1 is refused, and Retry-After tells the truth', async () => {
    const place = await app.newEnvironment();
    const create = (index: number) =>
      place.api.rest('POST', '/products', { id: `p${index}`, displayName: 'x' });
    await expectOk(create(0));
    app.clock.advance({ seconds: 15 });
    await repeat(write - 1, (index) => expectOk(create(index + 1)));
    const refused = await create(write);
    expect(refused).toRefuse('RateLimitExceeded', /createProduct/);
    expect(limitsOf(refused)).toMatchObject({ limit: String(write), remaining: '0', reset: '45' });
    expect(refused.headers.get('retry-after')).toBe('45');
    expect(refused.headers.get('retry-after-ms')).toBe('45000');
    app.clock.advance({ ms: 44_999 });
    expect((await create(write)).headers.get('retry-after')).toBe('1');
    app.clock.advance({ ms: 1 });
    await expectOk(create(write));
  });

  it('R1: other operations and other environments go on', async () => {
    const [full, other] = [await app.newEnvironment(), await app.newEnvironment()];
    await repeat(write, () => full.api.rest('POST', '/products', {}));
    expect(await full.api.rest('POST', '/products', {})).toRefuse('RateLimitExceeded');
    expect((await list(full.api)).status).toBe(200);
    expect(await full.api.rest('POST', '/features', {})).toRefuse('BadUserInput');
    expect(await other.api.rest('POST', '/products', {})).toRefuse('BadUserInput');
  });

  it('R-13, R-14, R7: one budget for every key, address and door of an environment', async () => {
    const place = await app.newEnvironment();
    const key = await place.scopedKey('products:write');
    const document = 'mutation { createProduct(input: { id: "x y", displayName: "x" }) { id } }';
    await repeat(write, async (index) => {
      const address = `10.0.0.${index % 50}`;
      if (index % 3 === 0) await place.api.with({ address }).rest('POST', '/products', {});
      else if (index % 3 === 1) await app.anonymous.as({ key, address }).rest('POST', '/products', {});
      else await app.anonymous.as({ key, address }).graphql(document);
    });
    expect(await place.api.rest('POST', '/products', {})).toRefuse('RateLimitExceeded');
    expect(await app.anonymous.as({ key }).rest('POST', '/products', {})).toRefuse('RateLimitExceeded');
    expect(await place.api.graphql(document)).toRefuse('RateLimitExceeded');
  });

  it('GraphQL counts each root field', async () => {
    const place = await app.newEnvironment();
    const fields = Array.from(
      { length: 10 },
      (_, i) => `a${i}: createProduct(input: { id: "x y", displayName: "x" }) { id }`,
    );
    await repeat(write / 10, () => place.api.graphql(`mutation { ${fields.join(' ')} }`));
    expect(await place.api.rest('POST', '/products', {})).toRefuse('RateLimitExceeded');
  });

  it('GraphQL: introspection counts in a bucket of its own, from memory too, and is told to wait', async () => {
    const place = await app.newEnvironment();
    const publishable = app.anonymous.as({ key: place.publishableKey });
    const ask = (by: ApiClient = publishable) => by.graphql('{ __schema { queryType { name } } }');
    await repeat(introspections, async (index) => {
      expect((await ask(index % 2 ? place.api : publishable)).errors).toEqual([]);
    });
    const refused = await ask();
    expect(refused).toRefuse('RateLimitExceeded', /introspection/);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(app.logLines.filter((line) => line.includes('"event":"limit.hit"'))).not.toEqual([]);
    expect((await place.api.graphql('{ products { totalCount } }')).errors).toEqual([]);
    app.clock.advance({ minutes: 1 });
    expect((await ask()).errors).toEqual([]);
  });

  describe('one entity', () => {
    it('R2: 30 writes a minute, shared by all routes, methods and doors that touch it', async () => {
      const place = await app.newEnvironment();
      await expectOk(place.api.rest('POST', '/customers', { id: 'busy' }));
      await repeat(10, (index) =>
        expectOk(place.api.rest('PATCH', '/customers/busy', { name: `n${index}` })),
      );
      const document = 'mutation { updateCustomer(id: "busy", input: { name: "x" }) { id } }';
      await repeat(10, () => expectOk(place.api.graphql(document)));
      await repeat(4, async () => {
        await expectOk(place.api.rest('POST', '/customers/busy/archive'));
        await expectOk(place.api.rest('POST', '/customers/busy/unarchive'));
      });
      await expectOk(place.api.rest('POST', '/customers/busy/archive'));
      const refused = await place.api.rest('PATCH', '/customers/busy', { name: 'x' });
      expect(refused).toRefuse('RateLimitExceeded', /customer:busy/);
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(await place.api.graphql(document)).toRefuse('RateLimitExceeded');
      expect(await place.api.rest('POST', '/customers', { id: 'busy' })).toRefuse('RateLimitExceeded');
      expect((await place.api.rest('GET', '/customers/busy')).status).toBe(200);
      await expectOk(place.api.rest('POST', '/customers', { id: 'idle' }));
      await expectOk(app.b.api.rest('POST', '/customers', { id: 'busy' }));
      app.clock.advance({ minutes: 1 });
      await expectOk(place.api.rest('POST', '/customers/busy/unarchive'));
    });

    it('R2: a contract has a budget of its own, for every write that names it', async () => {
      const place = await app.newEnvironment();
      await createCustomer(place.api, 'acorn');
      const create = () => place.api.rest('POST', '/contracts', { customerId: 'acorn', contractId: 'busy' });
      await expectOk(create());
      app.clock.advance({ minutes: 2 });
      const calls = [
        () => create(),
        () => place.api.rest('PATCH', '/contracts/busy', { name: 'x' }),
        () => place.api.rest('POST', '/contracts/busy/subscriptions', { subscriptionIds: ['nobody'] }),
        () => place.api.rest('DELETE', '/contracts/busy/subscriptions/nobody'),
        () => place.api.graphql('mutation { updateContract(id: "busy", input: {}) { id } }'),
      ];
      const turn = (index: number) => calls[index % calls.length]?.();
      await repeat(entity, async (index) => {
        expect((await turn(index))?.text).not.toContain('RateLimitExceeded');
      });
      for (const call of calls) expect(await call()).toRefuse('RateLimitExceeded', /contract:busy/);
      expect(await place.api.rest('POST', '/contracts/busy/archive')).toRefuse('RateLimitExceeded');
      expect((await place.api.rest('GET', '/contracts/busy')).status).toBe(200);
    });

    it('R2: creating a contract touches its customer', async () => {
      const place = await app.newEnvironment();
      await createCustomer(place.api, 'acorn');
      const create = () => place.api.rest('POST', '/contracts', { customerId: 'acorn' });
      await repeat(entity - 1, () => expectOk(create()));
      expect(await create()).toRefuse('RateLimitExceeded', /customer:acorn/);
    });

    it('B7: shape 400 before 429 of the entity before existence 404', async () => {
      const place = await app.newEnvironment();
      await repeat(entity, () => place.api.rest('PATCH', '/customers/nobody', {}));
      expect(await place.api.rest('PATCH', '/customers/nobody', { name: 5 })).toRefuse(
        'BadUserInput',
        /name/,
      );
      expect(await place.api.rest('PATCH', '/customers/nobody', {})).toRefuse('RateLimitExceeded');
      const key = await place.scopedKey('customers:read');
      const reader = app.anonymous.as({ key });
      expect(await reader.rest('PATCH', '/customers/nobody', {})).toRefuse('IdentityForbidden');
    });

    it('a bucket of strange ids counts and tells as any other', async () => {
      const place = await app.newEnvironment();
      for (const id of ['__proto__', 'constructor', 'ä"\\\r\n😀']) {
        const answer = await place.api.rest('PATCH', `/customers/${encodeURIComponent(id)}`, {});
        expect(answer).toRefuse('CustomerNotFound');
        expect(limitsOf(answer)).toMatchObject({ limit: '30', remaining: '29' });
        expect(limitsOf(answer).policy).toMatch(/^"[\x20-\x7e]+";q=30;w=60$/);
      }
    });
  });

  it('B7: 429 of the environment before 403 of the scope, and 401 before both', async () => {
    const place = await app.newEnvironment();
    const reader = app.anonymous.as({ key: await place.scopedKey('products:read') });
    expect(await reader.rest('POST', '/products', {})).toRefuse('IdentityForbidden');
    await repeat(write, () => reader.rest('POST', '/products', {}));
    expect(await reader.rest('POST', '/products', {})).toRefuse('RateLimitExceeded');
    expect(await app.anonymous.rest('POST', '/products', {})).toRefuse('Unauthenticated');
  });

  it('B7: 429 of the environment before the body is read', async () => {
    const place = await app.newEnvironment();
    await repeat(write, () => place.api.rest('POST', '/products', '{'));
    expect(await place.api.rest('POST', '/products', '{')).toRefuse('RateLimitExceeded', /createProduct/);
  });

  it('R3: who may not report is counted, and refused before the body is read', async () => {
    const place = await app.newEnvironment();
    const reader = app.anonymous.as({ key: await place.scopedKey('usage:read') });
    const refused = await reader.rest('POST', '/usage', '{"usages":[{},{');
    expect(refused).toRefuse('IdentityForbidden');
    expect(limitsOf(refused)).toMatchObject({ remaining: '2999', policy: '"reportUsage";q=3000;w=60' });
  });

  it('R6: a refused call does no work and uses no idempotency key up', async () => {
    const place = await app.newEnvironment();
    await expectOk(place.api.rest('POST', '/customers', { id: 'once' }));
    await repeat(entity - 1, () => place.api.rest('PATCH', '/customers/once', { name: 'before' }));
    const headers = { 'idempotency-key': 'limited' };
    const change = () => place.api.rest('PATCH', '/customers/once', { name: 'after' }, headers);
    expect(await change()).toRefuse('RateLimitExceeded');
    expect(await expectOk(place.api.rest('GET', '/customers/once'))).toMatchObject({ name: 'before' });
    app.clock.advance({ minutes: 1 });
    const done = await change();
    expect(done.headers.get('idempotent-replayed')).toBeNull();
    expect(await expectOk(Promise.resolve(done))).toMatchObject({ name: 'after' });
  });

  it('R2, R3: reports and checks bind no entity; bulk reports have a bucket of their own', async () => {
    const { api } = await app.newEnvironment();
    await createFeature(api, 'calls', 'metered');
    await createCustomer(api, 'reporting');
    const reports = (count: number) =>
      api.rest('POST', '/usage', {
        usages: Array.from({ length: count }, () => ({
          customerId: 'reporting',
          featureId: 'calls',
          value: 1,
        })),
      });
    await repeat(entity + 5, async () => expect((await reports(1)).status).not.toBe(429));
    expect(limitsOf(await reports(1)).policy).toBe('"reportUsage";q=3000;w=60');
    expect(limitsOf(await reports(2))).toMatchObject({
      remaining: '599',
      policy: '"reportUsageInBulk";q=600;w=60',
    });
    const check = () => api.rest('GET', '/customers/reporting/entitlements/check?featureId=calls');
    await repeat(entity + 5, async () => expect((await check()).status).toBe(200));
    expect(limitsOf(await check()).policy).toBe('"checkCustomerEntitlement";q=60000;w=60');
  });

  describe('failed credentials', () => {
    it('A-35, R-18: 60 a minute and address, then 429 before any look-up, for that address alone', async () => {
      const from = (address: string) => app.anonymous.as({ key: newKeySecret('server-'), address });
      await repeat(failures, async (index) => {
        const api = from('10.1.1.1');
        const answer = index % 2 ? await list(api) : await api.graphql('{ products { totalCount } }');
        expect(answer).toRefuse('Unauthenticated');
      });
      const refused = await list(from('10.1.1.1'));
      expect(refused).toRefuse('RateLimitExceeded', /failed credentials/);
      expect(Number(refused.headers.get('retry-after'))).toBe(60);
      expect(await list(app.a.api.with({ address: '10.1.1.1' }))).toRefuse('RateLimitExceeded');
      expect(await from('10.1.1.1').graphql('{ products { totalCount } }')).toRefuse('RateLimitExceeded');
      expect((await list(app.a.api.with({ address: '10.1.1.2' }))).status).toBe(200);
      app.clock.advance({ minutes: 1 });
      expect((await list(app.a.api.with({ address: '10.1.1.1' }))).status).toBe(200);
    });

    it('good credentials count nothing against their address', async () => {
      const api = app.a.api.with({ address: '10.1.1.3' });
      await repeat(failures + 5, async () => expect((await list(api)).status).toBe(200));
    });

    it('nobody escapes by X-Forwarded-For while no proxy is trusted', async () => {
      const from = (index: number) =>
        app.anonymous.as({ address: '10.1.1.4', headers: { 'x-forwarded-for': `10.9.9.${index}` } });
      await repeat(failures, (index) => list(from(index)));
      expect(await list(from(99))).toRefuse('RateLimitExceeded');
    });
  });

  it('RATE_LIMIT_SCALE multiplies the whole table, down to one call', async () => {
    const small = await createTestApp({ rateLimits: 0.01 });
    try {
      expect(limitsOf(await list(small.a.api)).policy).toBe('"listProducts";q=30;w=60');
      await expectOk(small.a.api.rest('POST', '/customers', { id: 'scaled' }));
      expect(await small.a.api.rest('PATCH', '/customers/scaled', {})).toRefuse(
        'RateLimitExceeded',
        /than 1 /,
      );
    } finally {
      await small.close();
    }
  });

  it('R5: RATE_LIMIT_ENABLED=false: no headers and no end', async () => {
    const free = await createTestApp();
    try {
      const answer = await list(free.a.api);
      expect(limitsOf(answer)).toEqual({ limit: null, remaining: null, reset: null, policy: null });
      await expectOk(free.a.api.rest('POST', '/customers', { id: 'free' }));
      await repeat(entity + 5, () => expectOk(free.a.api.rest('PATCH', '/customers/free', {})));
      await repeat(failures + 5, async () => expect(await list(free.anonymous)).toRefuse('Unauthenticated'));
    } finally {
      await free.close();
    }
  });
});
