import { newContext, runInContext } from '#libs/context/request-context';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import {
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
} from '../../../../test/support/catalog';
import { expectOk, type Method } from '../../../../test/support/client';
import { VersionEntitlementsService } from '#modules/catalog/package-entitlements';
import { PackagesService } from './packages.service';

// Domain: catalog

describe('what is on the market', () => {
  let app: TestApp;
  let packages: PackagesService;
  let entitlements: VersionEntitlementsService;

  beforeAll(async () => {
    app = await createTestApp();
    packages = app.nest.get(PackagesService);
    entitlements = app.nest.get(VersionEntitlementsService);
    await createProduct(app.a.api, 'main');
    await createFeature(app.a.api, 'flag', 'switch');
    await createFeature(app.a.api, 'calls', 'metered');
    await call('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' });
    const credit = { type: 'CREDIT', id: 'tokens', amount: 2.5, cadence: 'YEAR' };
    const calls = feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' });
    await publishPlan(app.a.api, { id: 'free', productId: 'main', entitlements: [calls, credit] });
    await publishPlan(app.a.api, { id: 'pro', productId: 'main', parentPlanId: 'free' });
    await publishPlan(app.a.api, {
      id: 'enterprise',
      productId: 'main',
      parentPlanId: 'pro',
      pricingType: 'CUSTOM',
    });
    await publishAddon(app.a.api, { id: 'seats', productId: 'main', maxQuantity: 3 });
    await publishAddon(app.a.api, { id: 'gone', productId: 'main' });
    await call('POST', '/addons/gone/archive');
    await call('POST', '/addons', { id: 'planned', displayName: 'Planned', productId: 'main' });
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => expectOk(app.a.api.rest(method, path, body));
  const within = <T>(work: () => Promise<T>): Promise<T> => {
    const { environmentId, accountId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    return runInContext({ ...newContext('test', 'WORKER'), principal, useCase: 'test' }, work);
  };
  const plan = (id: string) => within(() => packages.publishedPlan(id));
  const addons = (...ids: string[]) => within(() => packages.publishedAddons(ids));
  const chain = async (id: string) => {
    const leaf = await plan(id);
    const plans = await within(() => packages.chainOf(leaf));
    return plans.map(({ id: each, versionNumber }) => `${each} ${versionNumber}`);
  };
  const republish = async (id: string) => {
    await call('POST', `/plans/${id}/draft`);
    await call('POST', `/plans/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  };

  it('addons are told by id, in the order of the question, at their latest versions', async () => {
    const found = await addons('seats', 'seats');
    expect([...found.keys()]).toEqual(['seats']);
    expect(found.get('seats')).toMatchObject({
      kind: 'ADDON',
      id: 'seats',
      maxQuantity: 3,
      versionNumber: 1,
    });
  });

  it('what cannot be subscribed to is named with its reason', async () => {
    await expect(addons('seats', 'nowhere')).rejects.toRefuse('AddonNotFound', /nowhere/);
    await expect(addons('gone')).rejects.toRefuse('EntityIsArchivedError', /gone/);
    await expect(addons('planned')).rejects.toRefuse('UnPublishedPackage', /planned/);
    await expect(plan('seats')).rejects.toRefuse('PlanNotFound', /seats/);
  });

  it('I3: a chain has every ancestor at its latest version, root first', async () => {
    expect(await chain('free')).toEqual(['free 1']);
    expect(await chain('enterprise')).toEqual(['free 1', 'pro 1', 'enterprise 1']);
    await republish('free');
    await call('POST', '/plans/pro/draft');
    expect(await chain('enterprise')).toEqual(['free 2', 'pro 1', 'enterprise 1']);
    await call('DELETE', '/plans/pro/draft');
  });

  it('I5: an archived ancestor stays at the version that was published last', async () => {
    const archived = `update package_version v set status = 'ARCHIVED' from package p
                       where p.environment_id = v.environment_id and p.uid = v.package_uid and p.id = 'pro'`;
    await app.dataSource.query(archived);
    expect(await chain('enterprise')).toEqual(['free 2', 'pro 1', 'enterprise 1']);
  });

  it('entitlements of any versions come in display order, exact, by version', async () => {
    await call('POST', '/plans/free/draft');
    await call('POST', '/plans/free/entitlements', { entitlements: [feature('flag', { order: 0 })] });
    const old = await plan('free');
    await call('POST', '/plans/free/publish', { migrationType: 'NEW_CUSTOMERS' });
    const live = await plan('free');
    const found = await within(() => entitlements.ofVersions([old.versionUid, live.versionUid]));
    const names = (uid: string) => found.get(uid)?.map(({ kind, refId }) => `${kind} ${refId}`);
    expect(names(old.versionUid)).toEqual(['FEATURE calls', 'CREDIT tokens']);
    expect(names(live.versionUid)).toEqual(['FEATURE flag', 'FEATURE calls', 'CREDIT tokens']);
    const [, calls, tokens] = found.get(live.versionUid) ?? [];
    expect(calls).toMatchObject({
      featureId: 'calls',
      usageLimit: 100,
      resetPeriod: 'MONTH',
      accordingTo: 'SubscriptionStart',
      behavior: 'Increment',
    });
    expect(Number(tokens?.amount)).toBe(2.5);
    expect(tokens).toMatchObject({
      featureId: null,
      featureUid: null,
      currencyId: 'tokens',
      cadence: 'YEAR',
    });
  });
});
