import { createTestApp, type TestApp } from '../support/app';
import {
  counted,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
  usedOf,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';

// Domain: entitlements-usage

describe('Q12: with enforceLimit a report is checked and counted in one', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'seats', 'gauge');
    for (const id of ['calls', 'soft', 'endless']) await createFeature(api, id, 'metered');
    await createFeature(api, 'packs', 'metered', { unitTransformation: { divide: 10, round: 'UP' } });
    const entitlements = [
      feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' }),
      feature('seats', { usageLimit: 5 }),
      feature('soft', { usageLimit: 1, hasSoftLimit: true }),
      feature('endless', { hasUnlimitedUsage: true }),
      feature('packs', { usageLimit: 3, resetPeriod: 'MONTH' }),
    ];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  });
  afterAll(() => app.close());

  const subscriber = () => newSubscriber(api, 'plan');
  const used = (id: string, featureId = 'calls') => usedOf(api, id, featureId);
  const enforced = { enforceLimit: true };
  const exceeding = 'EntitlementLimitExceededError';

  it('up to the limit and no further, and the message names the reason of the check', async () => {
    const id = await subscriber();
    expect(await counted(report(api, id, 'calls', 100, enforced))).toMatchObject({ currentUsage: 100 });
    const refused = await report(api, id, 'calls', 1, enforced);
    expect(refused).toRefuse(
      exceeding,
      /^usages\[0\]: RequestedUsageExceedingLimit: usage would be 101 of 100/,
    );
    expect(await used(id)).toBe(100);
  });

  it('the same over GraphQL, and under an Idempotency-Key', async () => {
    const id = await subscriber();
    const usages = [{ customerId: id, featureId: 'calls', value: 101, ...enforced }];
    const input = { usages };
    const mutation =
      'mutation Report($input: ReportUsageInput!) { reportUsage(input: $input) { currentUsage } }';
    expect(await api.graphql(mutation, { input })).toRefuse(exceeding);
    expect(await api.send('POST', '/api/v1/usage', { usages }, { 'idempotency-key': id })).toRefuse(
      exceeding,
    );
    expect(await used(id)).toBe(0);
  });

  it('judges a batch in order, each element seeing those before, and stores nothing of it when one is refused', async () => {
    const id = await subscriber();
    const of = (value: number) => ({ customerId: id, featureId: 'calls', value, ...enforced });
    const batch = (...values: number[]) => api.rest('POST', '/usage', { usages: values.map(of) });
    expect(await batch(60, 30, 20)).toRefuse(exceeding, /^usages\[2\]: .* usage would be 110 of 100/);
    expect(await used(id)).toBe(0);
    await expectOk(batch(60, 40, -30, 30));
    expect(await used(id)).toBe(100);
  });

  it('never refuses what gives back, nor a soft limit, nor one without end', async () => {
    const id = await subscriber();
    await expectOk(report(api, id, 'calls', 250));
    expect(await counted(report(api, id, 'calls', -10, enforced))).toMatchObject({ currentUsage: 240 });
    expect(await counted(report(api, id, 'soft', 250, enforced))).toMatchObject({ currentUsage: 250 });
    expect(await counted(report(api, id, 'endless', 250, enforced))).toMatchObject({ currentUsage: 250 });
  });

  it('asks as a check of the same amount would: 0 is a question at the limit', async () => {
    const id = await subscriber();
    await expectOk(report(api, id, 'calls', 100));
    await expectOk(report(api, id, 'calls', 0, enforced));
    await expectOk(report(api, id, 'calls', 1));
    expect(await report(api, id, 'calls', 0, enforced)).toRefuse(exceeding);
  });

  it('holds a level against the limit, set or changed', async () => {
    const id = await subscriber();
    const set = { ...enforced, updateBehavior: 'SET' };
    await expectOk(report(api, id, 'seats', 5, set));
    expect(await report(api, id, 'seats', 6, set)).toRefuse(exceeding, /usage would be 6 of 5/);
    expect(await report(api, id, 'seats', 1, enforced)).toRefuse(exceeding);
    await expectOk(report(api, id, 'seats', 3, set));
    expect(await used(id, 'seats')).toBe(3);
  });

  it('answers a repeated key as the first time, also past the limit', async () => {
    const id = await subscriber();
    const keyed = { ...enforced, idempotencyKey: 'once' };
    const first = await counted(report(api, id, 'calls', 100, keyed));
    expect(await counted(report(api, id, 'calls', 100, keyed))).toEqual(first);
    expect(await report(api, id, 'calls', 100, { ...keyed, idempotencyKey: 'twice' })).toRefuse(exceeding);
  });

  it('counts in sold units and in the window of the report', async () => {
    const id = await subscriber();
    expect(await report(api, id, 'packs', 31, enforced)).toRefuse(exceeding, /usage would be 4 of 3/);
    await expectOk(report(api, id, 'packs', 30, enforced));
    const before = new Date(app.clock.now().getTime() - 40 * 86_400_000).toISOString();
    await expectOk(report(api, id, 'packs', 30, { ...enforced, createdAt: before }));
    expect(await used(id, 'packs')).toBe(3);
  });
});
