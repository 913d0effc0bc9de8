import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { customerDoors, customerRow as row, type ImportDoor, type ToldImport } from '../support/imports';
import { accountSecrets } from '../support/stripe-account';
import { createStripeApp, type StripeApp } from '../support/stripe-app';
import type { StripeDouble } from '../support/stripe-double';

// Domain: customers-subscriptions

const sandbox = { sandbox: true };
const paying = (id: string, method = 'pays', more: Json = {}): Json =>
  row(id, { paymentMethodId: `pm_sandbox_${method}`, ...more });
const toStripe = (syncedEntityId: unknown) => [{ id: 'pay', vendorIdentifier: 'STRIPE', syncedEntityId }];

const importing = (to: ApiClient, send: ImportDoor, customers: Json[], more: object = {}) =>
  expectOk<ToldImport>(send(to, { customers, ...more }));
const overRest = (to: ApiClient, customers: Json[], more: object = {}) =>
  importing(to, (api, body) => api.rest('POST', '/customers/import', body), customers, more);
const read = (from: ApiClient, id: string) => expectOk<Json>(from.rest('GET', `/customers/${id}`));
const connect = (to: ApiClient, credentials: object) =>
  expectOk(to.rest('POST', '/integrations', { id: 'pay', vendorIdentifier: 'STRIPE', credentials }));
const typesOf = async (app: TestApp, { environmentId }: TestEnvironment, table: string, id: string) => {
  const text = `select type from ${table} where environment_id = $1 and entity_id = $2 order by uid`;
  return (await app.dataSource.query<{ type: string }[]>(text, [environmentId, id])).map(({ type }) => type);
};

describe('payment methods of imported customers, in the sandbox', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await app.environments.add(app.a.accountId, undefined, 'SANDBOX');
    ({ api } = place);
    await connect(api, sandbox);
  });

  const methodOf = async (id: string) =>
    ((await read(api, id))['defaultPaymentMethod'] as Json | null)?.['billingId'] ?? null;

  describe.each(customerDoors)('over %s', (_, send) => {
    it('U11, U8: is attached, masked, and becomes the default of who is new and of who is there', async () => {
      await expectOk(api.rest('POST', '/customers', { id: 'ben', billingId: 'cus_ben' }));
      const rows = [paying('ann'), paying('ben', 'pays_late'), row('cat')];
      expect(await importing(api, send, rows)).toEqual({ newCustomers: ['ann', 'cat'], failures: [] });
      const ann = await read(api, 'ann');
      expect(ann['defaultPaymentMethod']).toEqual({
        ...{ billingId: 'pm_sandbox_pays', type: 'CARD', cardLast4Digits: '4242' },
        ...{ cardExpiryMonth: 12, cardExpiryYear: 2034 },
      });
      expect(ann['integrations']).toEqual(toStripe(expect.stringMatching(/^cus_sandbox_/)));
      const ben = await read(api, 'ben');
      expect(ben['defaultPaymentMethod']).toMatchObject({ type: 'BANK', cardLast4Digits: '6789' });
      expect(ben['integrations']).toEqual(toStripe('cus_ben'));
      expect(await read(api, 'cat')).toMatchObject({ defaultPaymentMethod: null, integrations: [] });
    });

    it('U11: what the provider refuses fails its row alone, with the reason, and leaves nothing of it', async () => {
      const rows = [paying('ann'), paying('bad', 'is_unknown'), row('cat')];
      const { newCustomers, failures } = await importing(api, send, rows);
      expect([newCustomers, failures]).toEqual([
        ['ann', 'cat'],
        [
          {
            ...{ index: 1, id: 'bad', code: 'FailedToImportCustomer' },
            message: expect.stringMatching(
              /^paymentMethodId: The payment provider refused: .*knows no such payment method/,
            ),
          },
        ],
      ]);
      expect(await api.rest('GET', '/customers/bad')).toRefuse('CustomerNotFound');
    });

    it('U11: fails the row where nothing collects money, and where what is named does not', async () => {
      const { api: bare } = await app.newEnvironment();
      await expectOk(bare.rest('POST', '/integrations', { id: 'old', vendorIdentifier: 'ZUORA' }));
      const rows = [paying('ann'), row('ben')];
      for (const [more, why] of [
        [{}, /^paymentMethodId: nothing collects money in this environment/],
        [{ integrationId: 'old' }, /^paymentMethodId: integration old is of ZUORA, which collects no money/],
      ] as const) {
        const { failures } = await importing(bare, send, rows, more);
        expect(failures.map(({ index, message }) => [index, message])).toEqual([
          [0, expect.stringMatching(why)],
        ]);
      }
      expect(await send(bare, { customers: rows, integrationId: 'nobody' })).toRefuse(
        'IntegrationNotFound',
        /^Integration nobody was not found$/,
      );
      expect(await bare.rest('GET', '/customers/ann')).toRefuse('CustomerNotFound');
    });
  });

  it('U11, access-and-events W6: is told as attached, once, and the same rows again change nothing', async () => {
    const rows = [paying('ann'), paying('ben', 'declines', { billingId: 'cus_ben' })];
    await overRest(api, rows, { integrationId: 'pay' });
    const before = [await read(api, 'ann'), await read(api, 'ben')];
    expect(before[1]?.['integrations']).toEqual(toStripe('cus_ben'));
    expect(await overRest(api, rows, { integrationId: 'pay' })).toEqual({ newCustomers: [], failures: [] });
    expect([await read(api, 'ann'), await read(api, 'ben')]).toEqual(before);
    for (const table of ['outbox_event', 'activity'])
      expect(await typesOf(app, place, table, 'ann')).toEqual([
        'customer.created',
        'payment_method.attached',
      ]);
    await overRest(api, [paying('ann', 'pays_late')]);
    expect((await typesOf(app, place, 'outbox_event', 'ann')).slice(2)).toEqual([
      'customer.updated',
      'payment_method.attached',
    ]);
    await overRest(api, [row('ann', { name: 'Ann' })]);
    expect(await methodOf('ann')).toBe('pm_sandbox_pays_late');
    expect((await typesOf(app, place, 'outbox_event', 'ann')).slice(4)).toEqual(['customer.updated']);
  });

  it('U11: of a customer that stands twice the later row counts; what is passed over asks for nothing', async () => {
    const at = (updatedAt: string, method: string) => paying('ann', method, { updatedAt });
    await overRest(api, [at('2020-01-01T00:00:00Z', 'pays'), at('2020-01-02T00:00:00Z', 'declines')]);
    expect(await methodOf('ann')).toBe('pm_sandbox_declines');
    await overRest(api, [paying('ann'), paying('ann', 'declines')]);
    expect(await methodOf('ann')).toBe('pm_sandbox_declines');
    await overRest(api, [paying('ann'), row('ann')]);
    expect(await methodOf('ann')).toBe('pm_sandbox_pays');
    await overRest(api, [paying('ann', 'declines'), paying('ann'), paying('ann', 'declines')]);
    expect(await methodOf('ann')).toBe('pm_sandbox_declines');
    const older = [at('2020-01-01T00:00:00Z', 'is_unknown')];
    expect(await overRest(api, older)).toEqual({ newCustomers: [], failures: [] });
    expect(await methodOf('ann')).toBe('pm_sandbox_declines');
  });

  it('U11: the row of an archived customer, and one that is wrong by itself, fail as ever', async () => {
    await expectOk(api.rest('POST', '/customers', { id: 'gone' }));
    await expectOk(api.rest('POST', '/customers/gone/archive'));
    const { failures } = await overRest(api, [paying('gone'), paying('odd', 'pays', { email: 'nowhere' })]);
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringMatching(/Customer gone is archived/),
      'email must be an e-mail address',
    ]);
    expect(await read(api, 'gone')).toMatchObject({ defaultPaymentMethod: null, integrations: [] });
  });

  it('access-and-events B9: repeated with its key it is one import with one answer', async () => {
    const key = { 'idempotency-key': 'once' };
    const send = () => api.rest('POST', '/customers/import', { customers: [paying('ann')] }, key);
    const first = await send();
    await expectOk(api.rest('DELETE', '/customers/ann/payment-method'));
    expect((await send()).body).toEqual(first.body);
    expect(await methodOf('ann')).toBeNull();
  });
});

