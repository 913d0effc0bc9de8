import { createTestApp, type TestApp } from '../support/app';
import { createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { newUid } from '#libs/kernel/ids';
import { answerAfter, holdRow } from '../support/held-row';
import { customerDoors, customerRow as row, type ImportDoor, type ToldImport } from '../support/imports';
import { createIssuer } from '../support/issuers';
import { nestedLists } from '../support/nested-lists';
import { flatFee } from '../support/priced-plans';
import { changeSettings, startingWith } from '../support/product-settings';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions

describe('an import of customers', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await app.newEnvironment();
    api = place.api;
  });

  const importing = (send: ImportDoor, customers: unknown[], more: object = {}) =>
    expectOk<ToldImport>(send(api, { customers, ...more }));
  const read = (id: string) => expectOk(api.rest('GET', `/customers/${encodeURIComponent(id)}`));
  const typesOf = async (table: string, id: string): Promise<string[]> => {
    const text = `select type from ${table} where environment_id = $1 and entity_id = $2 order by uid`;
    const rows = await app.dataSource.query<{ type: string }[]>(text, [place.environmentId, id]);
    return rows.map(({ type }) => type);
  };
  const told = (id: string) => typesOf('outbox_event', id);
  const logged = (id: string) => typesOf('activity', id);

  isTenantScoped({
    app: () => app,
    create: (to, id) => expectOk(to.rest('POST', '/customers/import', { customers: [row(id)] })),
    read: (from, id) => expectOk(from.rest('GET', `/customers/${id}`)),
    routes: [['PATCH', (id) => `/customers/${id}`, { name: 'changed' }]],
    documents: ['mutation($id: String!) { archiveCustomer(id: $id) { id } }'],
    found: { path: (id) => `/customers?email=${id}@example.com` },
  });
  needsPermission({
    app: () => app,
    resource: 'customers',
    reads: [],
    writes: [
      {
        rest: ['POST', '/customers/import', { customers: [row('permitted')] }],
        graphql: `mutation { importCustomers(input: { customers: [{ id: "permitted", name: null, email: null }] }) { newCustomers } }`,
      },
    ],
  });

  describe.each(customerDoors)('over %s', (_, send) => {
    it('U11: makes customers, tells their ids and writes each down as any other change', async () => {
      const metadata = { tier: 'gold' };
      const rows = [
        row('ann', { billingId: 'cus_1', metadata }),
        row('b@b.example', { name: null, email: null }),
      ];
      expect(await importing(send, rows)).toEqual({ newCustomers: ['ann', 'b@b.example'], failures: [] });
      expect(await read('ann')).toMatchObject({ ...rows[0], language: null, couponId: null });
      expect(await read('b@b.example')).toMatchObject({
        name: null,
        email: null,
        metadata: {},
        billingId: null,
      });
      expect(await told('ann')).toEqual(['customer.created']);
      expect(await logged('ann')).toEqual(['customer.created']);
    });

    it('U11: updates whom there is: null clears, what is absent stays, metadata is merged', async () => {
      await importing(send, [row('ann', { billingId: 'cus_1', metadata: { tier: 'gold', region: 'eu' } })]);
      const again = { id: 'ann', name: 'Ann', email: null, metadata: { tier: 'silver', region: '' } };
      expect(await importing(send, [again])).toEqual({ newCustomers: [], failures: [] });
      const is = { name: 'Ann', email: null, billingId: 'cus_1', metadata: { tier: 'silver' } };
      expect(await read('ann')).toMatchObject(is);
      expect(await told('ann')).toEqual(['customer.created', 'customer.updated']);
    });

    it('U11: a row that is no newer than the last one is passed over, whenever we were told', async () => {
      const at = (updatedAt: string, name: string) => row('ann', { updatedAt, name });
      await importing(send, [at('2020-01-02T00:00:00Z', 'second')]);
      const older = [at('2020-01-01T00:00:00Z', 'first'), at('2020-01-02T00:00:00Z', 'equal')];
      expect(await importing(send, older)).toEqual({ newCustomers: [], failures: [] });
      expect(await read('ann')).toMatchObject({ name: 'second' });
      await importing(send, [at('2020-01-03T00:00:00Z', 'third')]);
      expect(await read('ann')).toMatchObject({ name: 'third' });
      await importing(send, [row('ann', { name: 'of no age' })]);
      await importing(send, [at('2020-01-03T00:00:00Z', 'third')]);
      expect(await read('ann')).toMatchObject({ name: 'of no age' });
    });

    it('U11: a newer row that says the same is told nobody, and is known to be newer', async () => {
      const rowOf = (updatedAt: string, name = 'Ann') => row('ann', { updatedAt, name });
      await importing(send, [rowOf('2020-01-01T00:00:00Z')]);
      const before = await read('ann');
      await importing(send, [rowOf('2020-01-03T00:00:00Z')]);
      await importing(send, [rowOf('2020-01-02T00:00:00Z', 'older')]);
      expect(await read('ann')).toEqual(before);
      expect(await told('ann')).toEqual(['customer.created']);
    });

    it('U11: the same rows again change nothing', async () => {
      const rows = [row('ann', { metadata: { a: 'b' } }), row('ben', { updatedAt: '2020-01-01T00:00:00Z' })];
      await importing(send, rows);
      const before = [await read('ann'), await read('ben')];
      app.clock.advance({ minutes: 1 });
      expect(await importing(send, rows)).toEqual({ newCustomers: [], failures: [] });
      expect([await read('ann'), await read('ben')]).toEqual(before);
      expect([await told('ann'), await logged('ann')]).toEqual([['customer.created'], ['customer.created']]);
    });

    it('U11: an id that stands twice is made and then changed, in the order of the rows', async () => {
      const rows = [row('ann', { name: 'first' }), row('ben'), row('ann', { name: 'second', email: null })];
      expect(await importing(send, rows)).toEqual({ newCustomers: ['ann', 'ben'], failures: [] });
      expect(await read('ann')).toMatchObject({ name: 'second', email: null });
      expect(await told('ann')).toEqual(['customer.created']);
    });

    it('U11: FailedToImportCustomer of each row that is wrong by itself, and the others are stored', async () => {
      await expectOk(api.rest('POST', '/customers', { id: 'gone' }));
      await expectOk(api.rest('POST', '/customers/gone/archive'));
      const tooMany = Object.fromEntries(Array.from({ length: 51 }, (__, key) => [`k${key}`, 'v']));
      const bad = [
        row('e-mail', { email: 'nowhere' }),
        { id: 'lacking', email: null },
        row(' blank'),
        { id: 7, email: null, name: null },
        row('typed', { metadata: { tier: 1 } }),
        row('many', { metadata: tooMany }),
        row('dated', { updatedAt: 'yesterday' }),
        row('extra', { nickname: 'x' }),
        row('gone'),
        row('paid', { paymentMethodId: 'pm_1' }),
        row('sold', { salesforceId: '001' }),
      ];
      const { newCustomers, failures } = await importing(send, [row('first'), ...bad, row('last')]);
      expect(newCustomers).toEqual(['first', 'last']);
      expect(failures.map(({ index, id, message }) => [index, id, message])).toEqual([
        [1, 'e-mail', 'email must be an e-mail address'],
        [2, 'lacking', 'name is required and must be a string'],
        [3, ' blank', expect.stringMatching(/^id must match/)],
        [4, null, 'id must be a string'],
        [5, 'typed', expect.stringMatching(/^metadata /)],
        [6, 'many', expect.stringMatching(/^metadata /)],
        [7, 'dated', expect.stringMatching(/^updatedAt must be an ISO 8601 instant/)],
        [8, 'extra', expect.stringMatching(/nickname/)],
        [9, 'gone', 'Customer gone is archived; unarchive it first'],
        [10, 'paid', expect.stringMatching(/^paymentMethodId: nothing collects money in this environment/)],
        [11, 'sold', expect.stringMatching(/^salesforceId: SALESFORCE is not connected/)],
      ]);
      expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['FailedToImportCustomer']));
      for (const id of ['e-mail', 'many', 'paid'])
        expect(await api.rest('GET', `/customers/${id}`)).toRefuse('CustomerNotFound');
    });

    it('U11: a wrong list is refused whole, BadUserInput', async () => {
      const wrong: [object, RegExp][] = [
        [{}, /customers/],
        [{ customers: [] }, /customers/],
        [{ customers: Array.from({ length: 1001 }, (__, index) => row(`c-${index}`)) }, /customers .*1,?000/],
        [{ customers: [row('ann'), 'ben'] }, /customers\[1\]/],
        [
          { customers: [row('ann', { metadata: nestedLists(1000) })] },
          /customers\[0\] must not be nested more/,
        ],
        [{ customers: [row('ann')], more: true }, /more/],
      ];
      for (const [body, message] of wrong) expect(await send(api, body)).toRefuse('BadUserInput', message);
      expect(await api.rest('GET', '/customers/ann')).toRefuse('CustomerNotFound');
    });

    it('U11, U9: links customers to the CRM, and by their billingId to the integration that the request names', async () => {
      const { api: own } = await app.newEnvironment();
      await expectOk(own.rest('POST', '/integrations', { id: 'crm', vendorIdentifier: 'SALESFORCE' }));
      await expectOk(own.rest('POST', '/integrations', { id: 'old', vendorIdentifier: 'ZUORA' }));
      const customers = [
        row('ann', { salesforceId: '001', billingId: 'z-1' }),
        row('bob', { billingId: 'z-2' }),
      ];
      const linked = async (id: string) =>
        (await expectOk<Json>(own.rest('GET', `/customers/${id}`)))['integrations'];
      const old = { id: 'old', vendorIdentifier: 'ZUORA' };
      const ofCrm = { id: 'crm', vendorIdentifier: 'SALESFORCE', syncedEntityId: '001' };
      for (const _ of ['first', 'again']) {
        await expectOk(send(own, { customers, integrationId: 'old' }));
        expect(await linked('ann')).toEqual([{ ...old, syncedEntityId: 'z-1' }, ofCrm]);
        expect(await linked('bob')).toEqual([{ ...old, syncedEntityId: 'z-2' }]);
      }
      await expectOk(send(own, { customers: [row('ann')] }));
      expect(await linked('ann')).toEqual([{ ...old, syncedEntityId: 'z-1' }, ofCrm]);
    });

    it('U11: IntegrationNotFound for an integration that the environment does not have', async () => {
      const body = { customers: [row('ann')], integrationId: 'crm' };
      expect(await send(api, body)).toRefuse('IntegrationNotFound', /^Integration crm was not found$/);
      expect(await api.rest('GET', '/customers/ann')).toRefuse('CustomerNotFound');
    });

    it('U11: nothing is started for who is new', async () => {
      await createProduct(api, 'maps');
      await publishPlan(api, { id: 'free', productId: 'maps' });
      await expectOk(changeSettings(api, startingWith('free'), 'maps'));
      await expectOk(api.rest('POST', '/customers', { id: 'created' }));
      await importing(send, [row('imported')]);
      const planOf = async (id: string) =>
        (await expectOk<Json[]>(api.rest('GET', `/subscriptions?customerId=${id}`))).map(
          ({ planId }) => planId,
        );
      expect([await planOf('created'), await planOf('imported')]).toEqual([['free'], []]);
    });

    it('U2, U11: the address of who is billed here is not cleared', async () => {
      await createIssuer(api, 'seller');
      await createProduct(api, 'maps');
      await publishPlan(api, {
        id: 'pro',
        productId: 'maps',
        pricingType: 'PAID',
        patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49)] } },
      });
      await importing(send, [row('ann'), row('ben')]);
      await subscribe(api, 'ben', 'pro', { paymentCollectionMethod: 'INVOICE' });
      const { failures } = await importing(send, [row('ann', { email: null }), row('ben', { email: null })]);
      expect(failures).toMatchObject([
        { index: 1, id: 'ben', message: expect.stringMatching(/e-?mail/) as string },
      ]);
      expect([await read('ann'), await read('ben')]).toMatchObject([
        { email: null },
        { email: 'ben@example.com' },
      ]);
    });
  });

  it('U11: a row fails alone while another request holds its customer for too long', async () => {
    const impatient = await app.startBeside({ patience: { lockMs: 400, statementMs: 700 } });
    const send = (customers: unknown[]) =>
      expectOk<ToldImport>(
        impatient.api.as({ key: place.serverKey }).rest('POST', '/customers/import', { customers }),
      );
    await send([row('held'), row('free'), row('paying')]);
    const release = [
      await holdRow(app.databaseUrl, 'customer', 'held'),
      await holdRow(app.databaseUrl, 'customer', 'paying', 'key share'),
    ];
    const rows = [
      row('held', { name: 'x' }),
      row('free', { name: 'x' }),
      row('paying', { email: null }),
      row('new'),
    ];
    const { newCustomers, failures } = await send(rows);
    for (const each of release) await each();
    expect([newCustomers, failures.map(({ index, id }) => [index, id])]).toEqual([
      ['new'],
      [
        [0, 'held'],
        [2, 'paying'],
      ],
    ]);
    expect(await read('free')).toMatchObject({ name: 'x' });
    expect((await send(rows)).failures).toEqual([]);
    await impatient.close();
  });

  it('U11: whom another request makes meanwhile is changed by its row', async () => {
    const send = (customers: unknown[]) => api.rest('POST', '/customers/import', { customers });
    await expectOk(send([row('ann')]));
    const other = `insert into customer select (jsonb_populate_record(c, '{"uid": "${newUid()}", "id": "late"}')).*
                     from customer c where c.id = 'ann' and c.environment_id = '${place.environmentId}'`;
    const rows = [row('late', { name: 'ours' }), row('new'), row('late', { email: null })];
    const answer = answerAfter(app.databaseUrl, [other], () => send(rows));
    expect(await expectOk(answer)).toEqual({ newCustomers: ['new'], failures: [] });
    expect(await read('late')).toMatchObject({ name: 'Name of late', email: null });
    expect(await told('late')).toEqual(['customer.updated']);
  });

  it('U11: two imports of the same customers at once make each once, and both are done', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => row(`c-${index}`));
    const send = (customers: unknown[]) =>
      expectOk<ToldImport>(api.rest('POST', '/customers/import', { customers }));
    const backwards = rows.toReversed().map((each) => ({ ...each, name: 'other' }));
    const answers = await Promise.all([send(rows), send(backwards), send(rows)]);
    expect(answers.flatMap(({ failures }) => failures)).toEqual([]);
    const made = answers.flatMap(({ newCustomers }) => newCustomers);
    expect([made.length, new Set(made).size]).toEqual([300, 300]);
    const events = await told('c-299');
    expect(events.filter((type) => type === 'customer.created')).toHaveLength(1);
  });
});
