import { BlastRadiusService } from '../../src/modules/exchange/catalog-as-code/blast-radius.service';
import { createTestApp, type TestApp } from '../support/app';
import {
  forAll,
  foundBy,
  inWords,
  radiusCatalog,
  radiusOf,
  type RadiusChange,
} from '../support/blast-radius';
import { createCustomer, report, subscribe, type Json } from '../support/catalog';
import { bringIntoForce } from '../support/catalog-door';
import { named, type CatalogText } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { endOf } from '../support/publishing';
import { seededRandom } from '../support/seeded-random';

// Domain: catalog

jest.setTimeout(120_000);

const random = seededRandom('blast-radius-truth');
const rounds = 6;
const chance = (share: number): boolean => random.next() < share;
/** With the feature, or not at all. */
const maybe = (share: number, entitlement: Json): Json[] => (chance(share) ? [entitlement] : []);
const feature = (id: string, more: Json): Json => ({ type: 'FEATURE', id, ...more });

const callsOf = (): Json => {
  const limit = chance(0.2) ? { hasUnlimitedUsage: true } : { usageLimit: random.pick([10, 50, 100]) };
  const hasSoftLimit = chance(0.3) ? { hasSoftLimit: true } : {};
  return feature('calls', { ...limit, ...hasSoftLimit, resetPeriod: random.pick(['MONTH', 'WEEK']) });
};
const entitlementsOf = (): Json[] =>
  random.shuffled([
    ...maybe(0.7, callsOf()),
    ...maybe(0.5, feature('seats', { usageLimit: random.pick([2, 5]) })),
    ...maybe(0.5, feature('sso', chance(0.3) ? { isGranted: false } : {})),
    ...maybe(
      0.5,
      feature('sizes', { enumValues: random.shuffled(['s', 'm', 'l']).slice(random.whole(0, 2)) }),
    ),
  ]);

/** Plans base, mid and pro that inherit in any way, an addon, a plan for resources. */
function anyCatalog(): CatalogText {
  const document = radiusCatalog();
  const { addons, plans } = document;
  plans.push({ id: 'mid', displayName: 'Mid', productId: 'main', pricingType: 'CUSTOM' });
  Object.assign(named(plans, 'mid'), { parentPlanId: random.pick(['base', undefined]) });
  Object.assign(named(plans, 'pro'), { parentPlanId: random.pick(['base', 'mid', undefined]) });
  for (const plan of plans) plan['entitlements'] = entitlementsOf();
  for (const id of ['base', 'mid', 'pro']) named(plans, id)['compatibleAddonIds'] = ['boost'];
  const behavior = random.pick(['Increment', 'Override']);
  Object.assign(addons[0] as Json, { entitlements: [...maybe(0.8, { ...callsOf(), behavior })] });
  return document;
}

/** What one may do of a feature, as far as a list of entitlements tells it; undefined is nothing. */
type Told = { usageLimit: unknown; hasUnlimitedUsage: unknown; resetPeriod: unknown } | undefined;

