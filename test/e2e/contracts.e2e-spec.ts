import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { Deals, sellDeals } from '../support/contract-deals';
import { countedStatements } from '../support/counted-statements';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: contracts-billing. How they are made: contracts-creation; changed and archived: contracts-life; who is on them: contracts-membership; their states: contracts-state. */
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

    it('G-15: many contracts with their subscriptions cost as many statements as one', async () => {
      const place = new Deals((await app.newEnvironment()).api);
      await sellDeals(place.api);
      const contractWithTwo = async (): Promise<void> => {
        const customerId = await place.customer();
        const subscriptions = ['crm', 'chat'].map((planId) => ({ newSubscription: { customerId, planId } }));
        await place.contract(customerId, { subscriptions });
      };
      const documents = [
        '{ contracts(first: 100) { edges { node { state subscriptions { planDisplayName } } } } }',
        '{ customers(first: 100) { edges { node { id contracts { state subscriptions { subscriptionId } } } } } }',
      ];
      const costOf = async (document: string): Promise<number> => {
        const { answer, statements } = await countedStatements(app, () => place.api.graphql(document));
        await expectOk(Promise.resolve(answer));
        return statements.length;
      };
      await contractWithTwo();
      const one = [await costOf(documents[0] as string), await costOf(documents[1] as string)];
      expect(Math.min(...one)).toBeGreaterThan(1);
      for (let more = 0; more < 5; more++) await contractWithTwo();
      const many = [await costOf(documents[0] as string), await costOf(documents[1] as string)];
      expect(many).toEqual(one);
      // Two of them ask what they bill next and billed last.
      expect(Math.max(...one)).toBeLessThanOrEqual(7);
    });

    it('access-and-events S3: who may not read contracts gets the customers and a refusal in the place of the rest', async () => {
      const key = await app.a.scopedKey('customers:read');
      const document = '{ customers(first: 1) { edges { node { id contracts { name } } } } }';
      const answer = await app.anonymous.as({ key }).graphql(document);
      expect(answer).toRefuse('IdentityForbidden', /listContractsOfCustomers/);
    });

    it('catalog C4: an unknown contract', async () => {
      expect(await api.rest('GET', '/contracts/nobody')).toRefuse('ContractNotFound', /Contract nobody/);
      expect(await api.graphql('{ contract(id: "nobody") { id } }')).toRefuse('ContractNotFound');
    });
  });

  it('access-and-events W6, W8: every change is an event and stands in the activity log under its customer', async () => {
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
      { type: 'contract.updated', payload: { contract: updated, changed: expect.any(Array) } },
      { type: 'contract.archived', payload: { contract: archived } },
    ]);
  });
});
