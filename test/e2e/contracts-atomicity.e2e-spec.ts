import { newUid } from '#libs/kernel/ids';
import { Journal } from '#libs/messaging/journal';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';
import { Deals, sellDeals, untilDecided } from '../support/contract-deals';
import { eventsAbout } from '../support/events';

const clients = 20;

/** Domain: contracts-billing C1, C2, C3 */
describe('contracts, whole or not at all', () => {
  let app: TestApp;
  let api: ApiClient;
  let deals: Deals;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    deals = new Deals(api);
    await sellDeals(api);
  });
  afterAll(() => app.close());

  /** How many rows there are of all that a contract could leave. */
  const traces = async (): Promise<unknown> => {
    const tables = ['contract', 'subscription', 'subscription_package', 'outbox_event', 'activity'];
    const more = ['entitlement_snapshot', 'customer_resource', 'idempotent_answer'];
    const counts = [...tables, ...more].map((table) => `(select count(*) from ${table})::int as ${table}`);
    const [row] = await app.dataSource.query<unknown[]>(`select ${counts.join(', ')}`);
    return row;
  };
  const fresh = (customerId: string, planId: string, more: Json = {}): Json => ({
    newSubscription: { customerId, planId, ...more },
  });
  const existing = (existingSubscriptionId: string): Json => ({ existingSubscriptionId });
  const statuses = (answers: readonly RestAnswer[]): number[] =>
    answers.map(({ status }) => status).sort((a, b) => a - b);

  describe('C1, entitlements-usage G9: a contract whose second subscription fails leaves nothing', () => {
    let customerId: string;
    beforeAll(async () => {
      customerId = await deals.customer();
    });

    it.each<[string, () => Json, Parameters<jest.Matchers<void>['toRefuse']>[0]]>([
      ['an unknown plan', () => fresh(customerId, 'nobody'), 'PlanNotFound'],
      ['an unknown subscription', () => existing('nobody'), 'SubscriptionNotFound'],
      ['a FREE plan', () => fresh(customerId, 'free'), 'InvalidArgumentError'],
      [
        'another plan of the same product',
        () => fresh(customerId, 'crm-large'),
        'DuplicatedEntityNotAllowed',
      ],
      ['a missing resource', () => fresh(customerId, 'sites'), 'BadUserInput'],
      ['what has no price', () => fresh(customerId, 'chat', { unitQuantity: 5 }), 'UnsupportedParameter'],
    ])('for %s', async (_fault, second, code) => {
      const before = await traces();
      const body = { contractId: 'failing', subscriptions: [fresh(customerId, 'crm'), second()] };
      expect(await deals.create(customerId, body)).toRefuse(code);
      const document = 'mutation($input: CreateContractInput!) { createContract(input: $input) { id } }';
      expect(await api.graphql(document, { input: { customerId, ...body } })).toRefuse(code);
      expect(await traces()).toEqual(before);
      expect(await api.rest('GET', '/contracts/failing')).toRefuse('ContractNotFound');
    });

    it('for a bug of ours at the very end, under an idempotency key; the same request works afterwards', async () => {
      const before = await traces();
      const record = jest.spyOn(app.nest.get(Journal), 'record');
      record.mockImplementation(({ type }) => {
        if (type === 'contract.created') throw new Error('a bug');
      });
      const body = { customerId, contractId: 'failing', subscriptions: [fresh(customerId, 'crm')] };
      const call = () => api.rest('POST', '/contracts', body, { 'idempotency-key': 'once' });
      expect((await call()).status).toBe(500);
      record.mockRestore();
      expect(await traces()).toEqual(before);
      const made = await call();
      expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null]);
    });
  });

  it('C1: an attachment whose second subscription fails attaches none', async () => {
    const customerId = await deals.customer();
    const contractId = await deals.contract(customerId);
    const before = await traces();
    const body = { subscriptions: [fresh(customerId, 'crm'), fresh(customerId, 'nobody')] };
    expect(await deals.attach(contractId, body)).toRefuse('PlanNotFound');
    expect(await traces()).toEqual(before);
    expect(await deals.members(contractId)).toEqual([]);
  });

  it(`C2: ${clients} clients with one contractId make one contract`, async () => {
    const customerId = await deals.customer();
    const body = { contractId: 'contested', name: 'Deal', subscriptions: [fresh(customerId, 'crm')] };
    const answers = await Promise.all(
      Array.from({ length: clients }, () => untilDecided(() => deals.create(customerId, body))),
    );
    expect(statuses(answers)).toEqual([...Array<number>(clients - 1).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await expectOk(api.rest('GET', `/customers/${customerId}/contracts`))).toHaveLength(1);
    const subscriptions = await expectOk<Json[]>(api.rest('GET', `/subscriptions?customerId=${customerId}`));
    expect(subscriptions).toHaveLength(1);
    expect((await eventsAbout(app, 'contested')).map(({ type }) => type)).toEqual(['contract.created']);
  });

  it(`C2: ${clients} customers with one contractId make one contract`, async () => {
    const customers: string[] = [];
    while (customers.length < clients) customers.push(await deals.customer());
    const answers = await Promise.all(
      customers.map((customerId) => {
        const subscriptions = [fresh(customerId, 'crm')];
        return untilDecided(() => deals.create(customerId, { contractId: 'crowded', subscriptions }));
      }),
    );
    expect(statuses(answers)).toEqual([...Array<number>(clients - 1).fill(200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await eventsAbout(app, 'crowded')).map(({ type }) => type)).toEqual(['contract.created']);
    const { customerExternalId } = await deals.read('crowded');
    for (const customerId of customers) {
      const own = await expectOk<Json[]>(api.rest('GET', `/subscriptions?customerId=${customerId}`));
      expect([customerId, own.length]).toEqual([customerId, customerId === customerExternalId ? 1 : 0]);
    }
  });

  it('C3: of two contracts that want one subscription at once, one gets it', async () => {
    const customerId = await deals.customer();
    const subscription = existing(await deals.subscription(customerId, 'crm'));
    const wanting = Array.from({ length: 8 }, () =>
      untilDecided(() => deals.create(customerId, { subscriptions: [subscription] })),
    );
    expect(statuses(await Promise.all(wanting))).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  it('C3: of two subscriptions of one product that join at once, one does', async () => {
    const customerId = await deals.customer();
    const contractId = await deals.contract(customerId);
    const resources = Array.from({ length: 6 }, (_, index) => `resource-${index}`);
    const joining = resources.map((resourceId) => {
      const body = { subscriptions: [fresh(customerId, 'sites', { resourceId })] };
      return untilDecided(() => deals.attach(contractId, body));
    });
    expect(statuses(await Promise.all(joining))).toEqual([201, ...Array<number>(5).fill(409)]);
    expect(await deals.members(contractId)).toHaveLength(1);
  });

  it('C3: the database itself takes no second subscription of a product, and none for another tenant', async () => {
    const customerId = await deals.customer();
    const one = await deals.subscription(customerId, 'sites', { resourceId: 'north' });
    const other = await deals.subscription(customerId, 'sites', { resourceId: 'south' });
    const contractId = await deals.contract(customerId, { subscriptions: [existing(one)] });
    const { id: contractUid } = await deals.read(contractId);
    const put = (uid: unknown) =>
      app.dataSource.query('update subscription set contract_uid = $1 where id = $2', [uid, other]);
    await expect(put(contractUid)).rejects.toThrow(/uq_subscription_contract_product/);
    const place = new Deals(app.b.api);
    const foreign = await place.read(await place.contract(await place.customer()));
    await expect(put(foreign['id'])).rejects.toThrow(/fk_subscription_contract/);
    await expect(put(newUid())).rejects.toThrow(/fk_subscription_contract/);
  });

  it('C8: archiving and attaching at once end with no live subscription on an archived contract', async () => {
    const customerId = await deals.customer();
    const contractId = await deals.contract(customerId);
    const joining = ['crm', 'chat', 'mail'].map((planId) => {
      return untilDecided(() => deals.attach(contractId, { subscriptions: [fresh(customerId, planId)] }));
    });
    const [archived] = await Promise.all([untilDecided(() => deals.archive(contractId)), ...joining]);
    expect(archived.body).toMatchObject({ data: { state: 'CANCELED' } });
    for (const id of await deals.members(contractId)) {
      expect(await deals.readSubscription(String(id))).toMatchObject({ status: 'CANCELED' });
    }
  });
});
