import type { Chapter, Scene } from '../scene';

const promises = {
  base: 'a plan is not published before the plan that it inherits from',
  live: 'a live version cannot be edited',
  tiers: 'the product has three published plans and two published addons',
};

interface Package {
  id: string;
  status: string;
  versionNumber: number;
}

/** What the company sells: all of catalog.json, in an order in which one thing may refer to another. */
export const defineCatalog: Chapter = {
  title: 'A catalog: one product, three tiers, two addons, one credit currency',
  about:
    'What a company sells, read from demo/catalog.json. Packages begin as drafts and are then published.',
  promises: Object.values(promises),
  async tell(scene) {
    const { catalog, stage } = scene;
    const product = await scene.perform<{ createdAt: string }>('POST', '/products', catalog.product, [
      'id',
      'status',
    ]);
    scene.startedAt = new Date(product.data().createdAt);
    (
      await scene.perform('POST', '/credits/custom-currencies', catalog.currency, ['id', 'symbol', 'units'])
    ).data();
    await defineFeatures(scene);
    await draftPackages(scene);
    stage.say('Business inherits from Team, and Team from Starter. Publishing follows that order:');
    const early = await publish(scene, 'plans', scene.called('business'));
    stage.check(promises.base, early.code, 'PlanCannotBePublishWhenBasePlanIsDraft');
    for (const { id } of catalog.addons) (await publish(scene, 'addons', id)).data();
    for (const { id } of catalog.plans) (await publish(scene, 'plans', id)).data();
    const late = { entitlements: [{ type: 'FEATURE', id: scene.called('audit-log') }] };
    const edited = await scene.perform('POST', `/plans/${scene.called('team')}/entitlements`, late);
    stage.check(promises.live, edited.code, 'CannotEditPackageInNonDraftMode');
    const expected = [...catalog.plans, ...catalog.addons].map(({ id }) => `${id} PUBLISHED 1`);
    stage.check(promises.tiers, await published(scene), expected.sort());
  },
};

async function defineFeatures({ catalog, service, stage }: Scene): Promise<void> {
  for (const [index, feature] of catalog.features.entries()) {
    (await service.rest('POST', '/features', feature)).data();
    stage.progress('features', index + 1, catalog.features.length);
  }
}

/** Drafts: addons first, because plans name the addons that go with them. */
async function draftPackages(scene: Scene): Promise<void> {
  const { addons, plans, product } = scene.catalog;
  const shown = ['id', 'pricingType', 'status', 'parentPlanId'];
  for (const { entitlements, ...addon } of addons) {
    (await scene.perform('POST', '/addons', { ...addon, productId: product.id }, shown)).data();
    (await scene.service.rest('POST', `/addons/${addon.id}/entitlements`, { entitlements })).data();
  }
  for (const { entitlements, compatibleAddonIds, ...plan } of plans) {
    (await scene.perform('POST', '/plans', { ...plan, productId: product.id }, shown)).data();
    const told = ['id', 'usageLimit', 'resetPeriod'];
    (await scene.perform('POST', `/plans/${plan.id}/entitlements`, { entitlements }, told)).data();
    if (compatibleAddonIds)
      (await scene.service.rest('PATCH', `/plans/${plan.id}`, { compatibleAddonIds })).data();
  }
}

const publish = (scene: Scene, kind: 'plans' | 'addons', id: string) =>
  scene.perform('POST', `/${kind}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });

async function published({ service, catalog }: Scene): Promise<string[]> {
  const query = `productId=${catalog.product.id}&status=PUBLISHED&limit=100`;
  const plans = (await service.rest<Package[]>('GET', `/plans?${query}`)).data();
  const addons = (await service.rest<Package[]>('GET', `/addons?${query}`)).data();
  return [...plans, ...addons]
    .map(({ id, status, versionNumber }) => `${id} ${status} ${versionNumber}`)
    .sort();
}
