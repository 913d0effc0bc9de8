import { DomainError } from '#libs/kernel/errors/domain-error';
import { Follows, Vetoes } from '#libs/messaging/extensions';
import { billingCurrencyChange, customerArchived } from '#modules/customers/customers';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions

describe('customers', () => {
  let app: TestApp;
  let api: ApiClient;
  let isRefusing = true;
  const followed: string[] = [];

  class UpperModule {
    @Vetoes(billingCurrencyChange)
    async refuse({ customer }: typeof billingCurrencyChange.facts): Promise<void> {
      if (isRefusing && customer.id === 'billed')
        throw new DomainError('IntegrityViolation', 'A PAID subscription is live');
    }

    @Follows(customerArchived)
    async follow({ customer }: typeof customerArchived.facts): Promise<void> {
      followed.push(customer.id);
      if (customer.id === 'unfollowed') throw new DomainError('IntegrityViolation', 'The follower failed');
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [UpperModule] });
    api = app.a.api;
  });
  afterAll(() => app.close());

  const post = (to: ApiClient, id: unknown, rest: object = {}) =>
    to.rest('POST', '/customers', { id, ...rest });
  const create = (to: ApiClient, id: string, rest: object = {}) => expectOk(post(to, id, rest));
  const read = (from: ApiClient, id: string) =>
    expectOk(from.rest('GET', `/customers/${encodeURIComponent(id)}`));
  const update = (id: string, body: object) => api.rest('PATCH', `/customers/${id}`, body);
  const archive = (id: string) => api.rest('POST', `/customers/${id}/archive`);
  const unarchive = (id: string) => api.rest('POST', `/customers/${id}/unarchive`);
  const found = async (query: string) =>
    (await expectPage(api.rest('GET', `/customers?${query}`))).data.map(({ id }) => id);

  behavesAsList({
    app: () => app,
    path: '/customers',
    field: 'customers',
    create: async (to, index) => {
      await create(to, `list-${index}`, { name: index % 2 === 1 ? 'Odd & Sons' : 'Even' });
      return `list-${index}`;
    },
    filter: { query: 'name=Odd%20%26%20Sons', graphql: 'name: "Odd & Sons"' },
  });
  isTenantScoped({
    app: () => app,
    create: (to, id) => create(to, id, { email: `${id}@example.com` }),
    read,
    routes: [
      ['GET', (id) => `/customers/${id}`],
      ['PATCH', (id) => `/customers/${id}`, { name: 'changed' }],
      ['POST', (id) => `/customers/${id}/archive`],
      ['POST', (id) => `/customers/${id}/unarchive`],
    ],
    documents: [
      'query($id: String!) { customer(id: $id) { id } }',
      'mutation($id: String!) { updateCustomer(id: $id, input: { name: "changed" }) { id } }',
      'mutation($id: String!) { archiveCustomer(id: $id) { id } }',
      'mutation($id: String!) { unarchiveCustomer(id: $id) { id } }',
    ],
    found: { path: (id) => `/customers?email=${id}@example.com` },
  });
  needsPermission({
    app: () => app,
    resource: 'customers',
    reads: [
      { rest: ['GET', '/customers'], graphql: '{ customers { totalCount } }' },
      { rest: ['GET', '/customers/nobody'], graphql: '{ customer(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/customers', { id: 'permitted' }],
        graphql: 'mutation { createCustomer(input: { id: "permitted" }) { id } }',
      },
      {
        rest: ['PATCH', '/customers/nobody', {}],
        graphql: 'mutation { updateCustomer(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/customers/nobody/archive'],
        graphql: 'mutation { archiveCustomer(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/customers/nobody/unarchive'],
        graphql: 'mutation { unarchiveCustomer(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Customer',
    input: 'CreateCustomerInput',
    path: '/customers',
    mutation: 'createCustomer',
    body: (id) => ({
      id,
      name: 'Both Doors Ltd',
      email: 'billing@both.doors',
      billingCurrency: 'try',
      billingId: 'cus_1',
      language: 'tr',
      timezone: 'Europe/Istanbul',
      billingAddress: { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' },
      taxIds: [{ type: 'other', value: '1' }],
      passthrough: {
        stripe: { customerName: 'Both', taxIds: [{ type: 'us_ein', value: '123456789' }] },
        zuora: { metadata: { tier: 'gold' } },
      },
      metadata: { tier: 'gold' },
    }),
    reads: { one: 'customer' },
  });

  it('U1: only the id is required, the rest is told as null', async () => {
    expect(await create(api, 'bare')).toEqual({
      id: 'bare',
      name: null,
      email: null,
      billingCurrency: null,
      billingId: null,
      billingAddress: null,
      taxIds: [],
      couponId: null,
      defaultPaymentMethod: null,
      integrations: [],
      language: null,
      timezone: null,
      metadata: {},
      archivedAt: null,
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
    });
  });

  it('U2: an e-mail is not unique', async () => {
    await create(api, 'twin-1', { email: 'twin@example.com' });
    await create(api, 'twin-2', { email: 'twin@example.com' });
    expect(await found('email=twin@example.com')).toEqual(['twin-2', 'twin-1']);
    expect(await found('email=TWIN@example.com')).toEqual([]);
  });

  it('U3: a second customer of that id is DuplicatedEntityNotAllowed, archived or not', async () => {
    await create(api, 'taken');
    expect(await post(api, 'taken')).toRefuse('DuplicatedEntityNotAllowed', /customer with this id/);
    await expectOk(archive('taken'));
    expect(await post(api, 'taken')).toRefuse('DuplicatedEntityNotAllowed');
  });

  it.each(['a@b.example', 'x'.repeat(255), '0_|.-@', 'constructor', 'toString'])(
    'catalog C1: %s is an id of a customer, and found by it',
    async (id) => {
      await create(api, id);
      expect((await read(api, id))['id']).toBe(id);
    },
  );

  it.each(['', '@b.example', '__proto__', 'a b', 'a/b', 'ä', 'x'.repeat(256), 5, null, undefined, ['a']])(
    'catalog C1: %j is no id of a new customer',
    async (id) => {
      expect(await post(api, id)).toRefuse('BadUserInput', /^id /);
    },
  );

  it.each([
    ['an e-mail address', { email: 'nobody' }, /email must be an e-mail/],
    [
      'an e-mail of at most 255 characters',
      { email: `${'x'.repeat(255)}@b.c` },
      /email must have at most 255/,
    ],
    ['an e-mail that is no empty text', { email: '' }, /email/],
    ['a name of at most 255 characters', { name: 'x'.repeat(256) }, /name must have at most 255/],
    ['a currency that exists', { billingCurrency: 'xxx' }, /billingCurrency must be one of usd/],
    ['a currency as it is written', { billingCurrency: 'USD' }, /billingCurrency/],
    ['a language as text', { language: 5 }, /language must be a string/],
    ['catalog C5: no state of ours', { archivedAt: null }, /archivedAt is not a known field/],
    ['M-03: no tenant', { environmentId: 'x' }, /environmentId is not a known field/],
    ['M-03: no account', { accountId: 'x' }, /accountId is not a known field/],
    ['M-03: no balance', { balance: 5 }, /balance is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    expect(await post(api, 'refused', change)).toRefuse('BadUserInput', message);
    expect(await update('bare', change)).toRefuse('BadUserInput', message);
  });

  it('catalog C6: metadata is checked and merged', async () => {
    expect(await post(api, 'refused', { metadata: { a: 1 } })).toRefuse('InvalidMetadataError', /metadata/);
    await create(api, 'metadata', { metadata: { kept: '1', gone: '1', never: '' } });
    const merged = await expectOk(update('metadata', { metadata: { gone: '', added: '2' } }));
    expect(merged['metadata']).toEqual({ kept: '1', added: '2' });
    expect(await update('metadata', { metadata: null })).toRefuse('InvalidMetadataError', /metadata/);
  });

  it('decision 19: defaultPaymentMethod is UnsupportedParameter unless it is empty', async () => {
    const asked = { defaultPaymentMethod: { type: 'CARD' } };
    expect(await post(api, 'refused', asked)).toRefuse('UnsupportedParameter', /defaultPaymentMethod/);
    await create(api, 'null-method', { defaultPaymentMethod: null });
  });

  it('PATCH changes what it names, clears what it sends as null, leaves the rest', async () => {
    const details = {
      name: 'Before',
      email: 'a@b.c',
      billingCurrency: 'usd',
      billingId: 'b',
      language: 'en',
      timezone: 'UTC',
    };
    await create(api, 'patched', details);
    app.clock.advance({ hours: 1 });
    const changed = await expectOk(update('patched', { name: 'After', email: null, billingCurrency: 'eur' }));
    expect(changed).toMatchObject({ ...details, name: 'After', email: null, billingCurrency: 'eur' });
    expect(changed['updatedAt']).toBe(app.clock.now().toISOString());
    expect(await read(api, 'patched')).toEqual(changed);
    const cleared = { billingId: null, language: null, timezone: null, name: null, billingCurrency: null };
    expect(await expectOk(update('patched', cleared))).toMatchObject(cleared);
    expect(await update('patched', { id: 'other' })).toRefuse('BadUserInput', /id is not a known field/);
  });

  it('U6: upper modules may refuse another billing currency, and only that', async () => {
    await create(api, 'billed', { billingCurrency: 'usd' });
    expect(await update('billed', { billingCurrency: 'eur' })).toRefuse('IntegrityViolation', /PAID/);
    expect(await update('billed', { billingCurrency: null })).toRefuse('IntegrityViolation');
    await expectOk(update('billed', { billingCurrency: 'usd', name: 'Billed' }));
    isRefusing = false;
    expect(await expectOk(update('billed', { billingCurrency: 'eur' }))).toMatchObject({
      billingCurrency: 'eur',
    });
  });

  it('U7: an archived customer takes no change until it is unarchived', async () => {
    await create(api, 'resting', { name: 'Before' });
    app.clock.advance({ hours: 1 });
    const archived = await expectOk(archive('resting'));
    expect(archived['archivedAt']).toBe(app.clock.now().toISOString());
    expect(await archive('resting')).toRefuse('EntityIsArchivedError', /resting is archived/);
    expect(await update('resting', { name: 'x' })).toRefuse('EntityIsArchivedError');
    expect(await update('resting', { couponId: 'x' })).toRefuse('EntityIsArchivedError');
    expect(await read(api, 'resting')).toEqual(archived);
    expect(await expectOk(unarchive('resting'))).toMatchObject({ archivedAt: null, name: 'Before' });
    await expectOk(update('resting', { name: 'After' }));
  });

  it('U7: a customer that is not archived cannot be unarchived', async () => {
    await create(api, 'awake');
    expect(await unarchive('awake')).toRefuse('BadUserInput', /not archived/);
  });

  it('U5: archived customers are listed when they are asked for', async () => {
    await create(api, 'listed-live', { name: 'U5' });
    await create(api, 'listed-archived', { name: 'U5' });
    await expectOk(archive('listed-archived'));
    expect(await found('name=U5')).toEqual(['listed-live']);
    expect(await found('name=U5&status=ACTIVE')).toEqual(['listed-live']);
    expect(await found('name=U5&status=archived')).toEqual(['listed-archived']);
    expect(await found('name=U5&status=ACTIVE,ARCHIVED')).toEqual(['listed-archived', 'listed-live']);
    expect(await api.rest('GET', '/customers?status=BLOCKED')).toRefuse('BadUserInput', /ACTIVE, ARCHIVED/);
  });

  it('U5: filters match exactly and bind what they are given', async () => {
    await create(api, 'ohara', { name: "O'Hara; drop table customer" });
    expect(await found(`name=${encodeURIComponent("O'Hara; drop table customer")}`)).toEqual(['ohara']);
    for (const value of ["' OR 1=1--", '%', '_hara', 'x'.repeat(255), '']) {
      expect(await found(`name=${encodeURIComponent(value)}`)).toEqual([]);
      expect(await found(`email=${encodeURIComponent(value)}`)).toEqual([]);
    }
    const at = app.clock.now().toISOString();
    expect(
      await found(`name=${encodeURIComponent("O'Hara; drop table customer")}&createdAt[gt]=${at}`),
    ).toEqual([]);
  });

  it('U7: what follows an archiving happens in its transaction, or nothing does', async () => {
    await create(api, 'followed');
    await create(api, 'unfollowed');
    followed.length = 0;
    await expectOk(archive('followed'));
    expect(await archive('unfollowed')).toRefuse('IntegrityViolation');
    expect(followed).toEqual(['followed', 'unfollowed']);
    expect((await read(api, 'unfollowed'))['archivedAt']).toBeNull();
  });

  it('access-and-events W6, W7: changes are told by events, an archiving as customer.deleted, a refusal by none', async () => {
    await create(api, 'told');
    await expectOk(update('told', { name: 'Told' }));
    await expectOk(archive('told'));
    await archive('told');
    await expectOk(unarchive('told'));
    const events = await eventsAbout(app, 'told');
    expect(events.map(({ type }) => type)).toEqual([
      'customer.created',
      'customer.updated',
      'customer.deleted',
      'customer.updated',
    ]);
    expect(events[1]).toMatchObject({
      entity_type: 'CUSTOMER',
      payload: { customer: { id: 'told', name: 'Told' } },
    });
  });

  it('catalog C4: unknown customers are CustomerNotFound, whatever their id looks like', async () => {
    for (const id of ['nobody', '__proto__', 'constructor-less', "' OR 1=1--", 'ä', '😀'.repeat(255)]) {
      expect(await api.rest('GET', `/customers/${encodeURIComponent(id)}`)).toRefuse('CustomerNotFound');
    }
    for (const id of ['%00', 'x'.repeat(256), encodeURIComponent('😀'.repeat(256))]) {
      expect(await api.rest('GET', `/customers/${id}`)).toRefuse('BadUserInput', /^id /);
    }
  });
});
