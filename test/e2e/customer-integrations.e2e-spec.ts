import { createTestApp, type TestApp } from '../support/app';
import { createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { flatFee } from '../support/priced-plans';
import { behavesAsList } from '../support/suites/list-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: customers-subscriptions
describe('integrations of a customer', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    await connect(api);
    await customer(api, 'acorn');
  });

  const vendors = ['SALESFORCE', 'HUBSPOT', 'AUTH0', 'ZUORA', 'SNOWFLAKE', 'OPEN_FGA'];
  const idOf = (vendor: string) => vendor.toLowerCase();
  const connect = async (to: ApiClient) => {
    for (const vendorIdentifier of vendors.slice(0, 2))
      await expectOk(to.rest('POST', '/integrations', { id: idOf(vendorIdentifier), vendorIdentifier }));
    const credentials = { secretKey: 'sk_test_Th1sIsASecretKey', webhookSecret: 'whsec_Th1sIsASecretToo' };
    await expectOk(
      to.rest('POST', '/integrations', { id: 'stripe', vendorIdentifier: 'STRIPE', credentials }),
    );
  };
  const customer = (to: ApiClient, id: string, rest: object = {}) =>
    expectOk<Json>(to.rest('POST', '/customers', { id, ...rest }));
  const path = '/customers/acorn/integrations';
  const crm = { id: 'salesforce', vendorIdentifier: 'SALESFORCE', syncedEntityId: '001A' };
  const pays = { id: 'stripe', vendorIdentifier: 'STRIPE', syncedEntityId: 'cus_1' };
  const link = (body: object) => api.rest('POST', path, body);
  const linksOf = async () => (await expectOk<Json>(api.rest('GET', '/customers/acorn')))['integrations'];

  behavesAsList({
    app: () => app,
    path: '/customers/listed/integrations',
    field: 'customerIntegrations',
    of: 'customerId: "listed"',
    create: async (to, index) => {
      if (index === 0) await customer(to, 'listed');
      const vendorIdentifier = vendors[index];
      const id = `list-${index}`;
      await expectOk(to.rest('POST', '/integrations', { id, vendorIdentifier }));
      const body = { id, vendorIdentifier, syncedEntityId: 'x' };
      await expectOk(to.rest('POST', '/customers/listed/integrations', body));
      return id;
    },
    filter: { query: 'vendorIdentifier=HUBSPOT,ZUORA', graphql: 'vendorIdentifier: [HUBSPOT, ZUORA]' },
  });
  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      if ((await to.rest('GET', '/integrations/scoped')).status === 404)
        await expectOk(to.rest('POST', '/integrations', { id: 'scoped', vendorIdentifier: 'HUBSPOT' }));
      await customer(to, id);
      const body = { id: 'scoped', vendorIdentifier: 'HUBSPOT', syncedEntityId: 'x' };
      return expectOk(to.rest('POST', `/customers/${id}/integrations`, body));
    },
    read: (from, id) => expectOk<Json>(from.rest('GET', `/customers/${id}/integrations/scoped`)),
    routes: [
      ['GET', (id) => `/customers/${id}/integrations`],
      ['POST', (id) => `/customers/${id}/integrations`, crm],
      ['GET', (id) => `/customers/${id}/integrations/scoped`],
      ['PATCH', (id) => `/customers/${id}/integrations/scoped`, { syncedEntityId: 'changed' }],
      ['DELETE', (id) => `/customers/${id}/integrations/scoped`],
    ],
    documents: [
      'query($id: String!) { customerIntegrations(customerId: $id) { totalCount } }',
      'query($id: String!) { customerIntegration(customerId: $id, integrationId: "scoped") { id } }',
      `mutation($id: String!) { linkCustomerIntegration(customerId: $id,
        input: { id: "x", vendorIdentifier: HUBSPOT, syncedEntityId: "x" }) { id } }`,
      `mutation($id: String!) { updateCustomerIntegration(customerId: $id, integrationId: "scoped",
        input: { syncedEntityId: "x" }) { id } }`,
      'mutation($id: String!) { unlinkCustomerIntegration(customerId: $id, integrationId: "scoped") { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'customers',
    reads: [
      {
        rest: ['GET', '/customers/nobody/integrations'],
        graphql: '{ customerIntegrations(customerId: "nobody") { totalCount } }',
      },
      {
        rest: ['GET', '/customers/nobody/integrations/x'],
        graphql: '{ customerIntegration(customerId: "nobody", integrationId: "x") { id } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/customers/nobody/integrations', crm],
        graphql: `mutation { linkCustomerIntegration(customerId: "nobody",
          input: { id: "x", vendorIdentifier: HUBSPOT, syncedEntityId: "x" }) { id } }`,
      },
      {
        rest: ['PATCH', '/customers/nobody/integrations/x', { syncedEntityId: null }],
        graphql: `mutation { updateCustomerIntegration(customerId: "nobody", integrationId: "x",
          input: { syncedEntityId: null }) { id } }`,
      },
      {
        rest: ['DELETE', '/customers/nobody/integrations/x'],
        graphql: 'mutation { unlinkCustomerIntegration(customerId: "nobody", integrationId: "x") { id } }',
      },
    ],
  });

  it('catalog C10: a link has the state of its customer, and is not changed from an older one', async () => {
    const tagOf = async (of: string) => (await api.rest('GET', of)).headers.get('etag');
    const made = await link(crm);
    const tag = made.headers.get('etag') as string;
    expect([await tagOf(`${path}/salesforce`), await tagOf('/customers/acorn')]).toEqual([tag, tag]);
    const change = (syncedEntityId: string) =>
      api.rest('PATCH', `${path}/salesforce`, { syncedEntityId }, { 'if-match': tag });
    const changed = await change('001B');
    expect(await tagOf(`${path}/salesforce`)).toBe(changed.headers.get('etag'));
    expect(await change('001C')).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    expect(await linksOf()).toMatchObject([{ syncedEntityId: '001B' }]);
  });

  it('U9: are linked, told with the customer, changed and unlinked', async () => {
    expect(await expectOk(link(crm))).toEqual({ ...crm, syncData: null });
    expect(await linksOf()).toEqual([crm]);
    const changed = { ...crm, syncedEntityId: null };
    const body = { syncedEntityId: null };
    expect(await expectOk(api.rest('PATCH', `${path}/salesforce`, body))).toEqual({
      ...changed,
      syncData: null,
    });
    expect(await linksOf()).toEqual([changed]);
    expect(await expectOk(api.rest('DELETE', `${path}/salesforce`))).toEqual({ ...changed, syncData: null });
    expect(await linksOf()).toEqual([]);
    expect(await api.rest('GET', `${path}/salesforce`)).toRefuse('IntegrationNotFound', /salesforce/);
    expect(await api.rest('DELETE', `${path}/salesforce`)).toRefuse('IntegrationNotFound');
    const types = (await expectOk<Json[]>(api.rest('GET', '/activity?entityId=acorn'))).map(
      ({ type }) => type,
    );
    expect(types).toEqual([
      ...Array<string>(3).fill('customer.updated'),
      'customer.start_decided',
      'customer.created',
    ]);
  });

  it('U9: the same through the other door', async () => {
    const fields = '{ id vendorIdentifier syncedEntityId syncData { billingId billingLinkUrl } }';
    const document = `mutation($input: LinkCustomerIntegrationInput!) {
      linkCustomerIntegration(customerId: "acorn", input: $input) ${fields} }`;
    const told = await expectOk<Json>(api.graphql(document, { input: pays }));
    expect(told).toEqual(await expectOk(api.rest('GET', `${path}/stripe`)));
    expect(told['syncData']).toEqual({
      billingId: 'cus_1',
      billingLinkUrl: 'https://dashboard.stripe.com/customers/cus_1',
    });
    const mutation = `mutation { updateCustomerIntegration(customerId: "acorn", integrationId: "stripe",
      input: { syncedEntityId: "cus_2" }) { syncedEntityId } }`;
    expect(await expectOk(api.graphql(mutation))).toEqual({ syncedEntityId: 'cus_2' });
    const twice = await api.graphql(document, { input: { ...pays, id: 'other' } });
    expect(twice).toRefuse('IntegrationNotFound');
  });

  it('U9: are refused where the vendor is not connected, is another one, or is linked already', async () => {
    expect(await link({ ...crm, id: 'auth0', vendorIdentifier: 'AUTH0' })).toRefuse(
      'UnsupportedVendorIdentifier',
      /AUTH0/,
    );
    expect(await link({ ...crm, id: 'hubspot' })).toRefuse('BadUserInput', /vendorIdentifier/);
    expect(await link({ ...crm, id: 'unknown' })).toRefuse('IntegrationNotFound', /unknown/);
    await expectOk(link(crm));
    expect(await link(crm)).toRefuse('DuplicateIntegrationNotAllowed', /SALESFORCE/);
    expect(await api.rest('POST', '/customers', { id: 'beech', integrations: [crm, crm] })).toRefuse(
      'DuplicateIntegrationNotAllowed',
    );
    expect(await api.rest('GET', '/customers/beech')).toRefuse('CustomerNotFound');
    expect(await linksOf()).toEqual([crm]);
  });

  it('U9: come with the customer, and a PATCH replaces the list', async () => {
    const told = await customer(api, 'beech', { integrations: [crm, pays] });
    expect(told['integrations']).toEqual([crm, pays]);
    const patch = (integrations: object[]) =>
      expectOk<Json>(api.rest('PATCH', '/customers/beech', { integrations }));
    expect((await patch([pays]))['integrations']).toEqual([pays]);
    const named = await expectOk<Json>(api.rest('PATCH', '/customers/beech', { name: 'Beech' }));
    expect(named['integrations']).toEqual([pays]);
    expect((await patch([]))['integrations']).toEqual([]);
  });

  it('U9: an archived customer takes none', async () => {
    await expectOk(api.rest('POST', '/customers/acorn/archive'));
    expect(await link(crm)).toRefuse('EntityIsArchivedError');
  });

  it('U9: who collects the money of a live PAID subscription knows the customer by one id', async () => {
    await createProduct(api, 'main');
    const charges = { pricingType: 'PAID', pricingModels: [flatFee(49)] };
    await publishPlan(api, { id: 'pro', productId: 'main', pricingType: null, patch: { charges } });
    await expectOk(link(pays));
    await expectOk(link(crm));
    await subscribe(api, 'acorn', 'pro');
    const refusal = 'CannotChangeBillingIntegration';
    expect(await api.rest('PATCH', `${path}/stripe`, { syncedEntityId: 'cus_2' })).toRefuse(refusal, /acorn/);
    expect(await api.rest('DELETE', `${path}/stripe`)).toRefuse(refusal);
    expect(await api.rest('PATCH', '/customers/acorn', { integrations: [crm] })).toRefuse(refusal);
    await expectOk(api.rest('DELETE', `${path}/salesforce`));
    await expectOk(api.rest('PATCH', `${path}/stripe`, { syncedEntityId: 'cus_1' }));
    expect(await linksOf()).toEqual([pays]);
  });

  it('U9: an integration that customers are linked to stays, with its account', async () => {
    await expectOk(link(crm));
    await expectOk(link(pays));
    expect(await api.rest('DELETE', '/integrations/salesforce')).toRefuse('IntegrityViolation', /linked/);
    expect(await api.rest('DELETE', '/integrations/stripe')).toRefuse('IntegrityViolation');
    await expectOk(api.rest('DELETE', `${path}/salesforce`));
    await expectOk(api.rest('DELETE', '/integrations/salesforce'));
    await expectOk(api.rest('DELETE', '/integrations/hubspot'));
  });
});
