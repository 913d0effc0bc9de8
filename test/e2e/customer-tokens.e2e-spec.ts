import { customerTokenOf } from '#libs/credentials/customer-token';
import { cutListeners, pushedMs } from '../support/api-keys';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import {
  inTheNameOf,
  makeSigningSecret,
  newSigningSecret,
  type SigningSecret,
} from '../support/customer-tokens';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { Listening, type State } from '../support/listening';
import { sellMetered } from '../support/metered-customers';
import { StreamClient } from '../support/stream-client';

// Domain: access-and-events

const path = '/customers/c/entitlements';
const secrets = '/customer-token-secrets';

describe('secrets of customer tokens', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
  });

  const by = (secret: string, client = app.anonymous) =>
    client.as({ key: place.publishableKey, headers: inTheNameOf('c', secret) });
  const asks = async (secret: string, client = app.anonymous) =>
    (await by(secret, client).rest('GET', path)).status;
  const expectRefused = (secret: string, client = app.anonymous) =>
    eventually(async () => expect(await asks(secret, client)).toBe(401), pushedMs);
  const listed = async () => (await expectPage<SigningSecret>(api.rest('GET', secrets))).data;

  it('B4: the first one is shown once, and proves at once; never more than two are valid', async () => {
    const first = await makeSigningSecret(api);
    expect(first.secret).toMatch(/^cts_[\w-]{43}$/);
    expect(first).toMatchObject({ status: 'ACTIVE', endsAt: null, lastFour: first.secret.slice(-4) });
    expect(await asks(first.secret)).toBe(200);
    const second = await makeSigningSecret(api);
    expect([await asks(first.secret), await asks(second.secret)]).toEqual([200, 200]);
    const third = await api.rest('POST', secrets, {});
    expect(third).toRefuse('IntegrityViolation', /end one first/);
    expect((await listed()).map(({ id, secret }) => [id, secret])).toEqual([
      [second.id, undefined],
      [first.id, undefined],
    ]);
  });

  it('B4: over GraphQL too, and a repeated request tells the secret null', async () => {
    const mutation = 'mutation { createCustomerTokenSecret { id status lastFour secret } }';
    const headers = { 'idempotency-key': 'once' };
    const made = await expectOk<SigningSecret>(api.graphql(mutation, {}, headers));
    expect(await asks(made.secret)).toBe(200);
    expect(await expectOk(api.graphql(mutation, {}, headers))).toEqual({ ...made, secret: null });
    const query = '{ customerTokenSecrets { edges { node { id status } } } }';
    expect(await expectOk(api.graphql(query))).toEqual({
      edges: [{ node: { id: made.id, status: 'ACTIVE' } }],
    });
    const end = `mutation { endCustomerTokenSecret(id: "${made.id}") { status } }`;
    expect(await expectOk(api.graphql(end))).toEqual({ status: 'ENDED' });
    await expectRefused(made.secret);
  });

  it('B4: with a grace the one before ends by itself, by the clock of the machine', async () => {
    const first = await makeSigningSecret(api);
    const second = await makeSigningSecret(api, { graceHours: 2 });
    const [, before] = await listed();
    const endsAt = new Date(app.clock.now().getTime() + 2 * 3_600_000).toISOString();
    expect(before).toMatchObject({ id: first.id, status: 'ENDING', endsAt });
    expect(await asks(first.secret)).toBe(200);
    app.clock.advance({ hours: 2 });
    expect([await asks(first.secret), await asks(second.secret)]).toEqual([401, 200]);
    expect((await listed())[1]).toMatchObject({ status: 'ENDED' });
    // Then there is room for the next.
    await makeSigningSecret(api);
  });

  it('B4: graceHours 0 ends both that were valid, at once', async () => {
    const [first, second] = [await makeSigningSecret(api), await makeSigningSecret(api)];
    const third = await makeSigningSecret(api, { graceHours: 0 });
    for (const { secret } of [first, second]) await expectRefused(secret);
    expect(await asks(third.secret)).toBe(200);
  });

  it('B4: ending one is final, and once more changes nothing', async () => {
    const { id, secret } = await makeSigningSecret(api);
    const ended = await expectOk<SigningSecret>(api.rest('POST', `${secrets}/${id}/end`));
    expect(ended).toMatchObject({ status: 'ENDED', endsAt: app.clock.now().toISOString() });
    await expectRefused(secret);
    app.clock.advance({ hours: 1 });
    expect(await expectOk(api.rest('POST', `${secrets}/${id}/end`))).toEqual(ended);
    expect(await app.b.api.rest('POST', `${secrets}/${id}/end`)).toRefuse('CustomerTokenSecretNotFound');
  });

  it.each([
    { graceHours: -1 },
    { graceHours: 8785 },
    { graceHours: 1.5 },
    { graceHours: '1' },
    { secret: 'mine' },
  ])('B4: %j is BadUserInput, and nothing is made', async (body) => {
    expect(await api.rest('POST', secrets, body)).toRefuse('BadUserInput', /graceHours|secret/);
    expect(await listed()).toEqual([]);
  });

  it('B4: of two that rotate at once there are never three valid', async () => {
    await makeSigningSecret(api);
    const answers = await Promise.all([1, 2, 3].map(() => api.rest('POST', secrets, {})));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  it('B4: each is told in the log of activity, without what it is; nor does the database hold that', async () => {
    const first = await makeSigningSecret(api);
    await makeSigningSecret(api, { graceHours: 1 });
    await expectOk(api.rest('POST', `${secrets}/${first.id}/end`));
    const entries = await expectPage<{ type: string; entityId: string }>(
      api.rest('GET', '/activity?entityType=CUSTOMER_TOKEN_SECRET'),
    );
    const ofFirst = entries.data.filter(({ entityId }) => entityId === first.id).map(({ type }) => type);
    expect(ofFirst).toEqual(['ended', 'updated', 'created'].map((verb) => `customer_token_secret.${verb}`));
    expect(JSON.stringify(entries)).not.toContain(first.secret);
    for (const table of ['customer_token_secret', 'activity', 'idempotent_answer']) {
      const rows = await app.dataSource.query<{ row: string }[]>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(first.secret))).toEqual([]);
    }
  });

  it('A6, B4: where tokens are not required the id alone is believed, and once they are no longer', async () => {
    const bare = app.anonymous.as({ key: place.publishableKey });
    const named = bare.with({ headers: { 'x-customer-id': 'c' } });
    expect((await named.rest('GET', path)).status).toBe(401);
    await expectOk(api.rest('PATCH', '/environment-settings', { isCustomerTokenRequired: false }));
    await eventually(async () => expect((await named.rest('GET', path)).status).toBe(200));
    expect((await bare.rest('GET', path)).status).toBe(200);
    expect(await named.rest('GET', '/customers/d/entitlements')).toRefuse('AuthCustomerMismatch');
    expect(await named.rest('POST', '/usage', {})).toRefuse('AuthCustomerReadonly');
    await expectOk(api.rest('PATCH', '/environment-settings', { isCustomerTokenRequired: null }));
    await eventually(async () => expect((await named.rest('GET', path)).status).toBe(401));
  });

  it('Y6: what another process ends or requires is heard here', async () => {
    const other: OtherProcess = await app.startBeside();
    try {
      const secret = await makeSigningSecret(app.a.api);
      place = app.a;
      expect([await asks(secret.secret), await asks(secret.secret, other.api)]).toEqual([200, 200]);
      await expectOk(other.api.rest('POST', `${secrets}/${secret.id}/end`));
      await expectRefused(secret.secret);
      await expectRefused(secret.secret, other.api);
      await expectOk(app.a.api.rest('PATCH', '/environment-settings', { isCustomerTokenRequired: false }));
      await eventually(async () => expect(await asks(secret.secret, other.api)).toBe(200));
      await expectOk(app.a.api.rest('PATCH', '/environment-settings', { isCustomerTokenRequired: true }));
      await expectRefused(secret.secret, other.api);
    } finally {
      await other.close();
    }
  });

  it('Y6: a process whose listener was cut off keeps nothing that ended', async () => {
    const { id, secret } = await makeSigningSecret(api);
    expect(await asks(secret)).toBe(200);
    await app.dataSource.query('update customer_token_secret set ends_at = $2 where id = $1', [
      id,
      app.clock.now(),
    ]);
    await cutListeners(app.databaseUrl);
    await expectRefused(secret);
  });
});