describe('payment methods of imported customers, at Stripe', () => {
  let app: TestApp;
  let double: StripeDouble;
  let stripe: StripeApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    stripe = await createStripeApp();
    ({ app, double } = stripe);
  });
  afterAll(() => stripe.close());
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
    await connect(api, accountSecrets);
    double.calls.splice(0);
  });
  afterEach(() => expect(double.misuses).toEqual([]));

  const withCard = (id: string, paymentMethodId = 'pm_card_visa') => row(id, { paymentMethodId });
  const payersAt = () => [...double.api.customers.values()];

  it('U11: a provider that is away fails the row, which is sent again; who was added already is found', async () => {
    double.upset({ kind: 'LOSE_ANSWER', on: /POST \/v1\/payment_methods\/\w+\/attach$/, times: 2 });
    const rows = [withCard('ann'), row('ben')];
    const { newCustomers, failures } = await overRest(api, rows);
    expect([newCustomers, failures]).toMatchObject([
      ['ben'],
      [{ index: 0, id: 'ann', code: 'FailedToImportCustomer' }],
    ]);
    expect(failures[0]?.message).toMatch(
      /^paymentMethodId: The payment provider could not be reached.*send the row again$/,
    );
    expect(await api.rest('GET', '/customers/ann')).toRefuse('CustomerNotFound');
    app.clock.advance({ minutes: 2 });
    expect(await overRest(api, rows)).toEqual({ newCustomers: ['ann'], failures: [] });
    const ours = payersAt().filter(({ metadata }) => metadata['environmentId'] === place.environmentId);
    expect(ours.map(({ id }) => id)).toEqual([
      ((await read(api, 'ann'))['integrations'] as Json[])[0]?.['syncedEntityId'],
    ]);
  });

  it('U11: the same rows again ask nobody', async () => {
    await overRest(api, [withCard('ann')]);
    const { defaultPaymentMethod } = await read(api, 'ann');
    const own = [withCard('ann', String((defaultPaymentMethod as Json)['billingId']))];
    double.calls.splice(0);
    expect(await overRest(api, own)).toEqual({ newCustomers: [], failures: [] });
    expect(double.calls).toEqual([]);
  });

  it('U11: what Stripe does not know fails its row alone', async () => {
    const { newCustomers, failures } = await overRest(api, [withCard('ann', 'pm_nobody'), withCard('ben')]);
    expect([newCustomers, failures.map(({ index }) => index)]).toEqual([['ben'], [0]]);
    expect(failures[0]?.message).toMatch(/^paymentMethodId: The payment provider refused: /);
  });
});
