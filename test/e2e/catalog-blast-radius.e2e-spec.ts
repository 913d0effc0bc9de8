import { createTestApp, type TestApp } from '../support/app';
import {
  forAll,
  inWords,
  radiusCatalog,
  radiusOf,
  sellRadiusCatalog,
  type Radius,
} from '../support/blast-radius';
import { createCustomer, report, subscribe, type Json } from '../support/catalog';
import { bringIntoForce, planCatalog, planned, type Planned } from '../support/catalog-door';
import { entitled, named, type CatalogText } from '../support/catalog-document';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { everyField } from '../support/graphql-selection';
import { flatFee } from '../support/priced-plans';
import { grant } from '../support/promotions';
import { endOf } from '../support/publishing';

/** Domain: catalog */
describe('the blast radius of a catalog plan', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  /** An environment that sells the catalog, with a customer on each plan. */
  let beginAgain: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp();
    place = app.a;
    api = place.api;
    await sellRadiusCatalog(api);
    beginAgain = await app.keepState();
  });
  afterAll(() => app.close());
  beforeEach(() => beginAgain());

  const holder = async (customerId: string, planId: string, more: Json = {}) => {
    await createCustomer(api, customerId);
    await subscribe(api, customerId, planId, more);
  };
  const uses = async (customerId: string, value: number, featureId = 'calls', more: Json = {}) =>
    expectOk(report(api, customerId, featureId, value, more));
  const changed = (change: (document: CatalogText) => void): CatalogText => {
    const document = radiusCatalog();
    change(document);
    return document;
  };
  const limited = (planId: string, index: number, patch: Json) =>
    changed(({ plans }) => void Object.assign(entitled(plans, planId, index), patch));
  const words = async (document: CatalogText) => inWords((await radiusOf(api, document)).changes);

  it('entitlements-usage G4: whom a promotion gives more notices nothing, and whom it gives less falls to it', async () => {
    await grant(api, 'ann', 'calls', { usageLimit: 500 });
    await grant(api, 'ben', 'calls', { usageLimit: 60 });
    expect(await words(limited('base', 0, { usageLimit: 50 }))).toEqual(['ben calls: 100 → 60, uses 0']);
  });

  it('I3: tells who holds the plan, and who holds one that inherits from it', async () => {
    await createCustomer(api, 'eve');
    const radius = await radiusOf(api, limited('base', 0, { usageLimit: 50 }));
    expect({ ...radius, changes: inWords(radius.changes) }).toEqual({
      state: 'COMPLETED',
      taskId: null,
      emptyBecause: null,
      customers: 2,
      customersChanged: 2,
      customersBelowUsage: 0,
      changes: ['ann calls: 100 → 50, uses 0', 'ben calls: 100 → 50, uses 0'],
      leftOut: 0,
    });
    const limit = { hasUnlimitedUsage: false, hasSoftLimit: false, enumValues: null };
    const reset = { resetPeriod: 'MONTH', resetPeriodConfiguration: { accordingTo: 'SubscriptionStart' } };
    expect(radius.changes[0]).toEqual({
      ...{ customerId: 'ann', resourceId: null, featureId: 'calls', usage: 0, fallsBelowUsage: false },
      before: { usageLimit: 100, ...limit, ...reset },
      after: { usageLimit: 50, ...limit, ...reset },
    });
  });

  it('tells who falls below present usage, of counted and of running usage', async () => {
    await uses('ann', 60);
    await uses('ben', 50);
    await uses('ben', 4, 'seats');
    const document = changed(({ plans }) => {
      Object.assign(entitled(plans, 'base', 0), { usageLimit: 50 });
      Object.assign(entitled(plans, 'base', 1), { usageLimit: 3 });
    });
    const radius = await radiusOf(api, document);
    expect([radius.customersChanged, radius.customersBelowUsage]).toEqual([2, 2]);
    expect(inWords(radius.changes)).toEqual([
      'ann calls: 100 → 50, uses 60, below',
      'ann seats: 5 → 3, uses 0',
      'ben calls: 100 → 50, uses 50',
      'ben seats: 5 → 3, uses 4, below',
    ]);
  });

  it('entitlements-usage W1: counts the window that runs, in sold units', async () => {
    await uses('ann', 90);
    app.clock.advance({ days: 40 });
    await uses('ann', 7);
    expect(await words(limited('base', 0, { usageLimit: 50 }))).toContain('ann calls: 100 → 50, uses 7');
  });

  it('tells a soft limit that is lowered, and who is past one that becomes hard', async () => {
    const { taskIds } = await bringIntoForce(api, limited('base', 0, { hasSoftLimit: true }), forAll);
    for (const id of taskIds) await endOf(api, id);
    await uses('ann', 120);
    const lower = await radiusOf(api, limited('base', 0, { hasSoftLimit: true, usageLimit: 10 }));
    expect(inWords(lower.changes)).toEqual(['ann calls: 100 → 10, uses 120', 'ben calls: 100 → 10, uses 0']);
    expect(lower.changes[0]?.after).toMatchObject({ hasSoftLimit: true });
    const hard = await radiusOf(api, radiusCatalog());
    expect(inWords(hard.changes)).toEqual([
      'ann calls: 100 → 100, uses 120, below',
      'ben calls: 100 → 100, uses 0',
    ]);
    expect(hard.changes.map(({ before }) => before?.hasSoftLimit)).toEqual([true, true]);
  });

  it('tells more as well as less: raised, unlimited, new, taken away, other values, another reset', async () => {
    const document = changed(({ features, plans }) => {
      features.push({ id: 'audit', displayName: 'Audit', featureType: 'BOOLEAN' });
      Object.assign(named(plans, 'base'), {
        entitlements: [
          { type: 'FEATURE', id: 'calls', usageLimit: 100, resetPeriod: 'WEEK' },
          { type: 'FEATURE', id: 'seats', hasUnlimitedUsage: true },
          { type: 'FEATURE', id: 'audit' },
        ],
      });
      Object.assign(named(plans, 'pro'), {
        entitlements: [
          { type: 'FEATURE', id: 'sizes', enumValues: ['l', 's', 'm'] },
          { type: 'FEATURE', id: 'audit', isGranted: false },
        ],
      });
    });
    expect(await words(document)).toEqual([
      'ann audit: null → true',
      'ann calls: 100 → 100, uses 0',
      'ann seats: 5 → unlimited, uses 0',
      'ben calls: 100 → 100, uses 0',
      'ben seats: 5 → unlimited, uses 0',
      'ben sizes: m,s → l,m,s',
      'ben sso: true → null',
    ]);
  });

  it('entitlements-usage G2: counts addons with their quantity, whose own versions change too', async () => {
    await holder('cat', 'base', { addons: [{ id: 'boost', quantity: 3 }] });
    const document = changed(({ addons }) => Object.assign(entitled(addons, 'boost', 0), { usageLimit: 2 }));
    const radius = await radiusOf(api, document);
    expect([radius.customers, inWords(radius.changes)]).toEqual([1, ['cat calls: 130 → 106, uses 0']]);
  });

  it('entitlements-usage G2: leaves out whose own values decide, and G4 whose other sources give more', async () => {
    await holder('own', 'pro', { entitlements: [{ type: 'FEATURE', id: 'calls', usageLimit: 70 }] });
    await subscribe(api, 'ann', 'room', { resourceId: 'attic' });
    const lower = await radiusOf(api, limited('base', 0, { usageLimit: 50 }));
    expect(lower.customers).toBe(3);
    // In the attic 100 calls of the customer were more than the 40 of the room, and 50 still are.
    expect(inWords(lower.changes)).toEqual([
      'ann calls: 100 → 50, uses 0',
      'ann/attic calls: 100 → 50, uses 0',
      'ben calls: 100 → 50, uses 0',
    ]);
    expect(await words(limited('base', 0, { usageLimit: 30 }))).toEqual([
      'ann calls: 100 → 30, uses 0',
      'ann/attic calls: 100 → 40, uses 0',
      'ben calls: 100 → 30, uses 0',
    ]);
    const room = await radiusOf(api, limited('room', 0, { usageLimit: 60 }));
    expect([room.customers, room.customersChanged, room.changes]).toEqual([1, 0, []]);
  });

  it('entitlements-usage G1: tells a resource apart, with its own usage', async () => {
    await createCustomer(api, 'dan');
    for (const resourceId of ['attic', 'cellar']) await subscribe(api, 'dan', 'room', { resourceId });
    await uses('dan', 30, 'calls', { resourceId: 'attic' });
    expect(await words(limited('room', 0, { usageLimit: 20 }))).toEqual([
      'dan/attic calls: 40 → 20, uses 30, below',
      'dan/cellar calls: 40 → 20, uses 0',
    ]);
  });

  it('I3: follows a plan to another parent, and to parents that are made with it', async () => {
    const document = changed(({ plans }) => {
      Object.assign(named(plans, 'pro'), { parentPlanId: 'middle' });
      plans.push({
        ...{
          id: 'middle',
          displayName: 'Middle',
          productId: 'main',
          pricingType: 'CUSTOM',
          parentPlanId: 'root',
        },
        entitlements: [{ type: 'FEATURE', id: 'seats', usageLimit: 9 }],
      });
      plans.push({
        ...{ id: 'root', displayName: 'Root', productId: 'main', pricingType: 'FREE' },
        entitlements: [{ type: 'FEATURE', id: 'calls', usageLimit: 1, resetPeriod: 'MONTH' }],
      });
    });
    expect(await words(document)).toEqual(['ben calls: 100 → 1, uses 0', 'ben seats: 5 → 9, uses 0']);
  });

  it('customers-subscriptions X5: leaves out who would not be moved', async () => {
    const paid = (entitlements: Json[], charges: Json) => ({
      ...{ id: 'paid', displayName: 'Paid', productId: 'main', pricingType: 'PAID', entitlements },
      charges: { pricingModels: [charges] },
    });
    const calls = (usageLimit: number): Json[] => [
      { type: 'FEATURE', id: 'calls', usageLimit, resetPeriod: 'MONTH' },
    ];
    const sells = (usageLimit: number, charges: Json) =>
      changed(({ plans }) => void plans.push(paid(calls(usageLimit), charges)));
    await bringIntoForce(api, sells(100, flatFee(10)));
    await holder('pay', 'paid', { paymentCollectionMethod: 'NONE' });
    expect(await words(sells(50, flatFee(20)))).toEqual(['pay calls: 100 → 50, uses 0']);
    // The plan is not sold by month any more, which is how it was bought.
    const yearly = await radiusOf(api, sells(50, flatFee(20, 'ANNUALLY')));
    expect([yearly.customers, yearly.changes]).toEqual([1, []]);
  });

  it('L6: is empty for new customers, for nobody on what changes, for nothing to publish, and says why', async () => {
    const lower = limited('base', 0, { usageLimit: 50 });
    const none = { state: 'COMPLETED', customers: 0, customersChanged: 0, changes: [] };
    expect(await radiusOf(api, lower, {})).toMatchObject({ ...none, emptyBecause: 'NEW_CUSTOMERS' });
    const nobody = limited('room', 0, { usageLimit: 50 });
    expect(await radiusOf(api, nobody)).toMatchObject({ ...none, emptyBecause: 'NO_SUBSCRIPTIONS' });
    expect(await radiusOf(api, radiusCatalog())).toMatchObject({ ...none, emptyBecause: 'NO_SUBSCRIPTIONS' });
    const renamed = changed(({ plans }) => Object.assign(named(plans, 'base'), { displayName: 'Basic' }));
    expect(await radiusOf(api, renamed)).toMatchObject({ ...none, emptyBecause: 'NO_SUBSCRIPTIONS' });
  });

  it('leaves out who has left, and who is on another version than the one that would be replaced', async () => {
    const { id } = await subscribe(api, 'ann', 'base');
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, {}));
    expect(await words(limited('base', 0, { usageLimit: 50 }))).toEqual(['ben calls: 100 → 50, uses 0']);
    await bringIntoForce(api, limited('base', 0, { usageLimit: 60 }));
    await holder('new', 'base');
    expect(await words(limited('base', 0, { usageLimit: 50 }))).toEqual([
      'ben calls: 100 → 50, uses 0',
      'new calls: 60 → 50, uses 0',
    ]);
  });

  it('is not told when nobody asks for it, and changes nothing of the hash', async () => {
    const document = limited('base', 0, { usageLimit: 50 });
    const told = await planned(api, document, forAll);
    const body = { document, options: forAll, blastRadius: false };
    const quiet = await expectOk<Planned>(api.rest('POST', '/catalog/plan', body));
    expect(quiet).toEqual({ ...told, blastRadius: null });
    const odd = await api.rest('POST', '/catalog/plan', { document, blastRadius: 'no' });
    expect(odd).toRefuse('BadUserInput', /blastRadius/);
  });

  it('changes nothing: no task, no version, no entitlement', async () => {
    const before = await expectOk(api.rest('GET', '/customers/ann/entitlements'));
    await radiusOf(api, limited('base', 0, { usageLimit: 50 }));
    expect(await expectOk(api.rest('GET', '/customers/ann/entitlements'))).toEqual(before);
    expect((await expectPage(api.rest('GET', '/tasks'))).data).toEqual([]);
  });

  it('IdentityForbidden: what customers may do needs entitlements:read, and only where it would be told', async () => {
    const scopes = ['products', 'features', 'plans', 'addons'].map((each) => `${each}:read`);
    const document = (({ products, features, addons, plans }: CatalogText) => ({
      ...{ formatVersion: 1, products, features, addons, plans },
    }))(limited('base', 0, { usageLimit: 50 }));
    const limitedKey = app.anonymous.as({ key: await place.scopedKey(...scopes) });
    expect(await planCatalog(limitedKey, document, forAll)).toRefuse(
      'IdentityForbidden',
      /entitlements:read/,
    );
    expect(await planCatalog(limitedKey, document)).toMatchObject({ status: 201 });
    const without = { document, options: forAll, blastRadius: false };
    expect(await limitedKey.rest('POST', '/catalog/plan', without)).toMatchObject({ status: 201 });
    const key = app.anonymous.as({ key: await place.scopedKey(...scopes, 'entitlements:read') });
    expect(await radiusOf(key, document)).toMatchObject({ customersChanged: 2 });
  });

  it('never tells customers of another environment', async () => {
    const other = (await app.newEnvironment()).api;
    await bringIntoForce(other, radiusCatalog());
    await createCustomer(other, 'ann');
    await subscribe(other, 'ann', 'base');
    await createCustomer(other, 'zoe');
    await subscribe(other, 'zoe', 'base');
    const document = limited('base', 0, { usageLimit: 50 });
    expect(inWords((await radiusOf(other, document)).changes)).toEqual([
      'ann calls: 100 → 50, uses 0',
      'zoe calls: 100 → 50, uses 0',
    ]);
    expect(await words(document)).toEqual(['ann calls: 100 → 50, uses 0', 'ben calls: 100 → 50, uses 0']);
  });

  it('speaks GraphQL as well', async () => {
    const document = limited('base', 0, { usageLimit: 50 });
    const plan = `mutation($input: PlanCatalogInput!) { planCatalog(input: $input) ${everyField(app, 'CatalogPlanned')} }`;
    const told = await expectOk<{ blastRadius: Radius }>(
      api.graphql(plan, { input: { document, options: forAll } }),
    );
    expect(told).toEqual(await planned(api, document, forAll));
    const quiet = { document, options: forAll, blastRadius: false };
    expect(await expectOk(api.graphql(plan, { input: quiet }))).toMatchObject({ blastRadius: null });
  });
});
