import type { Logger } from 'pino';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { createBuyers, createIssuer } from '../support/issuers';
import { owe, runPayments, type ToldPayment } from '../support/payments';
import { attachMethod, chargePath } from '../support/payment-methods';
import { everyValue, heardFrom, placesOf, type Found } from '../support/secret-search';
import { testPepper, testSealingKey } from '../support/secrets';
import { StripeDouble } from '../support/stripe-double';

const held = {
  secretKey: 'sk_test_C4naryThatIsHeld51Qz7h',
  webhookSecret: 'whsec_C4nary+That/IsHeld0c0ff33=',
};
const former = {
  secretKey: 'rk_test_C4naryOfBefore8Lx4Vb2m',
  webhookSecret: 'whsec_C4nary+Of/Before0d9a1e7f=',
};
const refused = {
  secretKey: 'sk_live_C4naryOfRealMoney3Tn6Kq',
  webhookSecret: 'whsec_C4nary+Of/RealMoney0b4d9=',
};
const malformed = {
  secretKey: 'pk_test_C4naryThatIsNone7Wp5Rd',
  webhookSecret: 'C4naryOfAnotherFormThanAny9Yt',
};
const others = { signing: 'whsec_C4nary+Of/SomebodyElse0e7=', typed: 'sk_test_C4naryInTheWrongPlace2Hs' };
const cards = { pays: '4242424242424242', declines: '4000000000000002', told: '5555555555554444' };

const secretsOf = (place: TestEnvironment): Record<string, string> => ({
  ...named('held', held),
  ...named('former', former),
  ...named('refused', refused),
  ...named('malformed', malformed),
  ...named('other', others),
  ...named('card that', cards),
  ...{ 'API key': place.serverKey, 'key of seals': testSealingKey, pepper: testPepper },
});
const named = (what: string, secrets: Record<string, string>) =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [`${what} ${name}`, secret]));

/** As of a provider that repeats in its sentences whatever it was sent. */
const sentence = `Authorization: Bearer ${held.secretKey}, ${held.webhookSecret}, card ${cards.told}`;
const echo = (type = 'invalid_request_error') =>
  JSON.stringify({
    error: { type, message: sentence, doc_url: `https://stripe.example/?key=${held.secretKey}` },
  });

