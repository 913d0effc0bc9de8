import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: customers-subscriptions

describe('promotion codes', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createCoupon(api, 'spring');
    await createCustomer(api, 'acorn');
  });
  afterAll(() => app.close());

  const createCoupon = (to: ApiClient, id: string) =>
    expectOk(to.rest('POST', '/coupons', { id, name: 'A coupon', percentOff: 20 }));
  const post = (id: string, more: Json = {}) =>
    api.rest('POST', '/promotion-codes', { id, couponId: 'spring', ...more });
  /** With its coupon where there is none yet. */
  const create = async (to: ApiClient, id: string, more: Json = {}) => {
    const known = await expectPage(to.rest('GET', '/coupons?id=spring'));
    if (known.data.length === 0) await createCoupon(to, 'spring');
    return expectOk(to.rest('POST', '/promotion-codes', { id, couponId: 'spring', ...more }));
  };
  const read = (from: ApiClient, id: string) => expectOk(from.rest('GET', `/promotion-codes/${id}`));
  const update = (id: string, body: Json) => api.rest('PATCH', `/promotion-codes/${id}`, body);
  const archive = (id: string) => api.rest('POST', `/promotion-codes/${id}/archive`);
  const usd = (amount: number): Json => ({ amount, currency: 'usd' });
  const later = () => new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString();

  behavesAsList({
    app: () => app,
    path: '/promotion-codes',
    field: 'promotionCodes',
    create: async (to, index) => {
      await create(to, `List-${index}`);
      if (index % 2 === 1) await expectOk(to.rest('POST', `/promotion-codes/List-${index}/archive`));
      return `List-${index}`;
    },
    filter: { query: 'status=archived', graphql: 'status: [ARCHIVED]' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read,
    routes: [
      ['GET', (id) => `/promotion-codes/${id}`],
      ['PATCH', (id) => `/promotion-codes/${id}`, { maxRedemptions: 5 }],
      ['POST', (id) => `/promotion-codes/${id}/archive`],
      ['POST', (id) => `/promotion-codes/${id}/validate`, {}],
    ],
    documents: [
      'query($id: String!) { promotionCode(id: $id) { id } }',
      'mutation($id: String!) { updatePromotionCode(id: $id, input: { maxRedemptions: 5 }) { id } }',
      'mutation($id: String!) { archivePromotionCode(id: $id) { id } }',
      'mutation($id: String!) { validatePromotionCode(id: $id, input: {}) { isRedeemable } }',
    ],
    found: { path: (id) => `/promotion-codes?id=${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'coupons',
    reads: [
      { rest: ['GET', '/promotion-codes'], graphql: '{ promotionCodes { totalCount } }' },
      { rest: ['GET', '/promotion-codes/nobody'], graphql: '{ promotionCode(id: "nobody") { id } }' },
      {
        rest: ['POST', '/promotion-codes/nobody/validate', {}],
        graphql: 'mutation { validatePromotionCode(id: "nobody", input: {}) { isRedeemable } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/promotion-codes', { id: 'permitted', couponId: 'spring' }],
        graphql: 'mutation { createPromotionCode(input: { id: "permitted", couponId: "spring" }) { id } }',
      },
      {
        rest: ['PATCH', '/promotion-codes/nobody', {}],
        graphql: 'mutation { updatePromotionCode(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/promotion-codes/nobody/archive'],
        graphql: 'mutation { archivePromotionCode(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'PromotionCode',
    input: 'CreatePromotionCodeInput',
    path: '/promotion-codes',
    mutation: 'createPromotionCode',
    body: (id) => ({
      id,
      couponId: 'spring',
      customerId: 'acorn',
      expiresAt: '2099-01-01T00:00:00.000Z',
      firstPurchaseOnly: true,
      maxRedemptions: 100,
      metadata: { campaign: 'spring' },
      minimumAmount: usd(49.9),
    }),
    reads: { one: 'promotionCode' },
  });

  it('N6: a code limits nothing that it was not told to', async () => {
    const now = app.clock.now().toISOString();
    const told = {
      id: 'SPRING20',
      couponId: 'spring',
      customerId: null,
      status: 'ACTIVE',
      expiresAt: null,
      firstPurchaseOnly: false,
      maxRedemptions: null,
      minimumAmount: null,
      timesRedeemed: 0,
      metadata: {},
      createdAt: now,
      updatedAt: now,
    };
    expect(await create(api, 'SPRING20')).toEqual(told);
    expect(await read(api, 'SPRING20')).toEqual(told);
  });

  it('letter case does not tell codes apart: any spelling finds it, and none is free for another', async () => {
    const created = await create(api, 'Summer-20');
    for (const spelling of ['Summer-20', 'SUMMER-20', 'summer-20']) {
      expect(await read(api, spelling)).toEqual(created);
      const found = await expectPage(api.rest('GET', `/promotion-codes?id=${spelling}`));
      expect(found.data).toEqual([created]);
      expect(await post(spelling)).toRefuse('DuplicatedEntityNotAllowed', /letter case/);
    }
    const input = 'input: { id: "SUMMER-20", couponId: "spring" }';
    const twice = await api.graphql(`mutation { createPromotionCode(${input}) { id } }`);
    expect(twice).toRefuse('DuplicatedEntityNotAllowed', /letter case/);
    expect(await api.rest('GET', '/promotion-codes/summer_20')).toRefuse('PromotionCodeNotFound');
    expect((await expectOk(update('summer-20', { maxRedemptions: 1 })))['id']).toBe('Summer-20');
  });

  it.each<[string, Json, RegExp]>([
    ['catalog C1: an id of the pattern', { id: '20 % off' }, /id must match/],
    ['an id', { id: undefined }, /id is required and must be a string/],
    ['a coupon', { couponId: undefined }, /couponId is required and must be a string/],
    ['a coupon that is named', { couponId: '' }, /couponId must not be empty/],
    ['at least one redemption', { maxRedemptions: 0 }, /maxRedemptions must be at least 1/],
    ['whole redemptions', { maxRedemptions: 1.5 }, /maxRedemptions must be an integer/],
    ['as many as can be counted', { maxRedemptions: 2 ** 31 }, /maxRedemptions must be at most/],
    ['an instant', { expiresAt: 'tomorrow' }, /expiresAt must be an ISO 8601 instant/],
    ['an end to come', { expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt must lie in the future/],
    ['a minimum above 0', { minimumAmount: usd(0) }, /minimumAmount\.amount must be above 0/],
    ['catalog C7: whole cents', { minimumAmount: usd(0.001) }, /minimumAmount\.amount has more decimals/],
    [
      'a currency',
      { minimumAmount: { amount: 5 } },
      /minimumAmount\.currency is required and must be one of/,
    ],
    ['a truth value', { firstPurchaseOnly: 'yes' }, /firstPurchaseOnly must be true or false/],
    ['no count of the caller', { timesRedeemed: 5 }, /timesRedeemed is not a known field/],
    ['no state of ours', { status: 'ARCHIVED' }, /status is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    expect(await post('refused', change)).toRefuse('BadUserInput', message);
  });

  it('catalog R9, C6: a minimum and metadata have their limits', async () => {
    expect(await post('refused', { minimumAmount: usd(1e9) })).toRefuse('AmountTooLarge', /minimumAmount/);
    expect(await post('refused', { metadata: { k: 1 } })).toRefuse('InvalidMetadataError', /string/);
  });

  it('catalog C4: an unknown coupon or customer in the body is told by its own code', async () => {
    expect(await post('refused', { couponId: 'nobody' })).toRefuse('CouponNotFound', /Coupon nobody/);
    expect(await post('refused', { customerId: 'nobody' })).toRefuse('CustomerNotFound', /nobody/);
  });

  it('N1: an archived coupon gets no new code, through either door', async () => {
    await createCoupon(api, 'gone');
    await expectOk(api.rest('POST', '/coupons/gone/archive'));
    expect(await post('refused', { couponId: 'gone' })).toRefuse('ArchivedCouponCantBeApplied', /gone/);
    const input = 'input: { id: "refused", couponId: "gone" }';
    const overGraphql = await api.graphql(`mutation { createPromotionCode(${input}) { id } }`);
    expect(overGraphql).toRefuse('ArchivedCouponCantBeApplied', /gone/);
  });

  it('an archived customer gets no code of its own', async () => {
    await createCustomer(api, 'asleep');
    await expectOk(api.rest('POST', '/customers/asleep/archive'));
    expect(await post('refused', { customerId: 'asleep' })).toRefuse('EntityIsArchivedError', /asleep/);
  });

  it('PATCH changes the limits that it names, null clears them, and the rest stays', async () => {
    const limits = { expiresAt: later(), maxRedemptions: 5, minimumAmount: usd(10), firstPurchaseOnly: true };
    const before = await create(api, 'patched', { ...limits, customerId: 'acorn', metadata: { a: '1' } });
    app.clock.advance({ hours: 1 });
    const some = await expectOk(update('patched', { maxRedemptions: 7, metadata: { b: '2' } }));
    const updatedAt = app.clock.now().toISOString();
    expect(some).toEqual({ ...before, maxRedemptions: 7, metadata: { a: '1', b: '2' }, updatedAt });
    const cleared = { expiresAt: null, maxRedemptions: null, minimumAmount: null, firstPurchaseOnly: false };
    const all = await expectOk(update('patched', { ...cleared, metadata: null }));
    expect(all).toEqual({ ...before, ...cleared, metadata: {}, updatedAt });
    expect(await read(api, 'patched')).toEqual(all);
  });

  it('PATCH keeps the limits sane', async () => {
    await create(api, 'sane');
    await app.dataSource.query(`update promotion_code set times_redeemed = 3 where id = 'sane'`);
    expect(await update('sane', { maxRedemptions: 2 })).toRefuse('BadUserInput', /must be at least 3/);
    const past = { expiresAt: app.clock.now().toISOString() };
    expect(await update('sane', past)).toRefuse('BadUserInput', /expiresAt must lie in the future/);
    expect(await update('sane', { minimumAmount: usd(0) })).toRefuse('BadUserInput', /above 0/);
    expect(await update('sane', { firstPurchaseOnly: null })).toRefuse('BadUserInput', /firstPurchaseOnly/);
  });

  it.each(['id', 'couponId', 'customerId', 'timesRedeemed', 'status'])('%s is not edited', async (field) => {
    const message = new RegExp(`${field} is not a known field`);
    expect(await update('nobody', { [field]: null })).toRefuse('BadUserInput', message);
  });

  it('archived, it takes no change and is not archived again, and its id stays taken', async () => {
    const before = await create(api, 'archived');
    app.clock.advance({ hours: 1 });
    const archived = await expectOk(archive('ARCHIVED'));
    const updatedAt = app.clock.now().toISOString();
    expect(archived).toEqual({ ...before, status: 'ARCHIVED', updatedAt });
    expect(await archive('archived')).toRefuse('EntityIsArchivedError', /archived is archived/);
    expect(await update('archived', {})).toRefuse('EntityIsArchivedError', /archived/);
    expect(await post('archived')).toRefuse('DuplicatedEntityNotAllowed');
  });

  it('is found by coupon, customer, status and instant', async () => {
    const place = await app.newEnvironment();
    await createCoupon(place.api, 'autumn');
    await createCustomer(place.api, 'birch');
    await create(place.api, 'one');
    app.clock.advance({ days: 1 });
    await create(place.api, 'two', { couponId: 'autumn', customerId: 'birch' });
    await expectOk(place.api.rest('POST', '/promotion-codes/two/archive'));
    const found = async (query: string) =>
      (await expectPage(place.api.rest('GET', `/promotion-codes?${query}`))).data.map(({ id }) => id);
    expect(await found('')).toEqual(['two', 'one']);
    expect(await found('id=ONE,nobody')).toEqual(['one']);
    expect(await found('couponId=autumn')).toEqual(['two']);
    expect(await found('couponId=autumn,spring')).toEqual(['two', 'one']);
    expect(await found('customerId=birch')).toEqual(['two']);
    expect(await found('status=active')).toEqual(['one']);
    expect(await found(`createdAt[lt]=${app.clock.now().toISOString()}`)).toEqual(['one']);
    const none = await place.api.rest('GET', '/promotion-codes?status=expired');
    expect(none).toRefuse('BadUserInput', /ACTIVE, ARCHIVED/);
  });

  it('access-and-events W8: every change stands in the activity log under its coupon, and is no event', async () => {
    const created = await create(api, 'Logged');
    const updated = await expectOk(update('logged', { maxRedemptions: 5 }));
    const archived = await expectOk(archive('LOGGED'));
    const { data } = await expectPage<Json>(
      api.rest('GET', '/activity?parentId=spring&entityId=Logged&entityType=promotion_code'),
    );
    expect(data.map(({ type, before, after }) => ({ type, before, after }))).toEqual([
      { type: 'promotion_code.archived', before: updated, after: archived },
      { type: 'promotion_code.updated', before: created, after: updated },
      { type: 'promotion_code.created', before: null, after: created },
    ]);
    expect(await eventsAbout(app, 'Logged')).toEqual([]);
  });

  it('catalog C10: a write from an older state is refused', async () => {
    await create(api, 'tagged');
    const headers = {
      'if-match': String((await api.rest('GET', '/promotion-codes/TAGGED')).headers.get('etag')),
    };
    await expectOk(api.rest('PATCH', '/promotion-codes/tagged', { maxRedemptions: 5 }, headers));
    const second = await api.rest('PATCH', '/promotion-codes/tagged', { maxRedemptions: 6 }, headers);
    expect(second).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    expect(await read(api, 'tagged')).toMatchObject({ maxRedemptions: 5 });
  });
});
