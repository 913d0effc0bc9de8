import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  checkOverGraphql,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  argumentsOf,
  explain,
  explainOverGraphql,
  queryOf,
  type AskedInstant,
  type Explanation,
} from '../support/explanations';
import { grant, revoke } from '../support/promotions';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: entitlements-usage

describe('why a check answers as it does', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'size', 'choice');
    await createFeature(api, 'unsold', 'switch');
    const monthly = { resetPeriod: 'MONTH' };
    const entitlements = [
      feature('calls', { usageLimit: 10, ...monthly }),
      feature('seats', { usageLimit: 3 }),
      feature('size', { enumValues: ['small'] }),
    ];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    await publishPlan(api, {
      id: 'site',
      productId: 'sites',
      entitlements: [feature('calls', { usageLimit: 7 })],
    });
  });
  afterAll(() => app.close());
  afterEach(() => app.clock.reset());

  const customer = async (planId?: string): Promise<string> => {
    const id = `customer-${made++}`;
    await createCustomer(api, id);
    if (planId !== undefined) await subscribe(api, id, planId);
    return id;
  };
  const calls = (more: Partial<AskedInstant> = {}): AskedInstant => ({ featureId: 'calls', ...more });
  const now = (): Date => app.clock.now();
  const later = async (step: Parameters<typeof app.clock.advance>[0] = { hours: 1 }): Promise<Date> => {
    app.clock.advance(step);
    return now();
  };
  const checkAt = (id: string, asked: AskedInstant) => check(api, id, queryOf(asked));
  const listAt = (id: string, at: Date) =>
    expectOk<{ accessDeniedReason: string | null; entitlements: Json[] }>(
      api.rest('GET', `/customers/${id}/entitlements?${queryOf({ at })}`),
    );

  /** Through both doors, which say the same; GraphQL tells nulls where REST leaves out. */
  async function explained(id: string, asked: AskedInstant): Promise<Explanation> {
    const told = await explain(api, id, asked);
    expect(await explainOverGraphql(api, id, asked)).toMatchObject(told as never);
    return told;
  }

  needsPermission({
    app: () => app,
    resource: 'entitlements',
    reads: [
      {
        rest: ['GET', '/customers/nobody/entitlements/explain?featureId=calls'],
        graphql: '{ explainEntitlement(customerId: "nobody", featureId: "calls") { at } }',
      },
    ],
    writes: [],
  });

  it('Q16: the sources in order of generosity, each with its value, scope and window, the winner and what decided', async () => {
    const id = await customer('plan');
    const { id: site } = await subscribe(api, id, 'site', { resourceId: 'berlin' });
    await grant(api, id, 'calls', { usageLimit: 50, resetPeriod: 'DAY', hasSoftLimit: true });
    await expectOk(report(api, id, 'calls', 4));
    const told = await explained(id, calls({ resourceId: 'berlin' }));
    expect(told).toMatchObject({
      at: now().toISOString(),
      decidedBy: 'USAGE_LIMIT',
      entitlement: { isGranted: true, accessDeniedReason: null, usageLimit: 50, currentUsage: 4 },
      sources: [
        { type: 'PROMOTION', usageLimit: 50, isWinner: true, counts: true, reason: null, resourceId: null },
        { type: 'SUBSCRIPTION', usageLimit: 10, counts: false, reason: 'LESS_GENEROUS', resourceId: null },
        { type: 'SUBSCRIPTION', id: site, usageLimit: 7, resourceId: 'berlin', decidedBy: 'USAGE_LIMIT' },
      ],
    });
    expect(told.entitlement).toEqual(await checkAt(id, calls({ resourceId: 'berlin' })));
    expect(told.sources[0]).toMatchObject({ resetPeriod: 'DAY', usagePeriodAnchor: now().toISOString() });
    expect(told.sources[0]).toHaveProperty('usagePeriodEnd');
  });

  it('Q16: who lends softness or values counts, and the answer has what it lends', async () => {
    const id = await customer('plan');
    await grant(api, id, 'calls', { usageLimit: 2, hasSoftLimit: true });
    await grant(api, id, 'size', { enumValues: ['medium', 'large'] });
    expect((await explained(id, calls())).sources).toMatchObject([
      { usageLimit: 10, isWinner: true, counts: true },
      { usageLimit: 2, isWinner: false, counts: true, lends: ['SOFT_LIMIT'], reason: null },
    ]);
    expect(await explained(id, { featureId: 'size' })).toMatchObject({
      decidedBy: 'ENUM_VALUES',
      sources: [{ type: 'PROMOTION' }, { type: 'SUBSCRIPTION', lends: ['ENUM_VALUES'] }],
    });
  });

  it.each([
    ['CustomerNotFound', 'nobody', 'calls'],
    ['FeatureNotFound', undefined, 'nothing'],
    ['NoFeatureEntitlementInSubscription', undefined, 'unsold'],
  ])('Q1, Q16: %s is told as a check tells it', async (reason, named, featureId) => {
    const id = named ?? (await customer('plan'));
    for (const at of [undefined, now()])
      expect(await explained(id, { featureId, at })).toMatchObject({
        entitlement: { isGranted: false, accessDeniedReason: reason },
        sources: [],
        decidedBy: null,
      });
  });

  it('Q15: a promotion that is revoked later is still in force at an instant before', async () => {
    const id = await customer('plan');
    await grant(api, id, 'calls', { usageLimit: 500, period: '1 week' });
    const before = await later();
    const was = await checkAt(id, calls());
    expect(was).toMatchObject({ isGranted: true, usageLimit: 500 });
    const revoked = await later();
    await expectOk(revoke(api, id, 'calls'));
    await later();
    expect(await checkAt(id, calls({ at: before }))).toEqual(was);
    expect(await checkAt(id, calls({ at: revoked }))).toMatchObject({ usageLimit: 10 });
    expect(await checkOverGraphql(api, id, argumentsOf(calls({ at: before })))).toMatchObject({
      usageLimit: 500,
    });
    expect((await explained(id, calls({ at: before }))).sources).toMatchObject([
      { type: 'PROMOTION', isWinner: true },
      { type: 'SUBSCRIPTION' },
    ]);
    expect((await explained(id, calls({ at: revoked }))).sources).toHaveLength(1);
  });

  it('Q15: an end, an archived customer and another name of the feature change no instant before', async () => {
    const id = await customer();
    await createFeature(api, `own-${id}`, 'switch');
    await publishPlan(api, {
      id: `plan-${id}`,
      productId: 'product',
      entitlements: [feature(`own-${id}`)],
    });
    const { id: subscription } = await subscribe(api, id, `plan-${id}`);
    const asked = { featureId: `own-${id}` };
    const before = await later();
    const was = await checkAt(id, asked);
    expect(was).toMatchObject({ isGranted: true });
    const list = await listAt(id, before);
    await later();
    await expectOk(api.rest('PATCH', `/features/own-${id}`, { displayName: 'Another' }));
    const renamed = await later();
    await expectOk(api.rest('POST', `/subscriptions/${subscription}/cancel`, {}));
    const ended = await later();
    await expectOk(api.rest('POST', `/customers/${id}/archive`));
    const archived = await later();
    await expectOk(api.rest('POST', `/customers/${id}/unarchive`));
    await later();
    expect(await checkAt(id, { ...asked, at: before })).toEqual(was);
    expect(await listAt(id, before)).toEqual(list);
    expect(await checkAt(id, { ...asked, at: renamed })).toMatchObject({
      isGranted: false,
      feature: { displayName: 'Another' },
      accessDeniedReason: 'NoActiveSubscription',
    });
    expect(await checkAt(id, { ...asked, at: ended })).toMatchObject({
      accessDeniedReason: 'CustomerIsArchived',
    });
    expect(await listAt(id, ended)).toMatchObject({ accessDeniedReason: 'CustomerIsArchived' });
    expect(await listAt(id, archived)).toMatchObject({ accessDeniedReason: 'NoActiveSubscription' });
    expect((await explained(id, { ...asked, at: before })).sources).toMatchObject([{ id: subscription }]);
  });

  it('Q15: a feature that is deleted stays what it was at an instant before, and another one may bear its id', async () => {
    const id = await customer();
    const asked = { featureId: `gone-${id}` };
    await createFeature(api, asked.featureId, 'switch');
    await grant(api, id, asked.featureId, {});
    const before = await later();
    const was = await checkAt(id, asked);
    expect(was).toMatchObject({ isGranted: true, feature: { featureType: 'BOOLEAN' } });
    await later();
    await expectOk(revoke(api, id, asked.featureId));
    const deleted = await later();
    await expectOk(api.rest('DELETE', `/features/${asked.featureId}`));
    await later();
    await createFeature(api, asked.featureId, 'config');
    const anew = await later();
    expect(await checkAt(id, { ...asked, at: before })).toEqual(was);
    expect((await listAt(id, before)).entitlements).toEqual([was]);
    expect(await checkAt(id, { ...asked, at: deleted })).toMatchObject({
      accessDeniedReason: 'FeatureNotFound',
    });
    expect(await checkAt(id, { ...asked, at: anew })).toMatchObject({ feature: { featureType: 'NUMBER' } });
  });

  it('Q16: usage is all that happened until the instant, late reports included', async () => {
    const id = await customer('plan');
    const early = await later();
    await expectOk(report(api, id, 'calls', 3));
    await expectOk(report(api, id, 'seats', 2));
    await later();
    await expectOk(report(api, id, 'calls', 5));
    await expectOk(report(api, id, 'seats', -1));
    const late = await later();
    const used = async (at: Date) => [
      (await checkAt(id, calls({ at })))['currentUsage'],
      (await checkAt(id, { featureId: 'seats', at }))['currentUsage'],
    ];
    expect(await used(early)).toEqual([3, 2]);
    expect(await used(new Date(early.getTime() - 1))).toEqual([0, 0]);
    expect(await used(late)).toEqual([8, 1]);
    await expectOk(report(api, id, 'calls', 1, { createdAt: early.toISOString() }));
    expect(await used(early)).toEqual([4, 2]);
    expect(await checkAt(id, calls({ at: early }))).toMatchObject({ isGranted: true });
    expect(await check(api, id, `${queryOf(calls({ at: early }))}&requestedUsage=7`)).toMatchObject({
      accessDeniedReason: 'RequestedUsageExceedingLimit',
    });
    expect((await listAt(id, early)).entitlements).toMatchObject([
      { feature: { id: 'calls' }, currentUsage: 4 },
      { feature: { id: 'seats' }, currentUsage: 2 },
      { feature: { id: 'size' } },
    ]);
  });

  it('Q16, A4: a SET counts at its instant by the difference that it made', async () => {
    const id = await customer('plan');
    const first = await later();
    await expectOk(report(api, id, 'seats', 2));
    const second = await later();
    await expectOk(report(api, id, 'seats', 1, { updateBehavior: 'SET' }));
    const seats = async (at: Date) => (await checkAt(id, { featureId: 'seats', at }))['currentUsage'];
    expect([await seats(first), await seats(second)]).toEqual([2, 1]);
  });

  it('Q16: the future is known as far as something is scheduled, and refused beyond', async () => {
    const id = await customer('plan');
    await grant(api, id, 'calls', { usageLimit: 99, period: '1 week' });
    const end = new Date(now().getTime() + 7 * 86_400_000);
    const justBefore = new Date(end.getTime() - 1);
    expect(await checkAt(id, calls({ at: justBefore }))).toMatchObject({ usageLimit: 99 });
    expect(await checkAt(id, calls({ at: end }))).toMatchObject({ usageLimit: 10 });
    expect(await listAt(id, end)).toMatchObject({ accessDeniedReason: null });
    expect((await explained(id, calls({ at: end }))).sources).toMatchObject([
      { type: 'SUBSCRIPTION', isWinner: true },
      { type: 'PROMOTION', counts: false, reason: 'ENDED' },
    ]);
    const message = new RegExp(`at: nothing is scheduled after ${end.toISOString()}`);
    await refusesAt(id, new Date(end.getTime() + 1), message);
  });

  it('Q16: an instant before the customer was made is refused, naming the first that is known', async () => {
    const first = now().toISOString();
    const id = await customer('plan');
    await later();
    await refusesAt(id, new Date('2001-01-01T00:00:00Z'), new RegExp(`at: nothing is known before ${first}`));
    expect(await checkAt(id, calls({ at: first }))).toMatchObject({ isGranted: true });
    await refusesAt(
      id,
      new Date(now().getTime() + 1),
      new RegExp(`at: nothing is scheduled after ${now().toISOString()}`),
    );
  });

  /** By all three questions, through both doors. */
  async function refusesAt(id: string, at: Date, message: RegExp): Promise<void> {
    const root = `/customers/${id}/entitlements`;
    const [asked, args] = [queryOf(calls({ at })), argumentsOf(calls({ at }))];
    const who = `customerId: ${JSON.stringify(id)}`;
    expect(await api.rest('GET', `${root}/check?${asked}`)).toRefuse('BadUserInput', message);
    expect(await api.rest('GET', `${root}/explain?${asked}`)).toRefuse('BadUserInput', message);
    expect(await api.rest('GET', `${root}?${queryOf({ at })}`)).toRefuse('BadUserInput', message);
    for (const field of [
      `checkCustomerEntitlement(${who}, ${args}) { ... on CustomerEntitlementFeature { isGranted } }`,
      `explainEntitlement(${who}, ${args}) { at }`,
      `customerEntitlements(${who}, ${argumentsOf({ at })}) { accessDeniedReason }`,
    ])
      expect(await api.graphql(`{ ${field} }`)).toRefuse('BadUserInput', message);
  }

  it.each(['at=yesterday', 'at=2026-02-30T00:00:00Z', 'at='])(
    'Q16: %s is no instant, and refused by its name',
    async (asked) => {
      for (const path of ['check', 'explain'])
        expect(
          await api.rest('GET', `/customers/nobody/entitlements/${path}?featureId=calls&${asked}`),
        ).toRefuse('BadUserInput', /^at\b/);
    },
  );

  it('Q16: without a feature there is nothing to explain', async () => {
    expect(await api.rest('GET', '/customers/nobody/entitlements/explain')).toRefuse(
      'BadUserInput',
      /featureId/,
    );
  });

  it('Q15: no environment sees the history of another', async () => {
    const id = await customer('plan');
    await later();
    const answer = await explain(app.b.api, id, calls({ at: now() }));
    expect(answer).toMatchObject({ entitlement: { accessDeniedReason: 'CustomerNotFound' }, sources: [] });
  });
});
