import { createTestApp, type TestApp } from '../support/app';
import { check, createCustomer, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type RestAnswer } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { eventsAbout } from '../support/events';
import { answerAfter, holdRow } from '../support/held-row';
import { sellOnce } from '../support/subscription-catalog';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions

describe('who pays for a subscription', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    for (const { api: client } of [app.a, app.b, app.stranger]) {
      await sellOnce(client);
      await createCustomer(client, 'parent');
    }
    api = app.a.api;
  });
  afterAll(() => app.close());

  const customer = async (): Promise<string> => {
    const id = `customer-${++made}`;
    await createCustomer(api, id);
    return id;
  };
  const delegate = (id: string, targetCustomerId: string) =>
    api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId });
  const provision = (body: Json) => api.rest('POST', '/subscriptions', body);
  const cancel = (id: string) => expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, {}));
  const archive = (id: string) => api.rest('POST', `/customers/${id}/archive`);
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));
  const payerOf = async (id: string): Promise<unknown> => (await get(id))['payingCustomerId'];
  const delegated = async (customerId: string, payer: string): Promise<string> => {
    const { id } = await subscribe(api, customerId, 'free');
    await expectOk(delegate(id, payer));
    return id;
  };

  isTenantScoped({
    app: () => app,
    create: async (client, id) => {
      await createCustomer(client, id);
      return subscribe(client, id, 'free', { id });
    },
    read: (client, id) => expectOk(client.rest('GET', `/subscriptions/${id}`)),
    routes: [['POST', (id) => `/subscriptions/${id}/delegate`, { targetCustomerId: 'parent' }]],
    documents: [
      'mutation($id: String!) { delegateSubscription(id: $id, input: { targetCustomerId: "parent" }) { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [],
    writes: [
      {
        rest: ['POST', '/subscriptions/nobody/delegate', { targetCustomerId: 'parent' }],
        graphql:
          'mutation { delegateSubscription(id: "nobody", input: { targetCustomerId: "parent" }) { id } }',
      },
    ],
  });

  describe('X7: delegating', () => {
    it('X7, S1: another customer pays; whose it is and what it grants stay', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const { id, subscription } = await subscribe(api, customerId, 'custom');
      expect(subscription['payingCustomerId']).toBeNull();
      const before = await check(api, customerId, 'featureId=calls');
      const told = await expectOk<Json>(delegate(id, payer));
      expect(told).toEqual({ ...subscription, payingCustomerId: payer });
      expect(await get(id)).toEqual(told);
      const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${customerId}`));
      expect(data.map((each) => [each['id'], each['payingCustomerId']])).toEqual([[id, payer]]);
      expect(await check(api, customerId, 'featureId=calls')).toEqual(before);
      expect(await check(api, payer, 'featureId=calls')).toMatchObject({ isGranted: false });
    });

    it('X7: over GraphQL, and the log and an event tell it', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const { id } = await subscribe(api, customerId, 'free');
      const document = `mutation($id: String!, $to: String!) { delegateSubscription(id: $id, input: { targetCustomerId: $to }) ${everyField(app, 'Subscription')} }`;
      const told = await expectOk<Json>(api.graphql(document, { id, to: payer }));
      expect(told).toMatchObject({ id, customerId, payingCustomerId: payer });
      const { data } = await expectPage<Json>(api.rest('GET', `/activity?entityId=${id}`));
      expect(data[0]).toMatchObject({
        type: 'subscription.updated',
        before: { payingCustomerId: null },
        after: { customerId, payingCustomerId: payer },
      });
      const last = (await eventsAbout(app, id)).at(-1);
      expect(last).toMatchObject({
        type: 'subscription.updated',
        payload: { subscription: { payingCustomerId: payer } },
      });
    });

    it('X7: to a third one, to the same one again, which is told nobody, and back to its own', async () => {
      const [customerId, first, second] = [await customer(), await customer(), await customer()];
      const id = await delegated(customerId, first);
      expect(await expectOk(delegate(id, second))).toMatchObject({ payingCustomerId: second });
      const told = (await eventsAbout(app, id)).length;
      expect(await expectOk(delegate(id, second))).toMatchObject({ payingCustomerId: second });
      expect(await eventsAbout(app, id)).toHaveLength(told);
      expect(await expectOk(delegate(id, customerId))).toMatchObject({ payingCustomerId: null });
      expect(await expectOk(delegate(id, customerId))).toMatchObject({ payingCustomerId: null });
      expect(await eventsAbout(app, id)).toHaveLength(told + 1);
    });

    it('X7: not to a customer that is unknown or archived', async () => {
      const [customerId, gone] = [await customer(), await customer()];
      const { id } = await subscribe(api, customerId, 'free');
      await expectOk(archive(gone));
      expect(await delegate(id, 'nobody')).toRefuse('CustomerNotFound', /nobody/);
      expect(await delegate(id, gone)).toRefuse('EntityIsArchivedError', new RegExp(gone));
      expect(await payerOf(id)).toBeNull();
    });

    it('S7: what has ended is not delegated, whoever the target is', async () => {
      const { id } = await subscribe(api, await customer(), 'free');
      await cancel(id);
      expect(await delegate(id, 'nobody')).toRefuse('SubscriptionAlreadyCanceledOrExpired');
    });

    it('V11, X7: waits for nobody who is at work on the target, so two that take over from each other cannot block', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const { id } = await subscribe(api, customerId, 'free');
      const release = await holdRow(app.databaseUrl, 'customer', payer, 'no key update');
      try {
        expect(await expectOk(delegate(id, payer))).toMatchObject({ payingCustomerId: payer });
      } finally {
        await release();
      }
    });
  });

  describe('V1: provisioning', () => {
    it('V1, X7: the request names who pays; its own customer is nobody else', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const { id, subscription } = await subscribe(api, customerId, 'free', { payingCustomerId: payer });
      expect(subscription).toMatchObject({ customerId, payingCustomerId: payer });
      expect(await payerOf(id)).toBe(payer);
      const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { payingCustomerId } } }`;
      const input = { customerId: await customer(), planId: 'free', payingCustomerId: payer };
      expect(await expectOk(api.graphql(document, { input }))).toEqual({
        subscription: { payingCustomerId: payer },
      });
      const self = await customer();
      const own = await subscribe(api, self, 'free', { payingCustomerId: self });
      expect(own.subscription['payingCustomerId']).toBeNull();
    });

    it('V1: not by a customer that is unknown or archived; nothing begins', async () => {
      const [customerId, gone] = [await customer(), await customer()];
      await expectOk(archive(gone));
      const body = { customerId, planId: 'free' };
      expect(await provision({ ...body, payingCustomerId: 'nobody' })).toRefuse('CustomerNotFound', /nobody/);
      expect(await provision({ ...body, payingCustomerId: gone })).toRefuse('EntityIsArchivedError');
      const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${customerId}`));
      expect(data).toEqual([]);
    });

    it('V5, X7: the plan that runs already keeps its payer, and another one is refused', async () => {
      const [customerId, payer, other] = [await customer(), await customer(), await customer()];
      const body = { customerId, planId: 'free', metadata: { team: 'red' } };
      const { id } = await subscribe(api, customerId, 'free');
      const change = 'ChangingPayingCustomerIsNotSupportedError';
      expect(await provision({ ...body, payingCustomerId: payer })).toRefuse(change, /^payingCustomerId: /);
      expect(await get(id)).toMatchObject({ payingCustomerId: null, metadata: {} });
      await expectOk(provision({ ...body, payingCustomerId: customerId }));
      await expectOk(delegate(id, payer));
      for (const named of [other, customerId]) {
        expect(await provision({ ...body, payingCustomerId: named })).toRefuse(change, new RegExp(payer));
      }
      await expectOk(provision({ ...body, payingCustomerId: payer }));
      await expectOk(provision(body));
      expect(await get(id)).toMatchObject({ payingCustomerId: payer, metadata: { team: 'red' } });
    });

    it('V4, X7: what takes its place is paid by the same, unless the request names another', async () => {
      const [customerId, payer, other] = [await customer(), await customer(), await customer()];
      await delegated(customerId, payer);
      const custom = await subscribe(api, customerId, 'custom');
      expect(custom.subscription['payingCustomerId']).toBe(payer);
      const free = await subscribe(api, customerId, 'free', { payingCustomerId: other });
      expect(free.subscription['payingCustomerId']).toBe(other);
      const own = await subscribe(api, customerId, 'custom', { payingCustomerId: customerId });
      expect(own.subscription['payingCustomerId']).toBeNull();
    });

    it('X2, X7: the plan that follows an end is paid by its own customer', async () => {
      const productSettings = {
        subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
        downgradePlanId: 'basic',
        subscriptionCancellationTime: 'IMMEDIATE',
        subscriptionStartSetup: 'PLAN_SELECTION',
      };
      await expectOk(api.rest('POST', '/products', { id: 'falling', displayName: 'Falling' }));
      await publishPlan(api, { id: 'basic', productId: 'falling' });
      await publishPlan(api, { id: 'big', productId: 'falling', pricingType: 'CUSTOM' });
      await expectOk(api.rest('PATCH', '/products/falling', { productSettings }));
      const [customerId, payer] = [await customer(), await customer()];
      const { id } = await subscribe(api, customerId, 'big', { payingCustomerId: payer });
      expect(await cancel(id)).toMatchObject({ status: 'CANCELED', payingCustomerId: payer });
      const query = `customerId=${customerId}&status=ACTIVE`;
      const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?${query}`));
      expect(data).toMatchObject([{ planId: 'basic', payingCustomerId: null }]);
    });
  });

  describe('U7: archiving who pays', () => {
    it('U7: is refused until nothing that it pays for others is live', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const id = await delegated(customerId, payer);
      const ended = await delegated(await customer(), payer);
      await cancel(ended);
      await subscribe(api, payer, 'free');
      expect(await archive(payer)).toRefuse('IntegrityViolation', new RegExp(payer));
      const document = 'mutation($id: String!) { archiveCustomer(id: $id) { id } }';
      expect(await api.graphql(document, { id: payer })).toRefuse('IntegrityViolation');
      expect(await expectOk(api.rest('GET', `/customers/${payer}`))).toMatchObject({ archivedAt: null });
      const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${payer}`));
      expect(data).toMatchObject([{ status: 'ACTIVE' }]);
      await expectOk(delegate(id, customerId));
      await expectOk(archive(payer));
      expect(await archive(payer)).toRefuse('EntityIsArchivedError');
    });

    it('U7: the one that is paid for may be archived, and its payer then', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const id = await delegated(customerId, payer);
      await expectOk(archive(customerId));
      expect(await get(id)).toMatchObject({ cancelReason: 'CustomerArchived', payingCustomerId: payer });
      await expectOk(archive(payer));
    });

    const waysToPay: [string, (customerId: string, payer: string) => Promise<() => Promise<RestAnswer>>][] = [
      [
        'delegating to it',
        async (customerId, payer) => {
          const { id } = await subscribe(api, customerId, 'free');
          return () => delegate(id, payer);
        },
      ],
      [
        'subscribing at its cost',
        (customerId, payer) =>
          Promise.resolve(() => provision({ customerId, planId: 'free', payingCustomerId: payer })),
      ],
    ];

    it.each(waysToPay)('U7, X7: %s waits for its archiving, and is refused then', async (_way, prepare) => {
      const [customerId, payer] = [await customer(), await customer()];
      const pay = await prepare(customerId, payer);
      const archiving = [
        `select from customer where id = '${payer}' for update`,
        `update customer set archived_at = now() where id = '${payer}'`,
      ];
      expect(await answerAfter(app.databaseUrl, archiving, pay)).toRefuse('EntityIsArchivedError');
    });

    it('U7, X7: archiving waits for who lets it pay, and is refused then', async () => {
      const [customerId, payer] = [await customer(), await customer()];
      const { id } = await subscribe(api, customerId, 'free');
      const delegating = [
        `select from customer where id = '${payer}' for key share`,
        `update subscription set paying_customer_uid = (select uid from customer where id = '${payer}'),
                paying_customer_id = '${payer}' where id = '${id}'`,
      ];
      const answer = await answerAfter(app.databaseUrl, delegating, () => archive(payer));
      expect(answer).toRefuse('IntegrityViolation');
    });

    it.each(waysToPay)('U7, X7: of archiving and %s at once, one happens', async (_way, prepare) => {
      for (let round = 0; round < 8; round++) {
        const [customerId, payer] = [await customer(), await customer()];
        const pay = await prepare(customerId, payer);
        const [archived, paid] = await Promise.all([archive(payer), pay()]);
        if (archived.status === 201) expect(paid).toRefuse('EntityIsArchivedError');
        else expect(archived).toRefuse('IntegrityViolation');
        expect([archived.status, paid.status].filter((status) => status === 201)).toHaveLength(1);
      }
    });
  });
});
