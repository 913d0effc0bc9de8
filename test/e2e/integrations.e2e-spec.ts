import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { rowsOf } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { behavesAsList } from '../support/suites/list-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions
describe('integrations of an environment', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await app.environments.add(app.a.accountId, undefined, 'DEVELOPMENT');
    ({ api } = place);
  });

  const keys = { secretKey: 'sk_test_Th1sIsASecretKey', webhookSecret: 'whsec_Th1sIsASecretToo' };
  const stripe = { vendorIdentifier: 'STRIPE', credentials: keys };
  const make = (to: ApiClient, body: object) => to.rest('POST', '/integrations', body);
  const create = (to: ApiClient, id: string, vendorIdentifier = 'SALESFORCE') =>
    expectOk<Json>(make(to, { id, vendorIdentifier }));
  const read = (from: ApiClient, id: string) => expectOk<Json>(from.rest('GET', `/integrations/${id}`));
  const update = (id: string, body: object) => api.rest('PATCH', `/integrations/${id}`, body);
  const sealedOf = async (id: string) =>
    (
      await rowsOf<{ sealed: string | null }>(
        app.databaseUrl,
        `select sealed_credentials as sealed from integration where environment_id = '${place.environmentId}' and id = '${id}'`,
      )
    )[0]?.sealed;

  const vendors = ['SALESFORCE', 'HUBSPOT', 'AUTH0', 'ZUORA', 'SNOWFLAKE', 'OPEN_FGA', 'PREQUEL', 'RECEIVED'];
  behavesAsList({
    app: () => app,
    path: '/integrations',
    field: 'integrations',
    create: async (to, index) => {
      await create(to, `list-${index}`, vendors[index]);
      return `list-${index}`;
    },
    filter: { query: 'vendorIdentifier=HUBSPOT,ZUORA', graphql: 'vendorIdentifier: [HUBSPOT, ZUORA]' },
  });
  let scoped = 0;
  isTenantScoped({
    app: () => app,
    // Of each vendor there is one.
    create: (to, id) => create(to, id, vendors[scoped++ % vendors.length]),
    read,
    routes: [
      ['GET', (id) => `/integrations/${id}`],
      ['PATCH', (id) => `/integrations/${id}`, { displayName: 'changed' }],
      ['DELETE', (id) => `/integrations/${id}`],
    ],
    documents: [
      'query($id: String!) { integration(id: $id) { id } }',
      'mutation($id: String!) { updateIntegration(id: $id, input: { displayName: "changed" }) { id } }',
      'mutation($id: String!) { deleteIntegration(id: $id) { id } }',
    ],
  });

  it('U9: are told without what opens them, which lies sealed', async () => {
    const told = await expectOk<Json>(make(api, { ...stripe, id: 'pay', displayName: 'Payments' }));
    const at = app.clock.now().toISOString();
    expect(told).toEqual({
      ...{ id: 'pay', vendorIdentifier: 'STRIPE', displayName: 'Payments', isSandbox: false },
      ...{ credentialsChangedAt: at, createdAt: at, updatedAt: at },
      callbackPath: `/notices/${place.environmentId}/pay`,
    });
    expect(await read(api, 'pay')).toEqual(told);
    expect(await sealedOf('pay')).toMatch(/^v1\.[\w-]{8}\.[\w-]{40,}$/);
  });

  it('U9: the same through the other door', async () => {
    const fields =
      '{ id vendorIdentifier displayName isSandbox callbackPath credentialsChangedAt createdAt updatedAt }';
    const input = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } };
    const made = await expectOk<Json>(
      api.graphql(
        `mutation($input: CreateIntegrationInput!) { createIntegration(input: $input) ${fields} }`,
        {
          input,
        },
      ),
    );
    expect(made).toEqual(await read(api, 'pay'));
    expect(made).toMatchObject({ isSandbox: true, displayName: null, callbackPath: null });
    const renamed = `mutation { updateIntegration(id: "pay", input: { displayName: "Renamed" }) ${fields} }`;
    expect(await expectOk<Json>(api.graphql(renamed))).toMatchObject({
      displayName: 'Renamed',
      isSandbox: true,
    });
    expect(await expectOk<Json>(api.graphql(`{ integration(id: "pay") ${fields} }`))).toEqual(
      await read(api, 'pay'),
    );
    expect(await expectOk<Json>(api.graphql('mutation { deleteIntegration(id: "pay") { id } }'))).toEqual({
      id: 'pay',
    });
    expect(await api.rest('GET', '/integrations/pay')).toRefuse('IntegrationNotFound', /pay/);
  });

  it('U9: there is one of each vendor', async () => {
    await create(api, 'crm');
    expect(await make(api, { id: 'crm-2', vendorIdentifier: 'SALESFORCE' })).toRefuse(
      'DuplicateIntegrationNotAllowed',
      /vendorIdentifier/,
    );
    expect(await make(api, { id: 'crm', vendorIdentifier: 'HUBSPOT' })).toRefuse(
      'DuplicatedEntityNotAllowed',
    );
    await expectOk(make(api, stripe));
    expect(await make(api, stripe)).toRefuse('BillingIntegrationAlreadyExistsError', /vendorIdentifier/);
  });

  it('U9: credentials that do not fit are refused, and the environment does not outgrow those that do', async () => {
    const production = app.a.api;
    expect(await make(production, { ...stripe, credentials: { sandbox: true } })).toRefuse(
      'IntegrationValidationError',
      /sandbox/,
    );
    expect(await make(api, { vendorIdentifier: 'STRIPE' })).toRefuse(
      'IntegrationValidationError',
      /secretKey/,
    );
    expect(await make(api, { vendorIdentifier: 'HUBSPOT', credentials: keys })).toRefuse(
      'UnsupportedParameter',
      /HUBSPOT/,
    );
    expect(await make(api, { vendorIdentifier: 'PAYING' })).toRefuse('BadUserInput', /vendorIdentifier/);
    expect(await expectOk<Json[]>(api.rest('GET', '/integrations'))).toEqual([]);
  });

  it('U9: new credentials take the place of the former', async () => {
    await expectOk(make(api, { ...stripe, id: 'pay' }));
    const before = await sealedOf('pay');
    app.clock.advance({ minutes: 1 });
    const told = await expectOk<Json>(
      update('pay', { credentials: { ...keys, secretKey: 'sk_test_An0therOneOfThem' } }),
    );
    expect(told['credentialsChangedAt']).toBe(app.clock.now().toISOString());
    expect(await sealedOf('pay')).not.toBe(before);
    expect(await update('pay', { credentials: {} })).toRefuse('IntegrationValidationError');
    expect(await read(api, 'pay')).toEqual(told);
    const types = (await expectOk<Json[]>(api.rest('GET', '/activity?entityId=pay'))).map(({ type }) => type);
    expect(types).toEqual(['integration.updated', 'integration.created']);
  });

  it('U9: no scope reaches them', async () => {
    const scoped = app.anonymous.as({ key: await place.scopedKey('customers:write', 'contracts:write') });
    expect(await scoped.rest('GET', '/integrations')).toRefuse('IdentityForbidden');
    expect(await make(scoped, stripe)).toRefuse('IdentityForbidden');
    expect(await scoped.graphql('{ integrations { totalCount } }')).toRefuse('IdentityForbidden');
    expect(
      await place.api.rest('POST', '/api-keys', { displayName: 'x', scopes: ['integrations:read'] }),
    ).toRefuse('BadUserInput');
  });
});

describe('integrations of a service without a key', () => {
  it('U9: keep no credentials', async () => {
    const app = await createTestApp({ variables: { SEALING_KEYS: '' } });
    const made = (body: object) => app.a.api.rest('POST', '/integrations', body);
    const secretKey = 'sk_test_Th1sIsASecretKey';
    const body = {
      vendorIdentifier: 'STRIPE',
      credentials: { secretKey, webhookSecret: 'whsec_0123456789' },
    };
    expect(await made(body)).toRefuse('IntegrationValidationError', /SEALING_KEYS/);
    await expectOk(made({ vendorIdentifier: 'SALESFORCE' }));
    await app.close();
  });
});
