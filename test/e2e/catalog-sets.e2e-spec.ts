import type { Json } from '../support/catalog';
import {
  bringIntoForce,
  exportCatalog,
  inShort,
  planCatalog,
  planned,
  type Change,
} from '../support/catalog-door';
import { catalogDocument, changedCatalog, named, type CatalogText } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { catalogForEach } from '../support/sold-catalog';

// Domain: catalog

const limited = (id: string, usageLimit: number): Json => ({ type: 'FEATURE', id, usageLimit });

describe('sets in a catalog document', () => {
  let api: ApiClient;

  catalogForEach((sold) => ({ api } = sold));

  /** Applies it, and checks that it then is what is sold. */
  const becomes = async (document: CatalogText, options?: Json): Promise<Change[]> => {
    const { changes } = await bringIntoForce(api, document, options);
    expect((await planned(api, document, options)).changes).toEqual([]);
    return changes;
  };

  it('F10: feature groups come, change and go with the entitlements of their members', async () => {
    const grouped = (featureIds: string[], entitlements: Json[]) =>
      changedCatalog(({ featureGroups, plans }) => {
        featureGroups.push({ id: 'sizes', displayName: 'Sizes', featureIds });
        Object.assign(named(plans, 'someday'), { featureGroups: ['sizes'], entitlements });
      });
    const two = [limited('projects', 1), limited('api-calls', 2)];
    await becomes(grouped(['projects', 'api-calls'], two));
    await becomes(grouped(['projects'], [limited('projects', 7), limited('api-calls', 2)]));
    await becomes(grouped(['projects'], [limited('projects', 7)]));
    await becomes(grouped(['projects', 'api-calls'], two.toReversed()));
    const ungrouped = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'someday'), { entitlements: two }),
    );
    const changes = await becomes(ungrouped, { prune: true });
    expect(inShort(changes)).toEqual(['ARCHIVE FEATURE_GROUP sizes', 'UPDATE PLAN someday']);
    expect(await planCatalog(api, grouped(['projects', 'api-calls'], [limited('projects', 1)]))).toRefuse(
      'FeatureGroupMissingFeaturesError',
      /^document\.plans\[2\]: entitlements: .*api-calls/,
    );
  });

  it('A6: package groups come, change and go with the plans that offer them', async () => {
    const offering = (addonIds: string[], packageGroups: Json[]) =>
      changedCatalog((document) => {
        document.packageGroups = [...document.packageGroups, { id: 'more', addonIds }];
        Object.assign(named(document.plans, 'pro'), { packageGroups });
      });
    await becomes(offering(['more'], [{ id: 'boosts', minItems: 1 }, { id: 'more' }]));
    await becomes(offering(['more', 'extra'], [{ id: 'more', minItems: 2 }]));
    const without = changedCatalog((document) => {
      document.packageGroups = [];
      Object.assign(named(document.plans, 'pro'), { packageGroups: undefined });
    });
    expect(inShort(await becomes(without, { prune: true }))).toEqual([
      ...['boosts', 'more'].map((id) => `ARCHIVE PACKAGE_GROUP ${id}`),
      'PUBLISH PLAN pro',
    ]);
    expect(inShort(await becomes(catalogDocument()))).toEqual([
      'UNARCHIVE PACKAGE_GROUP boosts',
      'PUBLISH PLAN pro',
    ]);
  });

  it('P8: rules of automatic cancellation come and go', async () => {
    const ruled = (targets: string[]) =>
      changedCatalog(({ products }) => {
        const rules = targets.map((targetProductId) => ({ targetProductId }));
        Object.assign(products[0] as Json, { autoCancellationRules: rules });
        products.push({ id: 'tiles', displayName: 'Tiles', multipleSubscriptions: true });
      });
    for (const targets of [['tiles'], ['tiles', 'routes'], []]) await becomes(ruled(targets));
  });

  it('P4: settings name plans of the same document, and follow them when they change', async () => {
    const document = changedCatalog(({ products, plans }) => {
      plans.push({ id: 'first', displayName: 'First', productId: 'maps', pricingType: 'FREE' });
      Object.assign(products[0] as Json, {
        productSettings: {
          subscriptionStartSetup: 'FREE_PLAN',
          subscriptionStartPlanId: 'first',
          subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
          downgradePlanId: 'first',
        },
      });
    });
    await becomes(document);
    expect(await planCatalog(api, catalogDocument(), { prune: true })).toMatchObject({ status: 201 });
    const broken = changedCatalog(({ products }) =>
      Object.assign(products[0] as Json, {
        productSettings: { subscriptionStartSetup: 'FREE_PLAN', subscriptionStartPlanId: 'nowhere' },
      }),
    );
    expect(await planCatalog(api, broken)).toRefuse(
      'MergeEnvironmentValidationError',
      /^document\.products\[0\]\.productSettings\.subscriptionStartPlanId: plans has no nowhere/,
    );
  });

  it('L1, F3, P1: what was pruned comes back as the document says, with a new version where it differs', async () => {
    const few: CatalogText = { ...catalogDocument(), products: [{ id: 'other', displayName: 'Other' }] };
    const empty = { features: [], featureGroups: [], addons: [], packageGroups: [], plans: [] };
    const kept = { ...few, ...empty, coupons: catalogDocument().coupons };
    const pruned = await becomes(
      { ...kept, promotionCodes: catalogDocument().promotionCodes },
      { prune: true },
    );
    expect(inShort(pruned)).toContain('ARCHIVE PRODUCT maps');
    expect((await exportCatalog(api)).plans).toEqual([]);
    const changed = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'starter'), { entitlements: [limited('projects', 9)] }),
    );
    const back = await becomes(changed, { prune: true });
    expect(inShort(back)).toEqual(
      expect.arrayContaining([
        'UNARCHIVE PRODUCT maps',
        'UNARCHIVE FEATURE projects',
        'UNARCHIVE PLAN starter',
      ]),
    );
    const starter = await expectOk(api.rest('GET', '/plans/starter'));
    expect(starter).toMatchObject({ status: 'PUBLISHED', versionNumber: 2 });
    expect(await expectOk(api.rest('GET', '/addons/extra'))).toMatchObject({ versionNumber: 1 });
  });
});