describe('what a blast radius foretells', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const resources = ['attic', 'cellar'];
  const customers = Array.from({ length: 9 }, (_, n) => `customer-${n + 1}`);
  const holding: { customerId: string; resourceId?: string }[] = [];

  async function populate(): Promise<void> {
    for (const customerId of customers) {
      await createCustomer(api, customerId);
      holding.push({ customerId });
      const planId = random.pick(['base', 'mid', 'pro', 'pro']);
      const addons = maybe(0.4, { id: 'boost', quantity: random.whole(1, 3) });
      const entitlements = planId === 'base' ? [] : maybe(0.4, feature('calls', { usageLimit: 70 }));
      if (chance(0.9)) await subscribe(api, customerId, planId, { addons, entitlements });
      for (const resourceId of resources.filter(() => chance(0.5))) {
        await subscribe(api, customerId, 'room', { resourceId });
        holding.push({ customerId, resourceId });
      }
      // Whoever is not entitled reports in vain.
      await report(api, customerId, 'calls', random.whole(1, 90));
      await report(api, customerId, 'seats', random.whole(1, 5));
    }
  }

  interface Listed {
    entitlements: { feature: { id: string }; currentUsage?: number; [name: string]: unknown }[];
  }
  const listed = async ({ customerId, resourceId }: (typeof holding)[number]) => {
    const query = resourceId ? `?resourceId=${resourceId}` : '';
    const path = `/customers/${customerId}/entitlements${query}`;
    const { entitlements } = await expectOk<Listed>(api.rest('GET', path));
    return new Map(entitlements.map((each) => [each.feature.id, each]));
  };
  const all = () => Promise.all(holding.map(listed));
  const told = (each: Listed['entitlements'][number] | undefined): Told =>
    each && {
      usageLimit: each['usageLimit'] ?? null,
      hasUnlimitedUsage: each['hasUnlimitedUsage'] ?? false,
      resetPeriod: each['resetPeriod'] ?? null,
    };
  const foretold = (entitled: RadiusChange['after']): Told => {
    if (!entitled) return undefined;
    const { usageLimit, hasUnlimitedUsage, resetPeriod } = entitled;
    return { usageLimit, hasUnlimitedUsage, resetPeriod };
  };

  /** In ranges of two, by a task. */
  const byTask = async (document: CatalogText) => {
    const service = app.nest.get(BlastRadiusService);
    const { rangeSize, rangesAtOnce } = service;
    Object.assign(service, { rangeSize: 2, rangesAtOnce: 0 });
    const radius = await radiusOf(api, document).finally(() =>
      Object.assign(service, { rangeSize, rangesAtOnce }),
    );
    return radius.taskId ? foundBy(api, radius.taskId) : [];
  };

  it(`L6: is what becomes true, in ${rounds} catalogs of chance, found at once as by a task`, async () => {
    let present = anyCatalog();
    await bringIntoForce(api, present);
    await populate();
    let changes = 0;
    for (let round = 0; round < rounds; round++) {
      const document = anyCatalog();
      const radius = await radiusOf(api, document);
      changes += radius.changes.length;
      const ranges = await byTask(document);
      expect(inWords(ranges.flatMap((range) => range.changes))).toEqual(inWords(radius.changes));
      expect(ranges.reduce((sum, range) => sum + range.customers, 0)).toBe(radius.customers);

      const before = await all();
      const { taskIds } = await bringIntoForce(api, document, forAll);
      for (const id of taskIds) expect((await endOf(api, id)).state).toBe('COMPLETED');
      const after = await all();

      const own = (place: number, featureId: string, resourceId = holding[place]?.resourceId ?? null) =>
        radius.changes.find(
          (each) =>
            each.customerId === holding[place]?.customerId &&
            each.resourceId === resourceId &&
            each.featureId === featureId,
        );
      const ofRooms = [present, document].flatMap(
        ({ plans }) => named(plans, 'room')['entitlements'] as Json[],
      );
      const saidOfRooms = new Set(ofRooms.map(({ id }) => id));
      present = document;
      for (const place of holding.keys()) {
        for (const featureId of ['calls', 'seats', 'sso', 'sizes']) {
          const was = told(before[place]?.get(featureId));
          const is = told(after[place]?.get(featureId));
          const change = own(place, featureId);
          const ofCustomer = saidOfRooms.has(featureId) ? undefined : own(place, featureId, null);
          const decisive = change ?? ofCustomer;
          const where = `round ${round}: ${JSON.stringify(holding[place])} ${featureId}`;
          expect([where, decisive ? foretold(decisive.after) : was]).toEqual([where, is]);
          if (!change) continue;
          expect([where, foretold(change.before)]).toEqual([where, was]);
          const { currentUsage = null } = before[place]?.get(featureId) ?? {};
          expect([where, change.usage]).toEqual([where, currentUsage]);
        }
      }
    }
    expect(changes).toBeGreaterThan(rounds);
  });
});
