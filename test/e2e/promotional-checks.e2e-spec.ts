import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  checkOverGraphql,
  counted,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  usedOf,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { grant, revoke } from '../support/promotions';

// Domain: entitlements-usage

describe('what promotional entitlements grant', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await createFeature(api, 'sso', 'switch');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'size', 'choice');
    const monthly = { resetPeriod: 'MONTH' };
    const calls = (usageLimit: number) => feature('calls', { usageLimit, ...monthly });
    const small = feature('size', { enumValues: ['small'] });
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements: [calls(1000), small] });
    await publishPlan(api, { id: 'large', productId: 'product', entitlements: [calls(5000)] });
    await publishPlan(api, { id: 'site', productId: 'sites', entitlements: [calls(7)] });
  });
  afterAll(() => app.close());
  afterEach(() => app.clock.reset());

  const customer = async (planId?: string): Promise<string> => {
    const id = `customer-${made++}`;
    await createCustomer(api, id);
    if (planId !== undefined) await subscribe(api, id, planId);
    return id;
  };
  const of = (id: string, featureId = 'calls') => check(api, id, `featureId=${featureId}`);
  const limitOf = async (id: string) => (await of(id))['usageLimit'];
  const all = (id: string) =>
    expectOk<{ accessDeniedReason: string | null; entitlements: Json[] }>(
      api.rest('GET', `/customers/${id}/entitlements`),
    );

  it.each([
    [800, 1000],
    [1000, 1000],
    [1001, 1001],
  ])(
    'G4: %d beside 1,000 of the plan give %d, the larger and never the sum',
    async (usageLimit, expected) => {
      const id = await customer('plan');
      await grant(api, id, 'calls', { usageLimit, resetPeriod: 'MONTH' });
      expect(await of(id)).toMatchObject({ isGranted: true, usageLimit: expected });
      expect(await checkOverGraphql(api, id, 'featureId: "calls"')).toMatchObject({ usageLimit: expected });
      await expectOk(revoke(api, id, 'calls'));
      expect(await limitOf(id)).toBe(1000);
    },
  );

  it('G4: the values of an ENUM unite, and a promotion lends its soft limit to the plan', async () => {
    const id = await customer('plan');
    await grant(api, id, 'size', { enumValues: ['large'] });
    await grant(api, id, 'calls', { usageLimit: 1, hasSoftLimit: true });
    expect(await check(api, id, 'featureId=size&requestedValues=small,large')).toMatchObject({
      isGranted: true,
    });
    expect(await check(api, id, 'featureId=calls&requestedUsage=1001')).toMatchObject({
      isGranted: true,
      usageLimit: 1000,
    });
  });

  it('M5, Q2: a customer without subscription has it, and NoActiveSubscription is of other features only', async () => {
    const id = await customer();
    expect(await of(id, 'sso')).toMatchObject({ accessDeniedReason: 'NoActiveSubscription' });
    await grant(api, id, 'sso');
    expect(await of(id, 'sso')).toMatchObject({ isGranted: true, accessDeniedReason: null });
    expect(await of(id, 'calls')).toMatchObject({ accessDeniedReason: 'NoActiveSubscription' });
    await subscribe(api, id, 'large');
    expect(await of(id, 'size')).toMatchObject({ accessDeniedReason: 'NoFeatureEntitlementInSubscription' });
  });

  it('Q13: the list tells it, and no reason, where there is no subscription', async () => {
    const id = await customer();
    expect(await all(id)).toEqual({ accessDeniedReason: 'NoActiveSubscription', entitlements: [] });
    await grant(api, id, 'sso', { period: '1 week' });
    const told = await all(id);
    expect(told.accessDeniedReason).toBeNull();
    expect(told.entitlements).toMatchObject([{ isGranted: true, feature: { id: 'sso' } }]);
    app.clock.advance({ days: 7 });
    expect(await all(id)).toEqual({ accessDeniedReason: 'NoActiveSubscription', entitlements: [] });
  });

  it('G1: holds for each resource of the customer, and is counted for the customer', async () => {
    const id = await customer();
    await subscribe(api, id, 'site', { resourceId: 'north' });
    await grant(api, id, 'calls', { usageLimit: 50 });
    expect(await check(api, id, 'featureId=calls&resourceId=north')).toMatchObject({ usageLimit: 50 });
    expect(await counted(report(api, id, 'calls', 9, { resourceId: 'north' }))).toMatchObject({
      currentUsage: 9,
    });
    expect(await usedOf(api, id, 'calls')).toBe(9);
    await expectOk(revoke(api, id, 'calls'));
    expect(await check(api, id, 'featureId=calls&resourceId=north')).toMatchObject({
      usageLimit: 7,
      currentUsage: 0,
    });
  });

  it('M2, G10: ends at its instant by the clock alone, and the answer before has told when', async () => {
    const id = await customer('plan');
    const { endDate } = await grant(api, id, 'calls', { hasUnlimitedUsage: true, period: '1 month' });
    expect(endDate).toBe('2026-04-04T15:30:00.000Z');
    expect(await of(id)).toMatchObject({ hasUnlimitedUsage: true, validUntil: endDate });
    app.clock.travelTo('2026-04-04T15:29:59.999Z');
    expect(await of(id)).toMatchObject({ hasUnlimitedUsage: true });
    app.clock.advance({ ms: 1 });
    expect(await of(id)).toMatchObject({ usageLimit: 1000, hasUnlimitedUsage: false });
  });

  it('M6: usage is counted in windows of its own, from its start', async () => {
    const id = await customer('plan');
    await expectOk(report(api, id, 'calls', 300));
    app.clock.travelTo('2026-03-31T10:00:00.000Z');
    await grant(api, id, 'calls', { usageLimit: 2000, resetPeriod: 'MONTH' });
    expect(await of(id)).toMatchObject({
      currentUsage: 0,
      usagePeriodAnchor: '2026-03-31T10:00:00.000Z',
      usagePeriodStart: '2026-03-31T10:00:00.000Z',
      usagePeriodEnd: '2026-04-30T10:00:00.000Z',
    });
    expect(await counted(report(api, id, 'calls', 40))).toMatchObject({
      currentUsage: 40,
      usagePeriodEnd: '2026-04-30T10:00:00.000Z',
    });
    app.clock.travelTo('2026-04-30T10:00:00.000Z');
    expect(await of(id)).toMatchObject({ currentUsage: 0, usagePeriodEnd: '2026-05-31T10:00:00.000Z' });
    app.clock.travelTo('2026-03-31T10:00:01.000Z');
    await expectOk(revoke(api, id, 'calls'));
    expect(await of(id)).toMatchObject({ currentUsage: 340, usagePeriodEnd: '2026-04-04T15:30:00.000Z' });
  });

  it('M3, M6: granted again, its windows begin anew', async () => {
    const id = await customer();
    await grant(api, id, 'calls', { usageLimit: 10, resetPeriod: 'MONTH' });
    await expectOk(report(api, id, 'calls', 10));
    expect(await of(id)).toMatchObject({ isGranted: false, currentUsage: 10 });
    app.clock.advance({ hours: 1 });
    await grant(api, id, 'calls', { usageLimit: 10, resetPeriod: 'MONTH' });
    expect(await of(id)).toMatchObject({ isGranted: true, currentUsage: 0 });
  });

  it('reports are taken and limits enforced by it, up to its end', async () => {
    const id = await customer();
    const enforced = { enforceLimit: true };
    expect(await report(api, id, 'seats', 1)).toRefuse('NoFeatureEntitlementInSubscription');
    await grant(api, id, 'seats', { usageLimit: 3, period: '1 week' });
    expect(await counted(report(api, id, 'seats', 3, enforced))).toMatchObject({ currentUsage: 3 });
    expect(await report(api, id, 'seats', 1, enforced)).toRefuse('EntitlementLimitExceededError', /4 of 3/);
    app.clock.advance({ days: 7 });
    expect(await report(api, id, 'seats', -1)).toRefuse('NoFeatureEntitlementInSubscription');
  });

  it('G9: stays beside the subscription, whatever becomes of that one, and leaves it as it is', async () => {
    const id = await customer('plan');
    await grant(api, id, 'calls', { usageLimit: 1500 });
    await grant(api, id, 'sso');
    await subscribe(api, id, 'large');
    expect(await limitOf(id)).toBe(5000);
    await grant(api, id, 'calls', { usageLimit: 6000 });
    expect(await limitOf(id)).toBe(6000);
    const { data } = (await api.rest('GET', `/subscriptions?customerId=${id}&status=active`)).body as {
      data: Json[];
    };
    await expectOk(api.rest('POST', `/subscriptions/${String(data[0]?.['id'])}/cancel`, {}));
    expect(await limitOf(id)).toBe(6000);
    await expectOk(revoke(api, id, 'calls'));
    expect(await of(id)).toMatchObject({ accessDeniedReason: 'NoActiveSubscription' });
    expect(await of(id, 'sso')).toMatchObject({ isGranted: true });
  });

  it('M4: does not count while its customer is archived, and counts again afterwards', async () => {
    const id = await customer();
    await grant(api, id, 'sso', { period: '1 week' });
    await expectOk(api.rest('POST', `/customers/${id}/archive`));
    expect(await of(id, 'sso')).toMatchObject({ isGranted: false, accessDeniedReason: 'CustomerIsArchived' });
    await expectOk(api.rest('POST', `/customers/${id}/unarchive`));
    expect(await of(id, 'sso')).toMatchObject({ isGranted: true });
  });

  it('another process sees what was granted and revoked with its next check', async () => {
    const id = await customer();
    const other = await app.startBeside();
    try {
      expect(await check(other.api, id, 'featureId=sso')).toMatchObject({ isGranted: false });
      await grant(api, id, 'sso');
      expect(await check(other.api, id, 'featureId=sso')).toMatchObject({ isGranted: true });
      await expectOk(revoke(other.api, id, 'sso'));
      expect(await of(id, 'sso')).toMatchObject({ isGranted: false });
    } finally {
      await other.close();
    }
  });
});
