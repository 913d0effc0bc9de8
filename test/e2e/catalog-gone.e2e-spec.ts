import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { bringIntoForce, exportCatalog, inShort, planned } from '../support/catalog-door';
import { changedCatalog, named, type CatalogText } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { catalogForEach } from '../support/sold-catalog';

// Domain: catalog

const switched = (id: string): Json => ({ id, displayName: id, featureType: 'BOOLEAN' });

const withMore = () =>
  changedCatalog((document) => {
    document.features.push(switched('old'), switched('kept'));
    document.featureGroups.push(
      { id: 'mixed', displayName: 'Mixed', featureIds: ['kept', 'old'] },
      { id: 'past', displayName: 'Past', featureIds: ['old'] },
    );
    for (const [id, dependencies] of [
      ['former', undefined],
      ['later', ['former']],
    ] as const)
      document.addons.push({ id, displayName: id, productId: 'maps', pricingType: 'FREE', dependencies });
    document.promotionCodes.push({
      ...{ id: 'SHORT', couponId: 'launch' },
      expiresAt: '2026-03-06T00:00:00.000Z',
    });
  });

describe('what is gone is not told by a catalog document', () => {
  let app: TestApp;
  let api: ApiClient;

  catalogForEach((sold) => ({ app, api } = sold), withMore);

  const archive = (path: string) => expectOk(api.rest('POST', `/${path}/archive`));

  /** It is in force here, whole too, and can be brought into force where nothing is. */
  async function told(): Promise<CatalogText> {
    const document = await exportCatalog(api);
    for (const prune of [false, true])
      expect(inShort((await planned(api, document, { prune })).changes)).toEqual([]);
    const other = (await app.newEnvironment()).api;
    await bringIntoForce(other, document);
    expect(await exportCatalog(other)).toEqual(document);
    return document;
  }

  it('C1: the codes of a coupon that was archived', async () => {
    await archive('coupons/launch');
    expect(await told()).toMatchObject({ coupons: [], promotionCodes: [] });
  });

  it('customers-subscriptions N6: a code whose time is over, which a document may name where it is', async () => {
    const before = await exportCatalog(api);
    app.clock.advance({ days: 3 });
    expect((await told()).promotionCodes.map(({ id }) => id)).toEqual(['LAUNCH-26']);
    expect((await planned(api, before, { prune: true })).changes).toEqual([]);
  });

  it('F10: members of feature groups, and groups of nothing else', async () => {
    await archive('features/old');
    const { featureGroups } = await told();
    expect(featureGroups.map(({ id, featureIds }) => [id, featureIds])).toEqual([
      ['contact', ['api-calls']],
      ['mixed', ['kept']],
    ]);
  });

  it('A2: addons that an addon needed', async () => {
    await archive('addons/former');
    expect(named((await told()).addons, 'later')).not.toHaveProperty('dependencies');
  });

  it('F10: a group that has grown since it was put on a package, which has what it had', async () => {
    const featureIds = ['api-calls', 'kept'];
    const before = await exportCatalog(api);
    await expectOk(api.rest('PATCH', '/feature-groups/contact', { featureIds }));
    const document = await told();
    expect(named(document.featureGroups, 'contact')).toMatchObject({ featureIds });
    expect(named(document.addons, 'extra')).not.toHaveProperty('featureGroups');
    expect(named(document.addons, 'extra')['entitlements']).toMatchObject([{ id: 'api-calls' }]);
    // Who keeps a document goes on with it.
    const { featureGroups } = document;
    expect((await planned(api, { ...before, featureGroups })).changes).toEqual([]);
  });

  it('F3: what a draft grants that was archived', async () => {
    const entitlements = ['kept', 'old'].map((id) => ({ type: 'FEATURE', id }));
    await expectOk(api.rest('POST', '/plans/someday/entitlements', { entitlements }));
    await archive('features/old');
    expect(named((await told()).plans, 'someday')['entitlements']).toMatchObject([{ id: 'kept' }]);
  });

  it('F10: a group that was archived, whose features are granted one by one from then on', async () => {
    await archive('feature-groups/contact');
    const document = await told();
    expect(named(document.addons, 'extra')).not.toHaveProperty('featureGroups');
    Object.assign(named(document.addons, 'extra'), {
      entitlements: [{ type: 'FEATURE', id: 'api-calls', usageLimit: 200, resetPeriod: 'MONTH' }],
    });
    expect(inShort((await bringIntoForce(api, document)).changes)).toEqual(['PUBLISH ADDON extra']);
    expect(await told()).toEqual(document);
  });

  it('what differs otherwise is changed, and lets go of what is gone', async () => {
    await archive('features/old');
    const document = await exportCatalog(api);
    named(document.featureGroups, 'mixed')['displayName'] = 'Of the kept';
    const { changes } = await bringIntoForce(api, document);
    expect(changes.map(({ fields }) => fields.map(({ path }) => path))).toEqual([['displayName']]);
    await expectOk(api.rest('POST', '/features/old/unarchive'));
    expect(named((await exportCatalog(api)).featureGroups, 'mixed')['featureIds']).toEqual(['kept']);
  });
});
