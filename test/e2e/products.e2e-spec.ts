import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: catalog

describe('products', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const create = (to: ApiClient, id: string, rest: object = {}) =>
    expectOk(to.rest('POST', '/products', { id, displayName: `Product ${id}`, ...rest }));
  const read = (from: ApiClient, id: string) => expectOk(from.rest('GET', `/products/${id}`));
  const archive = (to: ApiClient, id: string) => expectOk(to.rest('POST', `/products/${id}/archive`));
  const update = (id: string, body: object) => api.rest('PATCH', `/products/${id}`, body);
  const settings = (changed: object = {}) => ({
    subscriptionStartSetup: 'PLAN_SELECTION',
    subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
    subscriptionCancellationTime: 'END_OF_BILLING_PERIOD',
    ...changed,
  });

  behavesAsList({
    app: () => app,
    path: '/products',
    field: 'products',
    create: async (to, index) => {
      await create(to, `list-${index}`);
      if (index % 2 === 0) return `list-${index}`;
      await archive(to, `list-${index}`);
      return `list-${index}`;
    },
    filter: { query: 'status=archived', graphql: 'status: [ARCHIVED]' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read,
    routes: [
      ['GET', (id) => `/products/${id}`],
      ['PATCH', (id) => `/products/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `/products/${id}/archive`],
      ['POST', (id) => `/products/${id}/unarchive`],
      ['POST', (id) => `/products/${id}/duplicate`, { targetId: 'copied' }],
    ],
    documents: [
      'query($id: String!) { product(id: $id) { id } }',
      'mutation($id: String!) { updateProduct(id: $id, input: { displayName: "changed" }) { id } }',
      'mutation($id: String!) { archiveProduct(id: $id) { id } }',
      'mutation($id: String!) { unarchiveProduct(id: $id) { id } }',
      'mutation($id: String!) { duplicateProduct(id: $id, input: { targetId: "copied" }) { id } }',
    ],
    found: { path: (id) => `/products?id=${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'products',
    reads: [
      { rest: ['GET', '/products'], graphql: '{ products { totalCount } }' },
      { rest: ['GET', '/products/nobody'], graphql: '{ product(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/products', { id: 'permitted', displayName: 'x' }],
        graphql: 'mutation { createProduct(input: { id: "permitted", displayName: "x" }) { id } }',
      },
      {
        rest: ['PATCH', '/products/nobody', {}],
        graphql: 'mutation { updateProduct(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/products/nobody/archive'],
        graphql: 'mutation { archiveProduct(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/products/nobody/unarchive'],
        graphql: 'mutation { unarchiveProduct(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/products/nobody/duplicate', { targetId: 'copied' }],
        graphql: 'mutation { duplicateProduct(id: "nobody", input: { targetId: "copied" }) { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Product',
    input: 'CreateProductInput',
    path: '/products',
    mutation: 'createProduct',
    body: (id) => ({
      id,
      displayName: 'Both doors',
      description: 'A line of business',
      metadata: { team: 'blue' },
      multipleSubscriptions: true,
    }),
    reads: { one: 'product' },
  });

  it('P1, P2, P3: a product starts published, with the defaults', async () => {
    expect(await create(api, 'defaults')).toEqual({
      id: 'defaults',
      displayName: 'Product defaults',
      description: null,
      metadata: {},
      multipleSubscriptions: false,
      status: 'PUBLISHED',
      productSettings: {
        ...settings(),
        prorateAtEndOfBillingPeriod: false,
        downgradePlanId: null,
        subscriptionStartPlanId: null,
      },
      usageResetCutoffRule: { behavior: 'BILLING_PERIOD_CHANGE' },
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
    });
  });

  it.each([
    ['C1: an id of the pattern', { id: 'a b' }, /id must match/],
    ['C1: an id that starts with a letter or digit', { id: '__proto__' }, /id must match/],
    ['C1: an id', { id: undefined }, /id is required and must be a string/],
    ['C1: an id that is not empty', { id: '' }, /id must not be empty/],
    ['C1: an id of at most 255 characters', { id: 'x'.repeat(256) }, /id must have at most 255/],
    ['a displayName', { displayName: undefined }, /displayName is required and must be a string/],
    ['a displayName that says something', { displayName: '' }, /displayName must not be empty/],
    ['a boolean', { multipleSubscriptions: 'yes' }, /multipleSubscriptions must be true or false/],
    ['C5: no unknown key', { owner: 'me' }, /owner is not a known field/],
    ['C5: no state of ours', { status: 'ARCHIVED' }, /status is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    const body = { id: 'refused', displayName: 'Refused', ...change };
    expect(await api.rest('POST', '/products', body)).toRefuse('BadUserInput', message);
  });

  it.each([
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])), /50 keys/],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'v' }, /at most 40/],
    ['a value of 501 characters', { k: 'v'.repeat(501) }, /at most 500/],
    ['a value that is no text', { k: 1 }, /string/],
    ['a nested value', { k: { a: 'b' } }, /string/],
    ['a list', ['v'], /object/],
  ])('C6: metadata with %s is InvalidMetadataError', async (_fault, metadata, message) => {
    const body = { id: 'refused', displayName: 'Refused', metadata };
    expect(await api.rest('POST', '/products', body)).toRefuse('InvalidMetadataError', message);
  });

  it('C6: PATCH merges metadata, an empty text removes a key, null clears all', async () => {
    await create(api, 'metadata', { metadata: { kept: '1', changed: '1', removed: '1', never: '' } });
    const merged = await expectOk(
      update('metadata', { metadata: { changed: '2', removed: '', added: '1' } }),
    );
    expect(merged['metadata']).toEqual({ kept: '1', changed: '2', added: '1' });
    expect((await expectOk(update('metadata', { metadata: null })))['metadata']).toEqual({});
  });

  it('C6: PATCH may not grow metadata past 50 keys', async () => {
    const many = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));
    await create(api, 'full', { metadata: many('a', 50) });
    expect(await update('full', { metadata: { b: 'v' } })).toRefuse('InvalidMetadataError', /51 keys/);
    await expectOk(update('full', { metadata: { b: 'v', a0: '' } }));
  });

  it('PATCH changes what it names and leaves the rest', async () => {
    await create(api, 'patched', { description: 'before', multipleSubscriptions: true });
    app.clock.advance({ hours: 1 });
    const changed = await expectOk(update('patched', { displayName: 'After', description: null }));
    expect(changed).toMatchObject({ displayName: 'After', description: null, multipleSubscriptions: true });
    expect(changed['updatedAt']).toBe(app.clock.now().toISOString());
    expect(changed['createdAt']).not.toBe(changed['updatedAt']);
    expect(await read(api, 'patched')).toEqual(changed);
  });

  it('P5: multipleSubscriptions toggles while nobody subscribed', async () => {
    await create(api, 'toggled');
    const toggled = await expectOk(update('toggled', { multipleSubscriptions: true }));
    expect(toggled['multipleSubscriptions']).toBe(true);
  });

  it('P2, P3: settings and the cut-off rule are changed as a whole and told back', async () => {
    await create(api, 'settings');
    const changed = await expectOk(
      update('settings', {
        productSettings: settings({ subscriptionCancellationTime: 'IMMEDIATE' }),
        usageResetCutoffRule: { behavior: 'NEVER_RESET' },
      }),
    );
    expect(changed['productSettings']).toMatchObject({ subscriptionCancellationTime: 'IMMEDIATE' });
    expect(changed['usageResetCutoffRule']).toEqual({ behavior: 'NEVER_RESET' });
  });

  it('customers-subscriptions X3: proration at the end of a period is kept, and is false where left to the service', async () => {
    await create(api, 'prorated');
    const prorated = settings({ prorateAtEndOfBillingPeriod: true });
    const kept = await expectOk(update('prorated', { productSettings: prorated }));
    expect(kept['productSettings']).toMatchObject({ prorateAtEndOfBillingPeriod: true });
    const nothing = {
      downgradePlanId: null,
      subscriptionStartPlanId: '',
      prorateAtEndOfBillingPeriod: null,
    };
    const changed = await expectOk(update('prorated', { productSettings: settings(nothing) }));
    expect(changed['productSettings']).toMatchObject({
      downgradePlanId: null,
      subscriptionStartPlanId: null,
      prorateAtEndOfBillingPeriod: false,
    });
  });

  it('P2: settings are complete or BadUserInput', async () => {
    await create(api, 'incomplete');
    const incomplete = { subscriptionStartSetup: 'PLAN_SELECTION' };
    const answer = await update('incomplete', { productSettings: incomplete });
    expect(answer).toRefuse('BadUserInput', /productSettings\.subscription/);
    expect(await update('incomplete', { productSettings: settings({ x: 1 }) })).toRefuse(
      'BadUserInput',
      /productSettings\.x is not a known field/,
    );
    const rule = { usageResetCutoffRule: { behavior: 'SOMETIMES' } };
    expect(await update('incomplete', rule)).toRefuse('BadUserInput', /NEVER_RESET/);
  });

  it('C10: a product is read with the tag that its next write may send', async () => {
    const created = await api.rest('POST', '/products', { id: 'tagged', displayName: 'x' });
    const tag = (await api.rest('GET', '/products/tagged')).headers.get('etag');
    expect(tag).toBe(created.headers.get('etag'));
    const write = () => api.rest('POST', '/products/tagged/archive', undefined, { 'if-match': String(tag) });
    await expectOk(write());
    expect(await write()).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
  });

  it('C9: status is a list in any letter case, comma-joined or repeated', async () => {
    await create(api, 'live-one');
    for (const query of [
      'status=published',
      'status=PUBLISHED,ARCHIVED',
      'status=Archived&status=published',
    ]) {
      const page = await expectPage(api.rest('GET', `/products?id=live-one&${query}`));
      expect(page.data).toHaveLength(1);
    }
    expect(await api.rest('GET', '/products?status=DRAFT')).toRefuse('BadUserInput', /PUBLISHED, ARCHIVED/);
  });

  it('C8: createdAt is filtered by its four bounds', async () => {
    app.clock.advance({ days: 1 });
    await create(api, 'dated');
    const at = app.clock.now().toISOString();
    const found = async (query: string) =>
      (await expectPage(api.rest('GET', `/products?id=dated&${query}`))).data.length;
    expect(await found(`createdAt[gte]=${at}&createdAt[lte]=${at}`)).toBe(1);
    expect(await found(`createdAt[gt]=${at}`)).toBe(0);
    expect(await found(`createdAt[lt]=${at}`)).toBe(0);
    expect(await found(`createdAt[gt]=2026-03-01T00:00:00Z`)).toBe(1);
    for (const wrong of [
      'createdAt=2026-03-01',
      'createdAt[gt]=soon',
      'createdAt[eq]=2026-03-01T00:00:00Z',
    ]) {
      expect(await api.rest('GET', `/products?${wrong}`)).toRefuse('BadUserInput', /createdAt/);
    }
  });

  it('access-and-events W7: a change is told by an event, a refusal by none', async () => {
    await create(api, 'told');
    await expectOk(update('told', { displayName: 'Told' }));
    await update('told', { displayName: '' });
    const events = await eventsAbout(app, 'told');
    expect(events.map(({ type, entity_type }) => [type, entity_type])).toEqual([
      ['product.created', 'PRODUCT'],
      ['product.updated', 'PRODUCT'],
    ]);
    expect(events[1]?.payload).toMatchObject({ product: { id: 'told', displayName: 'Told' } });
  });
});