describe('secrets of customer tokens without SEALING_KEYS', () => {
  it('B4: are not made, because nothing could seal them', async () => {
    const app = await createTestApp({ variables: { SEALING_KEYS: '' } });
    try {
      expect(await app.a.api.rest('POST', secrets, {})).toRefuse('BadUserInput', /SEALING_KEYS/);
    } finally {
      await app.close();
    }
  });
});

describe('the stream of a customer', () => {
  let app: TestApp;
  let api: ApiClient;
  let listening: Listening;
  let secret: SigningSecret;
  const clients: StreamClient[] = [];

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    api = app.a.api;
    listening = new Listening(app);
    await sellMetered(api, []);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    secret = await makeSigningSecret(api, { graceHours: 0 });
  });
  afterEach(() => clients.splice(0).forEach((client) => client.kill()));

  const clientOf = (headers: Record<string, string>): StreamClient => {
    const client = new StreamClient(app.url, app.a.publishableKey, undefined, headers);
    clients.push(client);
    return client;
  };
  const tokenOf = (id: string) => inTheNameOf(id, secret.secret);

  it('B3, entitlements-usage C3: tells it of itself and of nobody else, through both doors', async () => {
    const [own, other] = [await listening.newCustomer(), await listening.newCustomer()];
    const stream = await clientOf(tokenOf(own)).open();
    const named = await clientOf({ 'x-customer-token': customerTokenOf(own, secret.secret) }).open(
      `?customerId=${own}`,
    );
    const document = 'subscription { streamEntitlements { ... on EntitlementsUpdated { customerId } } }';
    const subscription = await clientOf(tokenOf(own)).subscribe(document);
    expect([stream.status, named.status, subscription.status]).toEqual([200, 200, 200]);
    await listening.subscribe(other);
    await listening.subscribe(own);
    await eventually(async () => expect(stream.of<State>('entitlements.updated').length).toBeGreaterThan(0));
    await eventually(async () => expect(named.told.length).toBeGreaterThan(0));
    await eventually(async () => expect(subscription.of('next').length).toBeGreaterThan(0));
    const about = [...stream.told, ...named.told].map(({ data }) => data['customerId']);
    expect(new Set(about)).toEqual(new Set([own]));
    expect(JSON.stringify(subscription.told)).not.toContain(`"${other}"`);
  });

  it('B4, entitlements-usage C3: ends with its secret', async () => {
    const id = await listening.newCustomer();
    const stream = await clientOf(tokenOf(id)).open();
    await newSigningSecret(api);
    expect(stream.hasEnded).toBe(false);
    await expectOk(api.rest('POST', `${secrets}/${secret.id}/end`));
    await eventually(async () => expect(stream.hasEnded).toBe(true));
  });

  it('A6, entitlements-usage C3: ends where a token is required that it did not have', async () => {
    const id = await listening.newCustomer();
    await expectOk(api.rest('PATCH', '/environment-settings', { isCustomerTokenRequired: false }));
    const bare = clientOf({ 'x-customer-id': id });
    await eventually(async () => expect((await bare.open()).status).toBe(200));
    await expectOk(api.rest('PATCH', '/environment-settings', { isCustomerTokenRequired: true }));
    await eventually(async () => expect(bare.hasEnded).toBe(true));
    expect((await bare.open()).status).toBe(401);
  });

  it('entitlements-usage C3: one customer has fifty at a time, so that others have theirs', async () => {
    const [id, other] = [await listening.newCustomer(), await listening.newCustomer()];
    for (let open = 0; open < 50; open++) expect((await clientOf(tokenOf(id)).open()).status).toBe(200);
    expect((await clientOf(tokenOf(id)).open()).status).toBe(429);
    expect((await clientOf(tokenOf(other)).open()).status).toBe(200);
  });
});
