import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions

describe('coupons', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  /** As the contract wants it: every key, null where nothing is meant. */
  const bodyOf = (id: string, more: Json = {}): Json => ({
    id,
    name: 'A coupon',
    description: null,
    percentOff: 20,
    amountsOff: null,
    durationInMonths: null,
    metadata: null,
    ...more,
  });
  const post = (id: string, more: Json = {}) => api.rest('POST', '/coupons', bodyOf(id, more));
  const create = (to: ApiClient, id: string, more: Json = {}) =>
    expectOk(to.rest('POST', '/coupons', bodyOf(id, more)));
  const read = (from: ApiClient, id: string) => expectOk(from.rest('GET', `/coupons/${id}`));
  const update = (id: string, body: Json) => api.rest('PATCH', `/coupons/${id}`, body);
  const archive = (id: string) => api.rest('POST', `/coupons/${id}/archive`);
  const fixed = (...amountsOff: Json[]): Json => ({ percentOff: null, amountsOff });
  const usd = (amount: number): Json => ({ amount, currency: 'usd' });

  behavesAsList({
    app: () => app,
    path: '/coupons',
    field: 'coupons',
    create: async (to, index) => {
      await create(to, `list-${index}`, index % 2 === 0 ? {} : fixed(usd(5)));
      return `list-${index}`;
    },
    filter: { query: 'type=fixed', graphql: 'type: FIXED' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read,
    routes: [
      ['GET', (id) => `/coupons/${id}`],
      ['PATCH', (id) => `/coupons/${id}`, { name: 'changed' }],
      ['POST', (id) => `/coupons/${id}/archive`],
    ],
    documents: [
      'query($id: String!) { coupon(id: $id) { id } }',
      'mutation($id: String!) { updateCoupon(id: $id, input: { name: "changed" }) { id } }',
      'mutation($id: String!) { archiveCoupon(id: $id) { id } }',
    ],
    found: { path: (id) => `/coupons?id=${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'coupons',
    reads: [
      { rest: ['GET', '/coupons'], graphql: '{ coupons { totalCount } }' },
      { rest: ['GET', '/coupons/nobody'], graphql: '{ coupon(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/coupons', { id: 'permitted', name: 'x', percentOff: 1 }],
        graphql: 'mutation { createCoupon(input: { id: "permitted", name: "x", percentOff: 1 }) { id } }',
      },
      {
        rest: ['PATCH', '/coupons/nobody', {}],
        graphql: 'mutation { updateCoupon(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/coupons/nobody/archive'],
        graphql: 'mutation { archiveCoupon(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Coupon',
    input: 'CreateCouponInput',
    path: '/coupons',
    mutation: 'createCoupon',
    body: (id) => ({
      id,
      name: 'Both doors',
      description: 'Told twice',
      amountsOff: [usd(10.5), { amount: 1500, currency: 'jpy' }],
      durationInMonths: 6,
      metadata: { team: 'blue' },
    }),
    reads: { one: 'coupon' },
  });

  it('N1: a percentage', async () => {
    const now = app.clock.now().toISOString();
    const told = {
      id: 'percentage',
      name: 'A coupon',
      description: null,
      percentOff: 20,
      amountsOff: null,
      type: 'PERCENTAGE',
      durationInMonths: null,
      status: 'ACTIVE',
      source: 'SERVICE',
      metadata: {},
      billingId: null,
      billingLinkUrl: null,
      createdAt: now,
      updatedAt: now,
    };
    expect(await create(api, 'percentage')).toEqual(told);
    expect(await read(api, 'percentage')).toEqual(told);
  });

  it('N1, catalog C7: fixed amounts are told exactly as they were sent', async () => {
    const amounts = [
      usd(0.01),
      { amount: 999_999_999.99, currency: 'eur' },
      { amount: 0.1, currency: 'gbp' },
      { amount: 49, currency: 'jpy' },
    ];
    const created = await create(api, 'fixed', fixed(...amounts));
    expect(created).toMatchObject({ type: 'FIXED', percentOff: null, amountsOff: amounts });
    expect(await read(api, 'fixed')).toEqual(created);
    const [stored] = await app.dataSource.query<{ amounts_off: Json[] }[]>(
      `select amounts_off from coupon where id = 'fixed'`,
    );
    expect(stored?.amounts_off.map(({ amount }) => amount)).toEqual(['0.01', '999999999.99', '0.1', '49']);
  });

  it('N1: what the contract wants as null may be left out', async () => {
    const short = { id: 'short', name: 'Short', percentOff: 5 };
    expect(await expectOk(api.rest('POST', '/coupons', short))).toMatchObject({
      ...{ amountsOff: null, description: null, durationInMonths: null, metadata: {} },
    });
  });

  it.each<[string, Json, RegExp]>([
    ['catalog C1: an id of the pattern', { id: 'a b' }, /id must match/],
    ['catalog C1: an id', { id: undefined }, /id is required and must be a string/],
    ['a name', { name: undefined }, /name is required and must be a string/],
    ['N1: a name that is not empty', { name: '' }, /name must not be empty/],
    ['N1: a name of at most 40 characters', { name: 'x'.repeat(41) }, /name must have at most 40/],
    ['a description of at most 255', { description: 'x'.repeat(256) }, /description must have at most 255/],
    ['N1: one of the two', { percentOff: null }, /send percentOff or amountsOff/],
    ['N1: only one of the two', { amountsOff: [usd(1)] }, /exclude each other/],
    ['N1: at least 1 %', { percentOff: 0 }, /percentOff must be at least 1/],
    ['N1: at most 100 %', { percentOff: 101 }, /percentOff must be at most 100/],
    ['N1: whole per cents', { percentOff: 12.5 }, /percentOff must be a whole number/],
    ['a number', { percentOff: '20' }, /percentOff must be a number/],
    ['N1: some amount', { percentOff: null, amountsOff: [] }, /amountsOff must have at least 1 element/],
    ['N1: one amount per currency', fixed(usd(1), usd(2)), /amountsOff\[1\]\.currency: usd is there/],
    ['an amount above 0', fixed(usd(0)), /amountsOff\[0\]\.amount must be above 0/],
    ['an amount that gives', fixed(usd(-5)), /amountsOff\[0\]\.amount must not be below 0/],
    ['catalog C7: whole cents', fixed(usd(1.005)), /amountsOff\[0\]\.amount has more decimals than usd/],
    ['catalog C7: whole yen', fixed({ amount: 0.5, currency: 'jpy' }), /amountsOff\[0\]\.amount .* than jpy/],
    [
      'catalog C7: a lower-case currency',
      fixed({ amount: 1, currency: 'USD' }),
      /currency must be one of usd/,
    ],
    ['a currency that exists', fixed({ amount: 1, currency: 'zzz' }), /currency must be one of usd/],
    ['an amount', fixed({ currency: 'usd' }), /amount is required and must be a number/],
    [
      'catalog C5: no more of an amount',
      fixed({ ...usd(1), cents: 5 }),
      /amountsOff\[0\]\.cents is not a known/,
    ],
    ['N1: at least a month', { durationInMonths: 0 }, /durationInMonths must be at least 1/],
    ['N1: whole months', { durationInMonths: 1.5 }, /durationInMonths must be an integer/],
    ['N1: at most a hundred years', { durationInMonths: 1201 }, /durationInMonths must be at most 1200/],
    ['catalog C5: no unknown key', { type: 'FIXED' }, /type is not a known field/],
    ['catalog C5: no state of ours', { status: 'ARCHIVED' }, /status is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    expect(await post('refused', change)).toRefuse('BadUserInput', message);
  });

  it.each([1e9, 1e300])('catalog R9: an amount of %d is AmountTooLarge', async (amount) => {
    const message = /amountsOff\[0\]\.amount must be at most 999999999\.99/;
    expect(await post('refused', fixed(usd(amount)))).toRefuse('AmountTooLarge', message);
  });

  it('catalog R9, customers-subscriptions N1: GraphQL refuses the same', async () => {
    const make = (discount: string) =>
      api.graphql(`mutation { createCoupon(input: { id: "refused", name: "x", ${discount} }) { id } }`);
    const large = await make('amountsOff: [{ amount: 1e9, currency: usd }]');
    expect(large).toRefuse('AmountTooLarge', /amountsOff\[0\]/);
    expect(await make('percentOff: 12.5')).toRefuse('BadUserInput', /whole number/);
    expect(await make('description: "nothing off"')).toRefuse('BadUserInput', /send percentOff/);
  });

  it('catalog C6: metadata is limited, merged, an empty text removes a key, null clears all', async () => {
    expect(await post('refused', { metadata: { k: 1 } })).toRefuse('InvalidMetadataError', /string/);
    await create(api, 'metadata', { metadata: { kept: '1', removed: '1' } });
    const merged = await expectOk(update('metadata', { metadata: { removed: '', added: '2' } }));
    expect(merged['metadata']).toEqual({ kept: '1', added: '2' });
    expect((await expectOk(update('metadata', { metadata: null })))['metadata']).toEqual({});
  });

  it('N1: only name, description and metadata are edited, and what is absent stays', async () => {
    const before = await create(api, 'edited', { description: 'before', durationInMonths: 3 });
    app.clock.advance({ hours: 1 });
    const changed = await expectOk(update('edited', { name: 'After', description: null }));
    const updatedAt = app.clock.now().toISOString();
    expect(changed).toEqual({ ...before, name: 'After', description: null, updatedAt });
    expect(await read(api, 'edited')).toEqual(changed);
  });

  it.each(['id', 'percentOff', 'amountsOff', 'durationInMonths', 'status', 'type', 'source', 'billingId'])(
    'N1: %s is not edited',
    async (field) => {
      const message = new RegExp(`${field} is not a known field`);
      expect(await update('nobody', { [field]: null })).toRefuse('BadUserInput', message);
    },
  );

  it('N1: an edit keeps the limits of the words', async () => {
    expect(await update('nobody', { name: null })).toRefuse('BadUserInput', /name must be a string/);
    expect(await update('nobody', { name: 'x'.repeat(41) })).toRefuse('BadUserInput', /name .* 40/);
    const long = { description: 'x'.repeat(256) };
    expect(await update('nobody', long)).toRefuse('BadUserInput', /description .* 255/);
  });

  it('N1: archived, it takes no change and is not archived again, and its id stays taken', async () => {
    const before = await create(api, 'archived');
    app.clock.advance({ hours: 1 });
    const archived = await expectOk(archive('archived'));
    const updatedAt = app.clock.now().toISOString();
    expect(archived).toEqual({ ...before, status: 'ARCHIVED', updatedAt });
    expect(await archive('archived')).toRefuse('EntityIsArchivedError', /archived is archived/);
    expect(await update('archived', { name: 'x' })).toRefuse('EntityIsArchivedError', /archived/);
    expect(await read(api, 'archived')).toEqual(archived);
    expect(await post('archived')).toRefuse('DuplicatedEntityNotAllowed');
  });

  it('an unknown coupon is CouponNotFound', async () => {
    expect(await api.rest('GET', '/coupons/nobody')).toRefuse('CouponNotFound', /Coupon nobody/);
    expect(await api.graphql('{ coupon(id: "nobody") { id } }')).toRefuse('CouponNotFound', /nobody/);
  });

  it('catalog C8, C9: is found by id, status, type and instant, in any letter case', async () => {
    const place = await app.newEnvironment();
    await create(place.api, 'one');
    app.clock.advance({ days: 1 });
    await create(place.api, 'two', fixed(usd(1)));
    await expectOk(place.api.rest('POST', '/coupons/two/archive'));
    const at = app.clock.now().toISOString();
    const found = async (query: string) =>
      (await expectPage(place.api.rest('GET', `/coupons?${query}`))).data.map(({ id }) => id);
    expect(await found('')).toEqual(['two', 'one']);
    expect(await found('id=one,nobody')).toEqual(['one']);
    expect(await found('status=active')).toEqual(['one']);
    expect(await found('status=ACTIVE&status=Archived')).toEqual(['two', 'one']);
    expect(await found('type=percentage')).toEqual(['one']);
    expect(await found('type=PERCENTAGE,FIXED')).toEqual(['two', 'one']);
    expect(await found(`createdAt[gte]=${at}`)).toEqual(['two']);
    expect(await found(`createdAt[lt]=${at}&status=archived`)).toEqual([]);
    expect(await place.api.rest('GET', '/coupons?type=free')).toRefuse('BadUserInput', /FIXED, PERCENTAGE/);
    expect(await place.api.rest('GET', '/coupons?status=draft')).toRefuse('BadUserInput', /ACTIVE/);
  });

  it('N3: one that was made for a single subscription is not listed', async () => {
    const place = await app.newEnvironment();
    await create(place.api, 'ours');
    await create(place.api, 'adhoc');
    await app.dataSource.query(`update coupon set source = 'SERVICE_ADHOC' where id = 'adhoc'`);
    const { data } = await expectPage(place.api.rest('GET', '/coupons'));
    expect(data.map(({ id }) => id)).toEqual(['ours']);
    expect(await read(place.api, 'adhoc')).toMatchObject({ source: 'SERVICE_ADHOC' });
  });

  it('access-and-events W7: a change is told by an event, a refusal by none', async () => {
    await create(api, 'told');
    await expectOk(update('told', { name: 'Told' }));
    await update('told', { name: '' });
    const archived = await expectOk(archive('told'));
    await archive('told');
    const events = await eventsAbout(app, 'told');
    expect(events.map(({ type, entity_type }) => [type, entity_type])).toEqual([
      ['coupon.created', 'COUPON'],
      ['coupon.updated', 'COUPON'],
      ['coupon.archived', 'COUPON'],
    ]);
    expect(events[2]?.payload).toEqual({ coupon: archived });
  });

  it('access-and-events W8: every change stands in the activity log with both states', async () => {
    const created = await create(api, 'logged');
    const updated = await expectOk(update('logged', { name: 'Logged' }));
    const archived = await expectOk(archive('logged'));
    const { data } = await expectPage<Json>(api.rest('GET', '/activity?entityType=coupon&entityId=logged'));
    expect(data.map(({ type, before, after }) => ({ type, before, after }))).toEqual([
      { type: 'coupon.archived', before: updated, after: archived },
      { type: 'coupon.updated', before: created, after: updated },
      { type: 'coupon.created', before: null, after: created },
    ]);
  });

  it('catalog C10: a write from an older state is refused', async () => {
    await create(api, 'tagged');
    const tag = String((await api.rest('GET', '/coupons/tagged')).headers.get('etag'));
    await expectOk(api.rest('PATCH', '/coupons/tagged', { name: 'first' }, { 'if-match': tag }));
    const second = await api.rest('POST', '/coupons/tagged/archive', undefined, { 'if-match': tag });
    expect(second).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    expect(await read(api, 'tagged')).toMatchObject({ name: 'first', status: 'ACTIVE' });
  });
});
