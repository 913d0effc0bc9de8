import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions
describe('payment methods', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.environments.add(app.a.accountId, undefined, 'SANDBOX'));
    await connect(api, { sandbox: true });
    await expectOk(api.rest('POST', '/customers', { id: 'acorn', email: 'acorn@example.com' }));
  });

  const connect = (to: ApiClient, credentials: object) =>
    expectOk(to.rest('POST', '/integrations', { id: 'pay', vendorIdentifier: 'STRIPE', credentials }));
  const path = '/customers/acorn/payment-method';
  const asked = (paymentMethodId: string, more: Json = {}): Json => ({
    ...{ integrationId: 'pay', vendorIdentifier: 'STRIPE', paymentMethodId },
    ...more,
  });
  const attach = (body: Json, headers: Record<string, string> = {}) => api.rest('POST', path, body, headers);
  const read = () => expectOk<Json>(api.rest('GET', '/customers/acorn'));
  const toldTypes = async () =>
    (await expectOk<Json[]>(api.rest('GET', '/activity?entityId=acorn&limit=100'))).map(({ type }) => type);
  const visa = {
    ...{ billingId: 'pm_sandbox_pays', type: 'CARD', cardLast4Digits: '4242' },
    ...{ cardExpiryMonth: 12, cardExpiryYear: 2034 },
  };

  isTenantScoped({
    app: () => app,
    create: (to, id) => expectOk<Json>(to.rest('POST', '/customers', { id })),
    read: (from, id) => expectOk<Json>(from.rest('GET', `/customers/${id}`)),
    routes: [
      ['POST', (id) => `/customers/${id}/payment-method`, asked('pm_sandbox_pays')],
      ['DELETE', (id) => `/customers/${id}/payment-method`],
    ],
    documents: [
      `mutation($id: String!) { attachCustomerPaymentMethod(customerId: $id,
        input: { integrationId: "pay", vendorIdentifier: STRIPE, paymentMethodId: "x" }) { id } }`,
      'mutation($id: String!) { detachCustomerPaymentMethod(customerId: $id) { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'customers',
    reads: [],
    writes: [
      {
        rest: ['POST', '/customers/nobody/payment-method', asked('x')],
        graphql: `mutation { attachCustomerPaymentMethod(customerId: "nobody",
          input: { integrationId: "pay", vendorIdentifier: STRIPE, paymentMethodId: "x" }) { id } }`,
      },
      {
        rest: ['DELETE', '/customers/nobody/payment-method'],
        graphql: 'mutation { detachCustomerPaymentMethod(customerId: "nobody") { id } }',
      },
    ],
  });

  it('U8: attaching makes it the default, masked; the customer is known to the provider from then on', async () => {
    const answer = await attach(asked('pm_sandbox_pays', { billingCurrency: 'eur' }));
    expect(answer.status).toBe(201);
    const told = await expectOk<Json>(Promise.resolve(answer));
    expect(told).toMatchObject({ defaultPaymentMethod: visa, billingCurrency: 'eur' });
    expect(told['integrations']).toEqual([
      {
        ...{ id: 'pay', vendorIdentifier: 'STRIPE' },
        syncedEntityId: expect.stringMatching(/^cus_sandbox_/) as string,
      },
    ]);
    expect(await read()).toEqual(told);
    expect((await toldTypes())[0]).toBe('payment_method.attached');
  });

  it('U8: another one takes its place, and detaching leaves none', async () => {
    await expectOk(attach(asked('pm_sandbox_pays')));
    const bank = await expectOk<Json>(attach(asked('pm_sandbox_pays_late')));
    expect(bank['defaultPaymentMethod']).toEqual({
      ...{ billingId: 'pm_sandbox_pays_late', type: 'BANK', cardLast4Digits: '6789' },
      ...{ cardExpiryMonth: null, cardExpiryYear: null },
    });
    const without = await expectOk<Json>(api.rest('DELETE', path));
    expect(without).toMatchObject({ defaultPaymentMethod: null, integrations: bank['integrations'] });
    expect(await read()).toEqual(without);
    expect(await api.rest('DELETE', path)).toRefuse('PaymentMethodNotFoundError', /acorn/);
    expect((await toldTypes()).slice(0, 3)).toEqual([
      'payment_method.detached',
      'payment_method.attached',
      'payment_method.attached',
    ]);
  });

  it('U8: the same through the other door', async () => {
    const fields = `{ id defaultPaymentMethod { billingId type cardLast4Digits cardExpiryMonth cardExpiryYear } }`;
    const attached = `mutation { attachCustomerPaymentMethod(customerId: "acorn",
      input: { integrationId: "pay", vendorIdentifier: STRIPE, paymentMethodId: "pm_sandbox_pays" }) ${fields} }`;
    expect(await expectOk(api.graphql(attached))).toEqual({ id: 'acorn', defaultPaymentMethod: visa });
    const detached = `mutation { detachCustomerPaymentMethod(customerId: "acorn") ${fields} }`;
    expect(await expectOk(api.graphql(detached))).toEqual({ id: 'acorn', defaultPaymentMethod: null });
    expect(await api.graphql(detached)).toRefuse('PaymentMethodNotFoundError');
  });

  it('U8: what the provider does not know is not kept, nor is what no provider was asked about', async () => {
    expect(await attach(asked('pm_1'))).toRefuse('PaymentMethodNotFoundError', /pm_sandbox_pays/);
    const card = await attach(asked('4242424242424242'));
    expect(card).toRefuse('PaymentMethodNotFoundError');
    expect(card.text).not.toContain('4242424242424242');
    expect(await attach(asked('pm_sandbox_pays', { integrationId: 'other' }))).toRefuse(
      'IntegrationNotFound',
    );
    expect(await attach(asked('pm_sandbox_pays', { vendorIdentifier: 'ZUORA' }))).toRefuse(
      'UnsupportedVendorIdentifier',
      /ZUORA/,
    );
    await expectOk(api.rest('POST', '/integrations', { id: 'crm', vendorIdentifier: 'HUBSPOT' }));
    expect(await attach(asked('pm_sandbox_pays', { integrationId: 'crm' }))).toRefuse(
      'BadUserInput',
      /^vendorIdentifier: integration crm is of HUBSPOT, not of STRIPE/,
    );
    const elsewhere = (await app.newEnvironment()).api;
    await expectOk(elsewhere.rest('POST', '/customers', { id: 'acorn' }));
    expect(await elsewhere.rest('POST', path, asked('pm_sandbox_pays'))).toRefuse(
      'UnsupportedVendorIdentifier',
    );
    expect(await attach({ ...asked('x'), paymentMethodId: '' })).toRefuse('BadUserInput', /paymentMethodId/);
    expect(await read()).toMatchObject({ defaultPaymentMethod: null, integrations: [] });
  });

  it('U8: an archived customer takes none', async () => {
    await expectOk(api.rest('POST', '/customers/acorn/archive'));
    expect(await attach(asked('pm_sandbox_pays'))).toRefuse('EntityIsArchivedError');
  });

  it('U8, U9: it goes with the account that it was known to', async () => {
    await expectOk(attach(asked('pm_sandbox_pays')));
    await expectOk(api.rest('DELETE', '/customers/acorn/integrations/pay'));
    expect(await read()).toMatchObject({ defaultPaymentMethod: null, integrations: [] });
  });

  it('U9: a customer that is known there already is taken for who it is', async () => {
    await expectOk(api.rest('PATCH', '/customers/acorn', { billingId: 'cus_known' }));
    const { integrations } = await expectOk<Json>(attach(asked('pm_sandbox_pays')));
    expect(integrations).toEqual([{ id: 'pay', vendorIdentifier: 'STRIPE', syncedEntityId: 'cus_known' }]);
  });

  it('access-and-events B9: repeated with its key it is one attachment with one answer, and a state that was not read refuses', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await attach(asked('pm_sandbox_pays'), key);
    await expectOk(api.rest('DELETE', path));
    const again = await attach(asked('pm_sandbox_pays'), key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await read()).toMatchObject({ defaultPaymentMethod: null });
    expect(await attach(asked('pm_sandbox_pays_late'), key)).toRefuse('BadUserInput', /Idempotency-Key/);
    const stale = { 'if-match': first.headers.get('etag') ?? '' };
    expect(await attach(asked('pm_sandbox_pays'), stale)).toRefuse(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
    );
    expect(await read()).toMatchObject({ defaultPaymentMethod: null });
  });
});
