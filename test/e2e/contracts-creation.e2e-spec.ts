import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { Deals, sellDeals } from '../support/contract-deals';
import { eventsAbout } from '../support/events';
import { eventually } from '../support/eventually';
import { giveScopes } from '../support/key-scopes';

// Domain: contracts-billing

describe('C1, C2: creating a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let deals: Deals;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    deals = new Deals(api);
    await sellDeals(api);
    await createCustomer(api, 'acorn');
  });
  afterAll(() => app.close());

  const refused = (more: Json) => deals.create('acorn', { contractId: 'refused', ...more });

  it('T3: tells the whole contract; externalId and refId are the contractId', async () => {
    const customerId = await deals.customer();
    const dates = {
      activationStartDate: '2026-04-01T09:30:00Z',
      activationEndDate: '2027-03-31T23:59:59Z',
    };
    const subscriptions = [{ newSubscription: { customerId, planId: 'crm', id: 'told-crm' } }];
    const words = { name: 'The big deal', poNumber: 'PO-17' };
    const created = await expectOk<Json>(
      deals.create(customerId, { contractId: 'told', ...dates, ...words, subscriptions }),
    );
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ...{
        contractId: 'told',
        externalId: 'told',
        refId: 'told',
        customerExternalId: customerId,
        ...words,
      },
      // Only the calendar day is kept.
      activationStartDate: '2026-04-01T00:00:00.000Z',
      activationEndDate: '2027-03-31T00:00:00.000Z',
      state: 'ACTIVE',
      billingState: 'DRAFT',
      billingId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      nextInvoice: null,
      latestInvoice: null,
      subscriptions: [
        {
          subscriptionId: 'told-crm',
          planDisplayName: 'Plan crm',
          productDisplayName: 'Product crm-product',
        },
      ],
      createdAt: app.clock.now().toISOString(),
    });
    expect(await deals.read('told')).toEqual(created);
  });

  it('T1, T4: provisioning only, billing only, or both', async () => {
    const customerId = await deals.customer();
    const subscriptions = [{ newSubscription: { customerId, planId: 'crm' } }];
    const provisioning = await expectOk(deals.create(customerId, { setupBilling: false, subscriptions }));
    expect(provisioning).toMatchObject({ state: 'ACTIVE', billingState: null, billingId: null });
    const billing = await expectOk(deals.create(customerId));
    expect(billing).toMatchObject({ state: 'DRAFT', billingState: 'DRAFT', subscriptions: [] });
    const neither = await expectOk(deals.create(customerId, { setupBilling: false }));
    expect(neither).toMatchObject({ state: 'DRAFT', billingState: null });
  });

  it('takes existing and new subscriptions together', async () => {
    const customerId = await deals.customer();
    const existing = await deals.subscription(customerId, 'crm');
    const newSubscription = { customerId, planId: 'chat', id: `${customerId}-chat` };
    const subscriptions = [{ existingSubscriptionId: existing }, { newSubscription }];
    const contractId = await deals.contract(customerId, { subscriptions });
    expect(new Set(await deals.members(contractId))).toEqual(new Set([existing, `${customerId}-chat`]));
    for (const id of [existing, `${customerId}-chat`]) {
      expect(await deals.readSubscription(id)).toMatchObject({ contractId, status: 'ACTIVE' });
    }
  });

  it('a new subscription is provisioned like any other: it grants', async () => {
    const customerId = await deals.customer();
    await deals.contract(customerId, {
      subscriptions: [{ newSubscription: { customerId, planId: 'crm' } }],
    });
    const entitlements = await expectOk<Json[]>(api.rest('GET', `/customers/${customerId}/entitlements`));
    expect(JSON.stringify(entitlements)).toContain('calls');
  });

  it('C2: the same contractId answers the first contract unchanged with 200, whatever else is said', async () => {
    const customerId = await deals.customer();
    const first = await deals.create(customerId, { contractId: 'again', name: 'First' });
    expect(first.status).toBe(201);
    app.clock.advance({ hours: 1 });
    const subscriptions = [{ existingSubscriptionId: 'nobody' }];
    const dates = {
      activationStartDate: '2026-02-01T00:00:00Z',
      activationEndDate: '2026-01-01T00:00:00Z',
    };
    const again = await deals.create('nobody', {
      ...{ contractId: 'again', name: 'Second', setupBilling: false },
      ...{ subscriptions, ...dates },
    });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('etag')).toBe(String(first.headers.get('etag')));
    expect((await eventsAbout(app, 'again')).map(({ type }) => type)).toEqual(['contract.created']);
  });

  it('C2: an archived contract is answered too, and its id stays taken', async () => {
    const contractId = await deals.contract('acorn', { contractId: 'gone' });
    const archived = await expectOk(deals.archive(contractId));
    const again = await deals.create('acorn', { contractId });
    expect([again.status, again.body]).toEqual([200, { data: archived }]);
  });

  it('C2: without a contractId one is made, and a retry makes another', async () => {
    const one = await deals.contract('acorn');
    const other = await deals.contract('acorn');
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(other).not.toBe(one);
  });

  it('access-and-events B9: an idempotency key answers the status of the first time again, 201 or 200', async () => {
    const body = { customerId: 'acorn', contractId: 'keyed' };
    const call = (key: string) => api.rest('POST', '/contracts', body, { 'idempotency-key': key });
    const made = await call('made');
    const found = await call('found');
    const replays = [await call('made'), await call('found')];
    expect([made.status, found.status]).toEqual([201, 200]);
    expect(replays.map(({ status }) => status)).toEqual([201, 200]);
    expect(replays.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
    expect(replays.map(({ text }) => text)).toEqual([made.text, found.text]);
  });

  it.each(['legal-entities', 'pricing-models'])('the contractId %s is reserved', async (contractId) => {
    expect(await refused({ contractId })).toRefuse('BadUserInput', /contractId: .* is reserved/);
    const input = `input: { customerId: "acorn", contractId: "${contractId}" }`;
    const overGraphql = await api.graphql(`mutation { createContract(${input}) { id } }`);
    expect(overGraphql).toRefuse('BadUserInput', /reserved/);
  });

  it.each<[string, Json, RegExp]>([
    ['a customer', { customerId: undefined }, /customerId is required and must be a string/],
    ['catalog C1: a contractId of the pattern', { contractId: 'no spaces' }, /contractId must match/],
    ['a subscription, where the list is sent', { subscriptions: [] }, /subscriptions must/],
    ['one thing of each entry', { subscriptions: [{}] }, /subscriptions\[0\] must have either/],
    [
      'one thing of each entry only',
      {
        subscriptions: [{ existingSubscriptionId: 'x', newSubscription: { customerId: 'a', planId: 'b' } }],
      },
      /subscriptions\[0\] must have either/,
    ],
    ['an instant', { activationStartDate: 'tomorrow' }, /activationStartDate must be an ISO 8601/],
    [
      'an end that is not before the start',
      { activationStartDate: '2026-04-02T00:00:00Z', activationEndDate: '2026-04-01T23:00:00Z' },
      /activationEndDate must not be before/,
    ],
    ['a name of at most 255 characters', { name: 'x'.repeat(256) }, /name must/],
    ['a truth value', { setupBilling: 'yes' }, /setupBilling must be true or false/],
    ['no state of ours', { state: 'ACTIVE' }, /state is not a known field/],
    ['a whole new subscription', { subscriptions: [{ newSubscription: {} }] }, /customerId/],
  ])('wants %s', async (_rule, change, message) => {
    expect(await refused(change)).toRefuse('BadUserInput', message);
  });

  it('catalog C4: an unknown customer, and one that is archived', async () => {
    expect(await deals.create('nobody')).toRefuse('CustomerNotFound', /nobody/);
    const customerId = await deals.customer();
    await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
    expect(await deals.create(customerId)).toRefuse('EntityIsArchivedError', new RegExp(customerId));
  });

  it('C1: a refused list names the element and the field', async () => {
    const customerId = await deals.customer();
    const sound = { newSubscription: { customerId, planId: 'crm' } };
    const asking = (more: Json) => ({ newSubscription: { customerId, planId: 'chat', ...more } });
    const created = (...subscriptions: Json[]) => deals.create(customerId, { subscriptions });
    expect(await created(sound, asking({ unitQuantity: 5 }))).toRefuse(
      'UnsupportedParameter',
      /^subscriptions\[1\]\.newSubscription: unitQuantity: /,
    );
    expect(await created(sound, asking({ planId: 'nobody' }))).toRefuse(
      'PlanNotFound',
      /^subscriptions\[1\]\.newSubscription: /,
    );
    expect(await created({ existingSubscriptionId: 'nobody' })).toRefuse(
      'SubscriptionNotFound',
      /^subscriptions\[0\]\.existingSubscriptionId: Subscription nobody/,
    );
    const contractId = await deals.contract(customerId);
    expect(await deals.attach(contractId, { subscriptionIds: ['nobody'] })).toRefuse(
      'SubscriptionNotFound',
      /^subscriptionIds\[0\]: Subscription nobody/,
    );
  });

  it('access-and-events S4: a new subscription needs the permission to provision, an existing one that to write contracts', async () => {
    const customerId = await deals.customer();
    const existingSubscriptionId = await deals.subscription(customerId, 'chat');
    const [entry, fresh] = [{ existingSubscriptionId }, { newSubscription: { customerId, planId: 'crm' } }];
    const holding = async (...scopes: string[]) =>
      new Deals(app.anonymous.as({ key: await app.a.scopedKey(...scopes) }));
    const clerk = await holding('contracts:write');
    const message = /^subscriptions\[0\]\.newSubscription needs the permission subscriptions:write/;
    expect(await clerk.create(customerId, { subscriptions: [fresh] })).toRefuse('IdentityForbidden', message);
    const contractId = await clerk.contract(customerId, { subscriptions: [entry] });
    const attaching = await clerk.attach(contractId, { subscriptions: [fresh] });
    expect(attaching).toRefuse('IdentityForbidden', message);
    const seller = await holding('contracts:write', 'subscriptions:write');
    await expectOk(seller.attach(contractId, { subscriptions: [fresh] }));
  });

  it('a window may be one day', async () => {
    const day = '2026-04-01T12:00:00Z';
    await deals.contract('acorn', { activationStartDate: day, activationEndDate: day });
  });

  describe('access-and-events B9: a repeated creation', () => {
    const headers = { 'idempotency-key': 'one-deal' };
    const create = (by: ApiClient, customerId: string) => {
      const newSubscription = { customerId, planId: 'crm', id: `${customerId}-crm` };
      const body = { customerId, contractId: `${customerId}-deal`, subscriptions: [{ newSubscription }] };
      return by.rest('POST', '/contracts', body, headers);
    };

    it('is told to nobody else: neither the contract nor what was sold', async () => {
      const customerId = await deals.customer();
      await expectOk(create(api, customerId));
      const other = app.anonymous.as({ key: await app.a.scopedKey('contracts:write') });
      expect(await create(other, customerId)).toRefuse('IdentityForbidden', /subscriptions:write/);
      expect((await create(api, customerId)).headers.get('idempotent-replayed')).toBe('true');
    });

    it('is refused to a key that may not sell any more', async () => {
      const customerId = await deals.customer();
      const secret = await app.a.scopedKey('contracts:write', 'subscriptions:write');
      const seller = app.anonymous.as({ key: secret });
      await expectOk(create(seller, customerId));
      await giveScopes(app, secret, ['contracts:write']);
      await eventually(async () =>
        expect(await create(seller, customerId)).toRefuse('IdentityForbidden', /subscriptions:write/),
      );
    });
  });
});
