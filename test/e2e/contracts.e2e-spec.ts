import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { Deals, sellDeals } from '../support/contract-deals';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: contracts-billing §1, §2. Who may be on a contract: contracts-membership; its states: contracts-state. */
describe('contracts', () => {
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

  /** With its customer where there is none yet. */
  const create = async (to: ApiClient, contractId: string): Promise<Json> => {
    const known = await to.rest('GET', '/customers/acorn');
    if (known.status === 404) await createCustomer(to, 'acorn');
    return expectOk(to.rest('POST', '/contracts', { customerId: 'acorn', contractId }));
  };
  const refused = (more: Json) => deals.create('acorn', { contractId: 'refused', ...more });

  behavesAsList({
    app: () => app,
    path: '/contracts',
    field: 'contracts',
    create: async (to, index) => {
      const { id } = await create(to, `list-${index}`);
      if (index % 2 === 1) await expectOk(to.rest('POST', `/contracts/list-${index}/archive`));
      return String(id);
    },
    filter: { query: 'state=canceled', graphql: 'state: [CANCELED]' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read: (from, id) => expectOk(from.rest('GET', `/contracts/${id}`)),
    routes: [
      ['GET', (id) => `/contracts/${id}`],
      ['PATCH', (id) => `/contracts/${id}`, { name: 'x' }],
      ['POST', (id) => `/contracts/${id}/archive`],
      ['POST', (id) => `/contracts/${id}/subscriptions`, { subscriptionIds: ['nobody'] }],
      ['DELETE', (id) => `/contracts/${id}/subscriptions/nobody`],
    ],
    documents: [
      'query($id: String!) { contract(id: $id) { id } }',
      'mutation($id: String!) { updateContract(id: $id, input: { name: "x" }) { id } }',
      'mutation($id: String!) { archiveContract(id: $id) { id } }',
      'mutation($id: String!) { attachContractSubscriptions(id: $id, input: { subscriptionIds: ["x"] }) { id } }',
      'mutation($id: String!) { detachContractSubscription(id: $id, subscriptionId: "x") { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'contracts',
    reads: [
      { rest: ['GET', '/contracts'], graphql: '{ contracts { totalCount } }' },
      { rest: ['GET', '/contracts/nobody'], graphql: '{ contract(id: "nobody") { id } }' },
      { rest: ['GET', '/customers/acorn/contracts'], graphql: '{ customerContracts(id: "acorn") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/contracts', { customerId: 'acorn' }],
        graphql: 'mutation { createContract(input: { customerId: "acorn" }) { id } }',
      },
      {
        rest: ['PATCH', '/contracts/nobody', {}],
        graphql: 'mutation { updateContract(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/contracts/nobody/archive'],
        graphql: 'mutation { archiveContract(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/contracts/nobody/subscriptions', { subscriptionIds: ['x'] }],
        graphql:
          'mutation { attachContractSubscriptions(id: "nobody", input: { subscriptionIds: ["x"] }) { id } }',
      },
      {
        rest: ['DELETE', '/contracts/nobody/subscriptions/x'],
        graphql: 'mutation { detachContractSubscription(id: "nobody", subscriptionId: "x") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Contract',
    input: 'CreateContractInput',
    path: '/contracts',
    mutation: 'createContract',
    body: (contractId) => ({
      contractId,
      customerId: 'acorn',
      name: 'The big deal',
      poNumber: 'PO-2026-17',
      activationStartDate: '2026-04-01T00:00:00.000Z',
      activationEndDate: '2027-03-31T00:00:00.000Z',
      setupBilling: true,
    }),
    reads: { one: 'contract' },
    answersAgain: true,
  });

  describe('C1: creating', () => {
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

    it('T4: provisioning only, billing only, or both', async () => {
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
      expect((await deals.members(contractId)).sort()).toEqual([existing, `${customerId}-chat`].sort());
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
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
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

    it('B9: an idempotency key answers the status of the first time again, 201 or 200', async () => {
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
      ['a customer', { customerId: undefined }, /customerId must be a string/],
      ['C1: a contractId of the pattern', { contractId: 'no spaces' }, /contractId must match/],
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

    it('C4: an unknown customer, and one that is archived', async () => {
      expect(await deals.create('nobody')).toRefuse('CustomerNotFound', /nobody/);
      const customerId = await deals.customer();
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      expect(await deals.create(customerId)).toRefuse('EntityIsArchivedError', new RegExp(customerId));
    });

    it('a window may be one day', async () => {
      const day = '2026-04-01T12:00:00Z';
      await deals.contract('acorn', { activationStartDate: day, activationEndDate: day });
    });
  });

  describe('C5: changing', () => {
    it('changes what it names, null clears, the rest stays', async () => {
      const before = await expectOk<Json>(
        deals.create('acorn', { name: 'Old', poNumber: 'PO-1', activationStartDate: '2026-04-01T00:00:00Z' }),
      );
      const contractId = String(before['contractId']);
      const changed = await expectOk<Json>(
        deals.update(contractId, { name: 'New', activationEndDate: '2027-03-31T08:00:00Z' }),
      );
      const activationEndDate = '2027-03-31T00:00:00.000Z';
      expect(changed).toEqual({ ...before, name: 'New', activationEndDate });
      const cleared = await expectOk<Json>(deals.update(contractId, { name: null, poNumber: null }));
      expect(cleared).toEqual({ ...changed, name: null, poNumber: null });
      expect(await deals.read(contractId)).toEqual(cleared);
    });

    it('the end does not come before a start that stands already', async () => {
      const contractId = await deals.contract('acorn', { activationStartDate: '2026-04-01T00:00:00Z' });
      const answer = await deals.update(contractId, { activationEndDate: '2026-03-31T00:00:00Z' });
      expect(answer).toRefuse('BadUserInput', /activationEndDate must not be before/);
    });

    it('T4: setupBilling true adds billing once and false never removes it', async () => {
      const contractId = await deals.contract('acorn', { setupBilling: false });
      const without = await expectOk(deals.update(contractId, { setupBilling: false }));
      expect(without).toMatchObject({ billingState: null, billingId: null });
      const set = await expectOk(deals.update(contractId, { setupBilling: true }));
      expect(set).toMatchObject({ billingState: 'DRAFT', billingId: expect.any(String) as string });
      expect(await expectOk(deals.update(contractId, { setupBilling: true }))).toEqual(set);
      expect(await expectOk(deals.update(contractId, { setupBilling: false }))).toEqual(set);
    });

    it('T4: no billing is set up for an archived customer', async () => {
      const customerId = await deals.customer();
      const contractId = await deals.contract(customerId, { setupBilling: false });
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      const answer = await deals.update(contractId, { setupBilling: true });
      expect(answer).toRefuse('EntityIsArchivedError', new RegExp(customerId));
    });

    it.each(['customerId', 'contractId', 'state', 'externalId'])('%s is not edited', async (field) => {
      const message = new RegExp(`${field} is not a known field`);
      expect(await deals.update('nobody', { [field]: 'x' })).toRefuse('BadUserInput', message);
    });

    it('C10: a write from an older state is refused, also where a subscription came between', async () => {
      const customerId = await deals.customer();
      const contractId = await deals.contract(customerId);
      const tag = String((await api.rest('GET', `/contracts/${contractId}`)).headers.get('etag'));
      const id = await deals.subscription(customerId, 'crm');
      const attached = await deals.attach(contractId, { subscriptionIds: [id] });
      const patch = (headers: Record<string, string>) =>
        api.rest('PATCH', `/contracts/${contractId}`, { name: 'x' }, headers);
      const late = await patch({ 'if-match': tag });
      expect(late).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
      await expectOk(patch({ 'if-match': String(attached.headers.get('etag')) }));
    });
  });

  describe('C8: archiving', () => {
    it('cancels the contract, its billing and every subscription on it, which stay told', async () => {
      const customerId = await deals.customer();
      const ids = [await deals.subscription(customerId, 'crm'), await deals.subscription(customerId, 'chat')];
      const other = await deals.subscription(customerId, 'mail');
      const subscriptions = ids.map((existingSubscriptionId) => ({ existingSubscriptionId }));
      const contractId = await deals.contract(customerId, { subscriptions });
      const before = await deals.read(contractId);
      const archived = await expectOk(deals.archive(contractId));
      expect(archived).toEqual({ ...before, state: 'CANCELED', billingState: 'CANCELED' });
      for (const id of ids) {
        expect(await deals.readSubscription(id)).toMatchObject({
          contractId,
          ...{ status: 'CANCELED', cancelReason: 'Immediate' },
        });
      }
      expect(await deals.readSubscription(other)).toMatchObject({ status: 'ACTIVE', contractId: null });
    });

    it('a contract without billing has none afterwards either', async () => {
      const contractId = await deals.contract('acorn', { setupBilling: false });
      expect(await expectOk(deals.archive(contractId))).toMatchObject({
        ...{ state: 'CANCELED', billingState: null },
      });
    });

    it('takes subscriptions that ended before, and those that it ends by a rule, each once', async () => {
      const customerId = await deals.customer();
      const ids = [await deals.subscription(customerId, 'crm'), await deals.subscription(customerId, 'chat')];
      const contractId = await deals.contract(customerId, {
        subscriptions: ids.map((existingSubscriptionId) => ({ existingSubscriptionId })),
      });
      await expectOk(api.rest('POST', `/subscriptions/${ids[0]}/cancel`));
      await expectOk(deals.archive(contractId));
      const canceled = (await eventsAbout(app, String(ids[0]))).filter(({ type }) => /canceled/.test(type));
      expect(canceled).toHaveLength(1);
    });

    it('works although its customer is archived', async () => {
      const customerId = await deals.customer();
      const contractId = await deals.contract(customerId);
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      expect(await deals.read(contractId)).toMatchObject({ state: 'DRAFT', billingState: 'DRAFT' });
      expect(await expectOk(deals.archive(contractId))).toMatchObject({ state: 'CANCELED' });
    });

    it('every write of an archived contract is refused, through either door', async () => {
      const contractId = await deals.contract('acorn');
      await expectOk(deals.archive(contractId));
      const answers = [
        await deals.archive(contractId),
        await deals.update(contractId, {}),
        await deals.attach(contractId, { subscriptionIds: ['nobody'] }),
        await deals.detach(contractId, 'nobody'),
        await api.graphql(`mutation { archiveContract(id: "${contractId}") { id } }`),
        await api.graphql(`mutation { updateContract(id: "${contractId}", input: {}) { id } }`),
      ];
      for (const answer of answers) expect(answer).toRefuse('EntityIsArchivedError', /is archived/);
    });

    it('contracts are archived and never deleted', async () => {
      const contractId = await deals.contract('acorn');
      const answer = await api.rest('DELETE', `/contracts/${contractId}`);
      expect(answer.status).toBe(405);
    });
  });

  describe('C9: lists', () => {
    it('are filtered by customer, name and state', async () => {
      const place = new Deals((await app.newEnvironment()).api);
      const [birch, cedar] = [await place.customer(), await place.customer()];
      const one = await place.contract(birch, { name: 'Deal' });
      const two = await place.contract(cedar, { name: 'Deal' });
      const three = await place.contract(cedar, { name: 'Deal 2' });
      await expectOk(place.archive(three));
      const found = async (query: string) =>
        (await expectPage<Json>(place.api.rest('GET', `/contracts?${query}`))).data.map(
          (c) => c['contractId'],
        );
      expect(await found('')).toEqual([three, two, one]);
      expect(await found(`customerExternalId=${cedar}`)).toEqual([three, two]);
      expect(await found('customerExternalId=nobody')).toEqual([]);
      expect(await found('name=Deal')).toEqual([two, one]);
      expect(await found('name=deal')).toEqual([]);
      expect(await found(`name=Deal&customerExternalId=${birch}`)).toEqual([one]);
      expect(await found('state=draft')).toEqual([two, one]);
      expect(await found('state=Draft,CANCELED')).toEqual([three, two, one]);
      expect(await found('state=draft&state=canceled')).toEqual([three, two, one]);
      const wrong = await place.api.rest('GET', '/contracts?state=published');
      expect(wrong).toRefuse('BadUserInput', /DRAFT, ACTIVE, CANCELED, END_BILLING/);
    });

    it('of one customer are whole, newest first', async () => {
      const customerId = await deals.customer();
      const one = await deals.contract(customerId);
      const two = await deals.contract(customerId);
      const told = await expectOk<Json[]>(api.rest('GET', `/customers/${customerId}/contracts`));
      expect(told).toEqual([await deals.read(two), await deals.read(one)]);
      const document = `{ customerContracts(id: "${customerId}") { contractId } }`;
      expect(await expectOk(api.graphql(document))).toEqual([{ contractId: two }, { contractId: one }]);
    });

    it('of an unknown customer there is none', async () => {
      expect(await api.rest('GET', '/customers/nobody/contracts')).toRefuse('CustomerNotFound', /nobody/);
    });

    it('C4: an unknown contract', async () => {
      expect(await api.rest('GET', '/contracts/nobody')).toRefuse('ContractNotFound', /Contract nobody/);
      expect(await api.graphql('{ contract(id: "nobody") { id } }')).toRefuse('ContractNotFound');
    });
  });

  it('W6, W8: every change is an event and stands in the activity log under its customer', async () => {
    const customerId = await deals.customer();
    const created = await expectOk(deals.create(customerId, { contractId: 'logged' }));
    const updated = await expectOk(deals.update('logged', { name: 'x' }));
    const archived = await expectOk(deals.archive('logged'));
    const { data } = await expectPage<Json>(
      api.rest('GET', `/activity?parentId=${customerId}&entityId=logged&entityType=contract`),
    );
    expect(data.map(({ type, before, after }) => ({ type, before, after }))).toEqual([
      { type: 'contract.archived', before: updated, after: archived },
      { type: 'contract.updated', before: created, after: updated },
      { type: 'contract.created', before: null, after: created },
    ]);
    const told = (await eventsAbout(app, 'logged')).map(({ type, payload }) => ({ type, payload }));
    expect(told).toEqual([
      { type: 'contract.created', payload: { contract: created } },
      { type: 'contract.updated', payload: { contract: updated } },
      { type: 'contract.archived', payload: { contract: archived } },
    ]);
  });
});