// Domain: customers-subscriptions
describe('secrets of those who collect money', () => {
  let app: TestApp;
  let double: StripeDouble;
  let place: TestEnvironment;
  let api: ApiClient;
  let heard: Found[];
  let callbackPath: string;

  beforeAll(async () => {
    double = await StripeDouble.start({ ...held, now: () => app.clock.now() });
    app = await createTestApp({ variables: { STRIPE_API_URL: double.url, LOG_LEVEL: 'trace' } });
    heard = heardFrom(app.nest);
    place = await app.environments.add(app.a.accountId, undefined, 'DEVELOPMENT');
    ({ api } = place);
    await createBuyers(api, 'acorn', 'beech');
    await createIssuer(api, 'acme');
  });
  afterAll(async () => {
    await app.close();
    await double.close();
  });

  const everything = async (): Promise<Found[]> => [
    ...heard,
    ...app.logLines.map((text) => ({ place: 'the log', text })),
    ...(await everyValue(app.databaseUrl)),
  ];
  const stripe = (credentials: unknown, more: Json = {}) => ({
    ...{ id: 'pay', vendorIdentifier: 'STRIPE', credentials },
    ...more,
  });
  const make = (body: unknown, headers: Record<string, string> = {}) =>
    api.rest('POST', '/integrations', body, headers);
  const change = (credentials: unknown, headers: Record<string, string> = {}) =>
    api.rest('PATCH', '/integrations/pay', { credentials }, headers);
  const making = 'mutation($input: CreateIntegrationInput!) { createIntegration(input: $input) { id } }';
  const changing =
    'mutation($input: UpdateIntegrationInput!) { updateIntegration(id: "pay", input: $input) { id callbackPath } }';
  const upset = (on: RegExp, status: number, body = echo(), times = 1) =>
    double.upset({ kind: 'ANSWER', on, status, body, times });

  /** Both doors, and none of them takes it. */
  const refuseBoth = async (credentials: unknown, more: Json = {}): Promise<void> => {
    const body = stripe(credentials, more);
    const answers = [await make(body), await api.graphql(making, { input: body })];
    expect(answers.map((each) => each.text)).toEqual(answers.map(() => expect.stringMatching(/"code":/)));
  };

  it('U9: credentials that are refused', async () => {
    await refuseBoth(refused);
    await refuseBoth(malformed);
    await refuseBoth({ ...held, webhookSecret: malformed.webhookSecret });
    await refuseBoth({ ...held, sandbox: true });
    await refuseBoth(held, { vendorIdentifier: 'HUBSPOT' });
    await refuseBoth({ secretKey: [others.typed], webhookSecret: { is: others.typed } });
    await refuseBoth(others.typed);
    await refuseBoth({ ...held, sandbox: others.typed });
  });

  it('U9: what is no request at all', async () => {
    const whole = JSON.stringify(stripe({ ...held, note: others.typed }));
    const broken = [
      whole.slice(0, -2),
      whole.replace('}', ''),
      others.typed,
      `"${others.typed}`,
      `{"credentials":${others.typed}}`,
    ];
    for (const body of broken) expect((await make(body)).status).toBe(400);
    expect((await make(whole, { 'content-type': 'text/plain' })).status).toBe(415);
    const documents = [
      `mutation { createIntegration(input: { vendorIdentifier: STRIPE, credentials: ${others.typed} }) { id } }`,
      `mutation { createIntegration(input: { vendorIdentifier: STRIPE, credentials: "${others.typed}" }) { id } }`,
      `mutation { createIntegration(input: { vendorIdentifier: STRIPE, credentials: { secretKey: ${others.typed} } }) { id } }`,
      `mutation { createIntegration(input: { vendorIdentifier: STRIPE, credentials: { secretKey: "${others.typed}`,
      `mutation { createIntegration(input: { credentials: { secretKey: "${held.secretKey}" } }) { id } }`,
    ];
    for (const document of documents) expect((await api.graphql(document)).errors).not.toEqual([]);
  });

  it('U9: credentials that are kept, replaced and told again by their key', async () => {
    const key = { 'idempotency-key': 'once' };
    await expectOk(make(stripe(former), key));
    await expectOk(make(stripe(former), key));
    expect(await make(stripe(held), key)).toRefuse('BadUserInput', /Idempotency-Key/);
    expect(await make(stripe(held, { id: 'again' }))).toRefuse('BillingIntegrationAlreadyExistsError');
    expect(await change(held, { 'if-match': '"stale"' })).toRefuse(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
    );
    expect(await change(refused)).toRefuse('IntegrationValidationError');
    app.clock.advance({ minutes: 1 });
    const told = await expectOk<{ callbackPath: string }>(
      api.graphql(changing, { input: { credentials: held } }),
    );
    ({ callbackPath } = told);
    await expectOk(change(former));
    app.clock.advance({ minutes: 1 });
    // Stripe does not know these, and says so in a sentence that holds them.
    expect(await attachMethod(api, 'pm_card_visa').catch(String)).toMatch(/secret key is not accepted/);
    await expectOk(change(held));
  });

  it('U9: integrations that are deleted, and the sandbox', async () => {
    const elsewhere = await app.environments.add(app.a.accountId, undefined, 'SANDBOX');
    await createBuyers(elsewhere.api, 'acorn');
    await expectOk(elsewhere.api.rest('POST', '/integrations', stripe(former)));
    await expectOk(elsewhere.api.rest('DELETE', '/integrations/pay'));
    await expectOk(elsewhere.api.graphql(making, { input: stripe({ sandbox: true }) }));
    await attaching(elsewhere.api);
  });

  const attaching = async (to: ApiClient): Promise<void> => {
    const document = `mutation($input: AttachCustomerPaymentMethodInput!) {
      attachCustomerPaymentMethod(customerId: "acorn", input: $input) { id } }`;
    for (const card of Object.values(cards)) {
      const input = { integrationId: 'pay', vendorIdentifier: 'STRIPE', paymentMethodId: card };
      expect(await to.rest('POST', '/customers/acorn/payment-method', input)).toRefuse(
        'PaymentMethodNotFoundError',
      );
      expect(await to.graphql(document, { input })).toRefuse('PaymentMethodNotFoundError');
      const more = { ...input, card: { number: card, cvc: '123' } };
      expect(await to.rest('POST', '/customers/acorn/payment-method', more)).toRefuse('BadUserInput');
      expect((await to.graphql(document, { input: more })).errors).not.toEqual([]);
    }
  };

  it('U8: methods that are attached, refused and detached', async () => {
    await attaching(api);
    for (const status of [400, 401, 402, 403, 429, 500]) {
      upset(/\/attach$/, status, echo(), 2);
      expect(await attachMethod(api, 'pm_card_visa').catch(String)).toMatch(/PaymentProcessorError/);
      double.calm();
    }
    upset(/\/attach$/, 200, `<html>${sentence}`);
    expect(await attachMethod(api, 'pm_card_visa').catch(String)).toMatch(/PaymentProcessorError/);
    double.addMethod('pm_told', { type: 'card', charge: 'PAYS' });
    const parts = { last4: cards.pays.slice(-4), exp_month: 8, exp_year: 2031 };
    const told = {
      ...{ id: 'pm_told', object: 'payment_method', type: 'card', customer: null },
      ...{ card: { ...parts, number: cards.pays, note: sentence }, billing_details: { name: sentence } },
    };
    upset(/\/attach$/, 200, JSON.stringify(told));
    expect(JSON.stringify(await attachMethod(api, 'pm_told'))).toMatch(/pm_told.*4242/);
    await attachMethod(api, 'pm_card_visa');
    const detach = () =>
      expectOk(api.graphql('mutation { detachCustomerPaymentMethod(customerId: "acorn") { id } }'));
    upset(/\/detach$/, 401, echo());
    await detach();
    await eventually(async () => {
      const told = `select from outbox_event where type = 'third_party.sync_failed'`;
      expect(await app.dataSource.query<object[]>(told)).toHaveLength(1);
    });
    await attachMethod(api, 'pm_card_visa');
    // As often as the job is tried: what ended it stays with it.
    upset(/\/detach$/, 500, echo(), 9);
    await detach();
    await eventually(async () => {
      const jobs = await app.dataSource.query<object[]>(
        'select from graphile_worker.jobs where last_error is not null',
      );
      expect(jobs).toHaveLength(1);
    });
  });

  const charge = (invoice: string) => expectOk<ToldPayment>(api.rest('POST', chargePath(invoice)));

  it('contracts-billing V14: charges that are paid, declined, refused and unknown', async () => {
    const charging =
      'mutation($ref: String!) { chargeCustomerInvoice(customerId: "acorn", invoiceRef: $ref) { state failureReason } }';
    await attachMethod(api, 'pm_card_visa');
    expect(await charge(await owe(app, place))).toMatchObject({ state: 'SUCCEEDED' });
    for (const status of [400, 401, 403]) {
      upset(/POST .*payment_intents$/, status);
      const ref = await owe(app, place);
      expect(await expectOk(api.graphql(charging, { ref }))).toMatchObject({ state: 'FAILED' });
    }
    upset(/POST .*payment_intents$/, 500, echo('api_error'), 2);
    expect(await charge(await owe(app, place))).toMatchObject({ state: 'DUE' });
    app.clock.advance({ minutes: 3 });
    await runPayments(app);
    const decline = { code: 'card_declined', message: sentence };
    double.addMethod('pm_echo', { type: 'card', charge: 'DECLINES', decline });
    await attachMethod(api, 'pm_echo');
    expect(await charge(await owe(app, place))).toMatchObject({
      state: 'FAILED',
      failureReason: 'card_declined',
    });
  });

  it('contracts-billing V14: notices, signed or not', async () => {
    await attachMethod(api, 'pm_usBankAccount');
    const invoice = await owe(app, place);
    await charge(invoice);
    const [notice] = double.takeNotices().slice(-1);
    if (!notice) throw new Error('Nothing happened');
    const send = async (body: Buffer, signature: string) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      return (await app.nest.inject({ method: 'POST', url: callbackPath, payload: body, headers }))
        .statusCode;
    };
    const right = double.written(notice);
    const foreign = double.written(notice, app.clock.now(), others.signing);
    const odd = double.written({
      ...notice,
      object: { ...notice.object, id: [sentence] as never, metadata: sentence },
    });
    const others401 = [
      await send(right.body, foreign.signature),
      await send(right.body, held.webhookSecret),
      await send(Buffer.from(sentence), right.signature),
      await send(Buffer.from(others.signing), `t=${held.webhookSecret},v1=${held.secretKey}`),
    ];
    expect(others401).toEqual([401, 401, 401, 401]);
    expect(await send(odd.body, odd.signature)).toBeGreaterThanOrEqual(400);
    expect(await send(right.body, right.signature)).toBe(200);
  });

  it('U9: whatever can be read', async () => {
    const paths = [
      ...[
        '/integrations',
        '/integrations/pay',
        '/customers',
        '/customers/acorn',
        '/customers/acorn/integrations',
      ],
      ...[
        '/activity?limit=100',
        '/activity?entityId=pay',
        '/customers/acorn/invoices',
        '/tasks',
        '/catalog/export',
      ],
    ];
    for (const path of paths) await expectOk(api.rest('GET', path));
    for (const { invoiceId: id } of await expectOk<{ invoiceId: string }[]>(
      api.rest('GET', '/customers/acorn/invoices'),
    ))
      await expectOk(api.rest('GET', `/customers/acorn/invoices/${id}/payments`));
    const documents = [
      '{ integrations { edges { node { id displayName isSandbox callbackPath credentialsChangedAt } } } }',
      '{ integration(id: "pay") { id vendorIdentifier } customer(id: "acorn") { id defaultPaymentMethod { billingId } } }',
      '{ __schema { types { name fields { name description } inputFields { name description defaultValue } } } }',
    ];
    for (const document of documents) expect((await api.graphql(document)).errors).toEqual([]);
    for (const url of ['/', '/metrics', '/openapi.json', '/openapi.yaml'])
      expect((await app.anonymous.send('GET', url)).status).toBe(200);
  });

  it('U8, U9, contracts-billing V14: stand in no answer, no line of the log and no row, in whatever form', async () => {
    // More than the tests before this one have asked, or they were left out.
    expect(heard.length).toBeGreaterThan(90);
    expect(placesOf(secretsOf(place), await everything())).toEqual([]);
  });

  it('U9: would be found in each of them', async () => {
    const hex = Buffer.from(held.secretKey).toString('hex');
    const name = Buffer.from(`of ${held.secretKey}`).toString('base64');
    await createCustomer(api, 'cypress', { name, metadata: { hex } });
    app.nest.get<Logger>(APP_LOGGER).debug({ hex });
    const places = ['the answer to POST /api/v1/customers', 'the log', 'customer.name', 'customer.metadata'];
    const found = [...places, 'outbox_event.payload'].map((where) => `held secretKey in ${where}`);
    expect(placesOf(secretsOf(place), await everything())).toEqual(expect.arrayContaining(found));
  });
});
