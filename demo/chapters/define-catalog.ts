import type { Chapter, Scene } from '../scene';

const promises = {
  planned: 'the plan of the document says what it would make, and makes nothing',
  applied: 'the product has three published plans and two published addons',
  again: 'the same document has nothing left to change',
  priced: 'Team has a flat fee, a price per seat and a price for calls above its limit',
  live: 'a live version cannot be edited',
};

interface Planned {
  hash: string;
  changes: { kind: string; id: string; action: string }[];
}

interface Package {
  id: string;
  status: string;
  versionNumber: number;
}

interface PriceRow {
  billingModel: string;
  billingPeriod: string;
  price: { amount: number };
}

/** What the company sells: all of catalog.json, brought into force by its plan. */
export const defineCatalog: Chapter = {
  title: 'A catalog: one product, three tiers, two addons, one credit currency',
  about:
    'What a company sells is one document, demo/catalog.json. Its plan tells what would change; applying the plan changes it, all or nothing.',
  promises: Object.values(promises),
  async tell(scene) {
    const { catalog, stage } = scene;
    const first = await plan(scene);
    stage.say(
      `The plan: ${first.changes.map(({ action, kind, id }) => `${action} ${kind} ${id}`).join(', ')}`,
    );
    const unknown = await scene.service.rest('GET', `/plans/${scene.called('team')}`);
    const objects = [
      catalog.products,
      catalog.features,
      catalog.customCurrencies,
      catalog.addons,
      catalog.plans,
    ];
    stage.check(
      promises.planned,
      [first.changes.length, unknown.code],
      [objects.flat().length, 'PlanNotFound'],
    );
    const body = { hash: first.hash, document: catalog };
    (await scene.perform('POST', '/catalog/apply', body, ['taskIds'])).data();
    const products = await scene.service.rest<{ createdAt: string }>(
      'GET',
      `/products/${scene.called('maps')}`,
    );
    scene.startedAt = new Date(products.data().createdAt);
    const expected = [...catalog.plans, ...catalog.addons].map(({ id }) => `${id} PUBLISHED 1`);
    stage.check(promises.applied, await published(scene), expected.sort());
    stage.check(promises.again, (await plan(scene)).changes, []);
    stage.check(promises.priced, await monthlyPrices(scene), [
      ['FLAT_FEE', 49],
      ['PER_UNIT', 10],
      ['USAGE_BASED', 5],
    ]);
    const late = { entitlements: [{ type: 'FEATURE', id: scene.called('audit-log') }] };
    const edited = await scene.perform('POST', `/plans/${scene.called('team')}/entitlements`, late);
    stage.check(promises.live, edited.code, 'CannotEditPackageInNonDraftMode');
  },
};

const plan = async ({ service, catalog }: Scene): Promise<Planned> =>
  (await service.rest<Planned>('POST', '/catalog/plan', { document: catalog })).data();

async function monthlyPrices(scene: Scene): Promise<[string, number][]> {
  const team = `/plans/${scene.called('team')}`;
  const charges = await scene.perform<PriceRow[]>('GET', `${team}/charges`, undefined, [
    'billingModel',
    'price',
  ]);
  const overage = await scene.perform<PriceRow[]>('GET', `${team}/overage-charges`, undefined, [
    'billingModel',
    'price',
  ]);
  return [...charges.data(), ...overage.data()]
    .filter(({ billingPeriod }) => billingPeriod === 'MONTHLY')
    .map(({ billingModel, price }): [string, number] => [billingModel, price.amount])
    .sort(([a], [b]) => a.localeCompare(b));
}

async function published({ service, called }: Scene): Promise<string[]> {
  const query = `productId=${called('maps')}&status=PUBLISHED&limit=100`;
  const plans = (await service.rest<Package[]>('GET', `/plans?${query}`)).data();
  const addons = (await service.rest<Package[]>('GET', `/addons?${query}`)).data();
  return [...plans, ...addons]
    .map(({ id, status, versionNumber }) => `${id} ${status} ${versionNumber}`)
    .sort();
}
