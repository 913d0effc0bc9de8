import { createTestApp, type TestApp } from '../support/app';
import { check, createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { sellOnce } from '../support/subscription-catalog';

// Domain: customers-subscriptions

describe('changes of subscriptions', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sellOnce(api);
    await sellOnce(app.b.api);
  });
  afterAll(() => app.close());

  const customer = async (to: ApiClient = api): Promise<string> => {
    const id = `buyer-${made++}`;
    await createCustomer(to, id);
    return id;
  };
  const eventTypes = async (id: string) => (await eventsAbout(app, id)).map(({ type }) => type);
  const provision = (body: Json) => api.rest('POST', '/subscriptions', body);
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));
  const cancel = (id: string, body: Json = {}) => api.rest('POST', `/subscriptions/${id}/cancel`, body);

  describe('what is not built says so', () => {
    it.each([
      ['billingCountryCode', 'DE'],
      ['billingInformation', { taxPercentage: 5 }],
      ['budget', { limit: 5, hasSoftLimit: true }],
      ['charges', [{ id: 'calls', type: 'FEATURE', quantity: 1 }]],
      ['minimumSpend', { amount: 5, currency: 'usd' }],
      ['priceOverrides', [{ amount: 5 }]],
      ['unitQuantity', 5],
      ['billingCycleAnchor', 'NOW'],
      ['trialOverrideConfiguration', { isTrial: true }],
    ])('V1: UnsupportedParameter for %s', async (field, value) => {
      const answer = await provision({ customerId: await customer(), planId: 'free', [field]: value });
      expect(answer).toRefuse('UnsupportedParameter', new RegExp(`^${field}[.:]`));
    });

    it('takes null, empty and default as nothing asked', async () => {
      const nothing = {
        budget: null,
        charges: [],
        minimumSpend: null,
        priceOverrides: [],
        payingCustomerId: null,
      };
      const defaults = {
        billingCycleAnchor: 'UNCHANGED',
        scheduleStrategy: 'IMMEDIATE',
        billingPeriod: 'MONTHLY',
      };
      const method = { paymentCollectionMethod: 'NONE', trialOverrideConfiguration: { isTrial: false } };
      const body = { customerId: await customer(), planId: 'free', ...nothing, ...defaults, ...method };
      expect((await provision(body)).status).toBe(201);
    });

    it('V9: BillingIntegrationMissing for CHARGE', async () => {
      const body = { customerId: await customer(), planId: 'free', paymentCollectionMethod: 'CHARGE' };
      expect(await provision(body)).toRefuse('BillingIntegrationMissing', /NONE/);
    });

    it('UnsupportedParameter for INVOICE where nothing is to be paid', async () => {
      const body = { customerId: await customer(), planId: 'free', paymentCollectionMethod: 'INVOICE' };
      expect(await provision(body)).toRefuse('UnsupportedParameter', /paymentCollectionMethod/);
    });

    it('CheckoutIsNotSupported for checkoutOptions', async () => {
      const checkoutOptions = { successUrl: 'https://a.example', cancelUrl: 'https://b.example' };
      expect(await provision({ customerId: await customer(), planId: 'free', checkoutOptions })).toRefuse(
        'CheckoutIsNotSupported',
      );
    });
  });

  describe('X1: cancel', () => {
    it('S4, S5, entitlements-usage G9: ends at once, and the next check denies', async () => {
      const customerId = await customer();
      const { id } = await subscribe(api, customerId, 'free');
      expect(await get(id)).toMatchObject({ effectiveEndDate: null, cancellationDate: null });
      expect(await expectOk(cancel(id, { cancellationTime: 'IMMEDIATE' }))).toMatchObject({
        status: 'CANCELED',
        cancelReason: 'Immediate',
        effectiveEndDate: app.clock.now().toISOString(),
        cancellationDate: app.clock.now().toISOString(),
      });
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ isGranted: false });
      expect(await eventTypes(id)).toContain('subscription.canceled');
    });

    it('takes a body left out, which means at once without a billing period', async () => {
      const { id } = await subscribe(api, await customer(), 'free');
      expect((await api.rest('POST', `/subscriptions/${id}/cancel`)).status).toBe(201);
    });

    it('S7: SubscriptionAlreadyCanceledOrExpired the second time', async () => {
      const { id } = await subscribe(api, await customer(), 'free');
      await expectOk(cancel(id));
      expect(await cancel(id)).toRefuse('SubscriptionAlreadyCanceledOrExpired');
    });

    it.each([
      ['SubscriptionDoesNotHaveBillingPeriod', { cancellationTime: 'END_OF_BILLING_PERIOD' }],
      ['SubscriptionDoesNotHaveBillingPeriod', { cancellationTime: 'IMMEDIATE', prorate: true }],
      ['InvalidCancellationDate', { cancellationTime: 'SPECIFIC_DATE' }],
      ['InvalidCancellationDate', { cancellationTime: 'SPECIFIC_DATE', endDate: '2020-01-01T00:00:00.000Z' }],
      ['BadUserInput', { endDate: '2030-01-01T00:00:00.000Z' }],
    ] as const)('%s for %j', async (code, body) => {
      const { id } = await subscribe(api, await customer(), 'free');
      expect(await cancel(id, body)).toRefuse(code);
      expect((await get(id))['status']).toBe('ACTIVE');
    });
  });

  describe('U7: an archived customer', () => {
    it('loses all subscriptions, which do not come back', async () => {
      const customerId = await customer();
      const { id } = await subscribe(api, customerId, 'free');
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      expect(await get(id)).toMatchObject({ status: 'CANCELED', cancelReason: 'CustomerArchived' });
      await expectOk(api.rest('POST', `/customers/${customerId}/unarchive`));
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({
        accessDeniedReason: 'NoActiveSubscription',
      });
    });
  });

  describe('what subscriptions forbid to change below them', () => {
    it('catalog P5: IntegrityViolation when a product that was sold toggles multipleSubscriptions', async () => {
      await subscribe(api, await customer(), 'free');
      const answer = await api.rest('PATCH', '/products/single', { multipleSubscriptions: true });
      expect(answer).toRefuse('IntegrityViolation', /multipleSubscriptions/);
    });

    it('catalog F6: CannotUpdateUnitTransformationError while live subscriptions use the feature', async () => {
      await subscribe(api, await customer(), 'free');
      const answer = await api.rest('PATCH', '/features/calls', { unitTransformation: { divide: 10 } });
      expect(answer).toRefuse('CannotUpdateUnitTransformationError', /calls/);
    });
  });

  it('S2: lists by status in any letter case, without the overrides', async () => {
    const customerId = await customer();
    const { id } = await subscribe(api, customerId, 'free');
    const answer = await api.rest('GET', `/subscriptions?status=active&customerId=${customerId}`);
    const { data } = answer.body as { data: Json[] };
    expect(data.map((each) => each['id'])).toEqual([id]);
    expect(data[0]).not.toHaveProperty('subscriptionEntitlements');
    const none = await api.rest('GET', `/subscriptions?status=expired,canceled&customerId=${customerId}`);
    expect(none.body).toMatchObject({ data: [] });
  });
});
