import type { TestApp } from '../support/app';
import { createCustomer, createProduct, publishPlan, type Json } from '../support/catalog';
import { charged } from '../support/charge-story';
import { expectOk, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { createIssuer } from '../support/issuers';
import { runPayments } from '../support/payments';
import { flatFee } from '../support/priced-plans';
import { accountSecrets } from '../support/stripe-account';
import { createStripeApp, type StripeApp } from '../support/stripe-app';

// Domain: customers-subscriptions

describe('what is paid on a page of Stripe', () => {
  let stripe: StripeApp;
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    stripe = await createStripeApp();
    ({ app } = stripe);
  });
  afterAll(() => stripe.close());
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
    await createIssuer(api, 'acme');
    const body = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: accountSecrets };
    await expectOk(api.rest('POST', '/integrations', body));
    await createProduct(api, 'main');
    const charges = { pricingType: 'PAID', pricingModels: [flatFee(49)] };
    await publishPlan(api, { id: 'pro', productId: 'main', pricingType: null, patch: { charges } });
    await createCustomer(api, 'ada');
  });
  afterEach(() => expect(stripe.double.misuses).toEqual([]));

  const ask = (id: string) =>
    api.rest('POST', '/subscriptions', { id, customerId: 'ada', planId: 'pro', ...charged() });
  const statesOf = async () => {
    const text = 'select state from payment where environment_id = $1 order by uid';
    return (await app.dataSource.query<Json[]>(text, [place.environmentId])).map(({ state }) => state);
  };
  const refuse = (on: RegExp) => {
    const error = { type: 'invalid_request_error', message: 'not today' };
    stripe.double.upset({ kind: 'ANSWER', status: 400, body: JSON.stringify({ error }), on });
  };

  it('V9: that cannot be opened is refused, once, and nothing is made', async () => {
    refuse(/^POST \/v1\/checkout\/sessions$/);
    expect(await ask('pro-1')).toRefuse('PaymentProcessorError', /refused to open a page/);
    expect(await statesOf()).toEqual(['FAILED']);
    expect(await api.rest('GET', '/subscriptions/pro-1')).toRefuse('SubscriptionNotFound');
  });

  it('V9: of which nothing is told for a while is open still, and pays once it is', async () => {
    const { checkoutBillingId } = await expectOk<Json>(ask('pro-1'));
    stripe.double.payPage(String(checkoutBillingId), 'pm_card_visa');
    refuse(/^GET \/v1\/checkout\/sessions\//);
    app.clock.advance({ minutes: 11 });
    await runPayments(app);
    expect(await statesOf()).toEqual(['OFFERED']);
    await app.dataSource.query('update payment set due_at = $1 where environment_id = $2', [
      app.clock.now(),
      place.environmentId,
    ]);
    await runPayments(app);
    expect(await statesOf()).toEqual(['SUCCEEDED']);
    const told = await expectOk<Json>(api.rest('GET', '/subscriptions/pro-1'));
    expect(told).toMatchObject({ status: 'ACTIVE', latestInvoice: { status: 'PAID', total: 49 } });
  });
});
