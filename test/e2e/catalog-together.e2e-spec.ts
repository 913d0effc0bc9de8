import { wideCatalog } from '../../bench/wide-catalog';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { bringIntoForce, exportCatalog, inShort, planCatalog, planned } from '../support/catalog-door';
import { catalogDocument, changedCatalog, entitled, named } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';

// Domain: access-and-events

describe('what a catalog makes and changes in one call', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    api = (await app.newEnvironment()).api;
  });

  const log = async (limit: number): Promise<string[]> => {
    const entries = await expectOk<{ type: string; entityId: string }[]>(
      api.rest('GET', `/activity?limit=${limit}`),
    );
    return entries.map(({ type, entityId }) => `${type} ${entityId}`).reverse();
  };
  const edited = (edit: (entitlements: Json[]) => Json[]) =>
    changedCatalog(({ plans }) => {
      const starter = named(plans, 'starter');
      starter['entitlements'] = edit(starter['entitlements'] as Json[]);
      // Its credits depend on projects.
      named(plans, 'pro')['entitlements'] = [];
    });

  it.each<[ErrorCode, RegExp, Json]>([
    [
      'MeteringNotAvailableForFeatureType',
      /^document\.features\[4\]: meter: a BOOLEAN feature cannot be metered/,
      { meter: { aggregation: { function: 'COUNT' }, filters: [] } },
    ],
    [
      'BadUserInput',
      /^document\.features\[4\]: unitTransformation: only a metered feature/,
      { unitTransformation: { divide: 2 } },
    ],
    ['BadUserInput', /^document\.features\[4\]: featureUnits and/, { featureUnits: 'call' }],
  ])('%s of one feature among many is told by its place, and nothing is made', async (code, where, wrong) => {
    const document = changedCatalog(({ features }) => {
      const made = ['a-first', 'b-wrong', 'c-last'];
      features.push(...made.map((id) => ({ id, displayName: id, featureType: 'BOOLEAN' })));
      Object.assign(named(features, 'b-wrong'), wrong);
    });
    expect(await planCatalog(api, document)).toRefuse(code, where);
    expect(await exportCatalog(api)).toMatchObject({ products: [], features: [], plans: [] });
  });

  it('W8: what is made together stands in the log one by one, in the order of the plan', async () => {
    const document = { ...wideCatalog({ features: 3, plans: 2, entitlementsPerPlan: 3 }) };
    await bringIntoForce(api, document);
    const entitlements = [0, 1].flatMap((plan) => {
      const own = [0, 1, 2].map((n) => `plan_entitlement.created feature-0000${(n + plan) % 3}`);
      // Of a first publication: the features that it brings into use.
      const used = plan === 0 ? [0, 1, 2].map((n) => `feature.updated feature-0000${n}`) : [];
      return [...own, ...used, `plan.updated_new_version_published plan-0000${plan}`];
    });
    const written = await log(20);
    expect(written).toHaveLength(6 + entitlements.length);
    expect(written.slice(0, 6)).toEqual([
      'product.created wide',
      ...[0, 1, 2].map((n) => `feature.created feature-0000${n}`),
      ...[0, 1].map((n) => `plan.created plan-0000${n}`),
    ]);
    expect(written.slice(6)).toEqual(entitlements);
  });

  it('W8: entitlements of one plan that leave, change and come stand in the log one by one', async () => {
    const channels = { type: 'FEATURE', id: 'channels', enumValues: ['email'] };
    await bringIntoForce(
      api,
      edited((entitlements) => entitlements),
    );
    await bringIntoForce(
      api,
      edited(([, projects]) => [{ ...projects, usageLimit: 9 }, channels]),
    );
    expect((await log(6)).slice(0, 6)).toEqual([
      'plan.draft_created starter',
      'plan_entitlement.deleted api-calls',
      'plan_entitlement.updated projects',
      'plan_entitlement.created channels',
      'feature.updated channels',
      'plan.updated_new_version_published starter',
    ]);
  });

  it('a change of an entitlement that is refused names it', async () => {
    await bringIntoForce(api, catalogDocument());
    const document = changedCatalog(({ plans }) =>
      Object.assign(entitled(plans, 'starter', 1), { enumValues: ['email'] }),
    );
    const where = /^document\.plans\[1\]: entitlements\[FEATURE projects\]\.enumValues: feature projects/;
    expect(await planCatalog(api, document)).toRefuse('BadUserInput', where);
  });

  it('of many entitlements, what is refused undoes all', async () => {
    await bringIntoForce(api, catalogDocument());
    const before = await exportCatalog(api);
    const document = edited(([calls, projects]) => [
      { ...projects, usageLimit: 9 },
      { ...calls, usageLimit: 9 },
      { type: 'FEATURE', id: 'channels', usageLimit: 1 },
    ]);
    const where = /^document\.plans\[1\]: entitlements\[FEATURE channels\]\.usageLimit: feature channels/;
    expect(await planCatalog(api, document)).toRefuse('BadUserInput', where);
    expect(await exportCatalog(api)).toEqual(before);
  });

  it('a wide catalog comes into force, changes everywhere and comes out as it went in', async () => {
    const size = { features: 120, plans: 12, entitlementsPerPlan: 20 };
    const { changes } = await bringIntoForce(api, wideCatalog(size));
    expect(changes).toHaveLength(1 + size.features + size.plans);
    const document = wideCatalog(size, 300);
    const again = inShort((await bringIntoForce(api, document)).changes);
    // Plans of BOOLEAN features alone have no limits.
    expect(again).toContain('PUBLISH PLAN plan-00001');
    expect((await planned(api, document)).changes).toEqual([]);
    const exported = await exportCatalog(api);
    expect((await planned(api, exported)).changes).toEqual([]);
    expect(named(exported.plans, 'plan-00001')['entitlements']).toEqual(document.plans[1]?.entitlements);
  });
});
