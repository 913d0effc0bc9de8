import type { TestApp } from '../support/app';
import { feature, type Json } from '../support/catalog';
import { parse } from 'yaml';
import { bringIntoForce, exportCatalog } from '../support/catalog-door';
import { catalogDocument, named } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { catalogForEach } from '../support/sold-catalog';

// Domain: catalog

const parts = [
  'products',
  'features',
  'featureGroups',
  'customCurrencies',
  'coupons',
  'promotionCodes',
  'addons',
  'packageGroups',
  'plans',
] as const;

describe('the catalog as a document', () => {
  let app: TestApp;
  let api: ApiClient;

  catalogForEach((sold) => ({ app, api } = sold));

  it('tells each object as its own operations take it, sorted by id, without what is as by default', async () => {
    const document = await exportCatalog(api);
    const expected = catalogDocument();
    const byId = (a: Json, b: Json) => (String(a['id']) < String(b['id']) ? -1 : 1);
    for (const part of parts) {
      expected[part].sort(byId);
    }
    expect(document).toEqual(expected);
    expect(Object.keys(document)).toEqual(['formatVersion', ...parts]);
  });

  it('is the same text whenever and wherever it is told', async () => {
    const text = async (from: ApiClient) => (await from.rest('GET', '/catalog/export')).text;
    const first = await text(api);
    app.clock.advance({ days: 40 });
    expect(await text(api)).toBe(first);
    const other = (await app.newEnvironment()).api;
    await bringIntoForce(other, JSON.parse(first).data);
    expect(await text(other)).toBe(first);
  });

  it('is told as YAML, without the envelope', async () => {
    for (const format of ['yaml', 'YAML']) {
      const answer = await api.send('GET', `/api/v1/catalog/export?format=${format}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'application/yaml; charset=utf-8',
      ]);
      expect(parse(answer.text)).toEqual(await exportCatalog(api));
      expect(answer.text).toMatch(/^formatVersion: 1\nproducts:\n {2}- id: maps\n/);
    }
    const json = await expectOk(api.rest('GET', '/catalog/export?format=json'));
    expect(json).toEqual(await exportCatalog(api));
    expect(await api.rest('GET', '/catalog/export?format=xml')).toRefuse(
      'BadUserInput',
      /format.*JSON, YAML/,
    );
  });

  it('is told over GraphQL as one value', async () => {
    expect(await expectOk(api.graphql('{ catalogExport }'))).toEqual(await exportCatalog(api));
  });

  it('tells the latest versions, and leaves drafts beside them and archived objects out', async () => {
    const before = await exportCatalog(api);
    await expectOk(api.rest('POST', '/plans/pro/draft'));
    await expectOk(api.rest('PATCH', '/plans/pro', { compatibleAddonIds: ['extra'] }));
    expect(await exportCatalog(api)).toEqual(before);
    await expectOk(api.rest('POST', '/plans/pro/publish', { migrationType: 'NEW_CUSTOMERS' }));
    const after = await exportCatalog(api);
    expect(named(after.plans, 'pro')).toMatchObject({ compatibleAddonIds: ['extra'] });
    await expectOk(api.rest('POST', '/plans/pro/archive'));
    expect((await exportCatalog(api)).plans.map(({ id }) => id)).toEqual(['someday', 'starter']);
  });

  it('E10: keeps places in the display that are not the next one', async () => {
    const { products } = catalogDocument();
    await expectOk(
      api.rest('POST', '/plans', { id: 'placed', displayName: 'x', productId: products[0]?.['id'] }),
    );
    const entitlements = [
      { ...feature('projects'), usageLimit: 1, order: 7 },
      { ...feature('api-calls'), usageLimit: 1, order: 2.5 },
      { ...feature('channels'), enumValues: ['email'] },
    ];
    await expectOk(api.rest('POST', '/plans/placed/entitlements', { entitlements }));
    const document = await exportCatalog(api);
    const placed = named(document.plans, 'placed')['entitlements'] as Json[];
    expect(placed.map(({ id, order }) => [id, order])).toEqual([
      ['api-calls', 2.5],
      ['projects', 7],
      ['channels', undefined],
    ]);
    const other = (await app.newEnvironment()).api;
    await bringIntoForce(other, document);
    expect(await exportCatalog(other)).toEqual(document);
  });
});
