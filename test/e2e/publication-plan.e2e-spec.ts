import { createTestApp, type TestApp } from '../support/app';
import { foundBy, inWords, radiusCatalog, sellRadiusCatalog, type Radius } from '../support/blast-radius';
import { createCustomer, report, subscribe, type Json } from '../support/catalog';
import { bringIntoForce } from '../support/catalog-door';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { everyField } from '../support/graphql-selection';
import { BlastRadiusService } from '../../src/modules/exchange/catalog-as-code/blast-radius.service';
import { endOf } from '../support/publishing';

/** Domain: catalog */
describe('what publishing one draft would bring about', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;
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

  /** Of a draft of `base` with 50 calls. */
  const noticed = ['ann calls: 100 → 50, uses 0', 'ben calls: 100 → 50, uses 0'];

  /** A draft of a plan that grants so many calls. */
  async function draft(planId: string, usageLimit: number): Promise<void> {
    await expectOk(api.rest('POST', `/plans/${planId}/draft`));
    const patch = { type: 'FEATURE', usageLimit };
    await expectOk(api.rest('PATCH', `/plans/${planId}/entitlements/calls`, patch));
  }
  const overRest = (id: string, kind = 'PLAN', door: ApiClient = api) =>
    door.rest('POST', '/catalog/publication/plan', { kind, id });
  const overGraphql = (id: string, kind = 'PLAN', door: ApiClient = api) =>
    door.graphql(
      `mutation($input: PlanPublicationInput!) { planPublication(input: $input) ${everyField(app, 'BlastRadius')} }`,
      { input: { kind, id } },
    );
  /** The same through both doors. */
  async function radius(id: string): Promise<Radius> {
    const told = await expectOk<Radius>(overRest(id));
    expect(await expectOk<Radius>(overGraphql(id))).toEqual(told);
    return told;
  }

  it('L7: tells who would notice, heirs with them, and what publishing then does', async () => {
    await expectOk(report(api, 'ann', 'calls', 60));
    await draft('base', 50);
    const told = await radius('base');
    expect({ ...told, changes: inWords(told.changes) }).toEqual({
      ...{ state: 'COMPLETED', taskId: null, emptyBecause: null },
      ...{ customers: 2, customersChanged: 2, customersBelowUsage: 1, leftOut: 0 },
      changes: ['ann calls: 100 → 50, uses 60, below', 'ben calls: 100 → 50, uses 0'],
    });
    const published = await expectOk<{ taskId: string }>(
      api.rest('POST', '/plans/base/publish', { migrationType: 'ALL_CUSTOMERS' }),
    );
    await endOf(api, published.taskId);
    const check = api.rest('GET', '/customers/ann/entitlements/check?featureId=calls');
    expect(await expectOk<Json>(check)).toMatchObject({ usageLimit: 50 });
  });

  it('L7: changes nothing: the draft stays one, no task, no entitlement', async () => {
    await draft('base', 50);
    const [plan, entitlements] = ['/plans/base?status=DRAFT', '/customers/ann/entitlements'];
    const before = [await api.rest('GET', plan), await api.rest('GET', entitlements)];
    await radius('base');
    const after = [await api.rest('GET', plan), await api.rest('GET', entitlements)];
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect((await expectPage(api.rest('GET', '/tasks'))).data).toEqual([]);
  });

  it('L7: nobody notices what nobody holds', async () => {
    await draft('room', 50);
    expect(await radius('room')).toMatchObject({
      emptyBecause: 'NO_SUBSCRIPTIONS',
      customers: 0,
      changes: [],
    });
  });

  it('L7: of many a task finds them', async () => {
    const service = app.nest.get(BlastRadiusService);
    const [size, atOnce] = [service.rangeSize, service.rangesAtOnce];
    Object.assign(service, { rangeSize: 1, rangesAtOnce: 0 });
    try {
      await draft('base', 50);
      const told = await expectOk<Radius>(overRest('base'));
      expect(told).toMatchObject({ state: 'PENDING', customers: 2, customersChanged: null });
      const found = await foundBy(api, told.taskId as string);
      expect(inWords(found.flatMap(({ changes }) => changes))).toEqual(noticed);
    } finally {
      Object.assign(service, { rangeSize: size, rangesAtOnce: atOnce });
    }
  });

  it('L8: what publishing would refuse is refused', async () => {
    for (const ask of [overRest, overGraphql]) {
      expect(await ask('base')).toRefuse('PackageAlreadyPublished');
      expect(await ask('nobody')).toRefuse('PlanNotFound');
      expect(await ask('nobody', 'ADDON')).toRefuse('AddonNotFound');
    }
  });

  it('IdentityForbidden: needs entitlements:read', async () => {
    await draft('base', 50);
    const key = async (...scopes: string[]) => app.anonymous.as({ key: await place.scopedKey(...scopes) });
    expect(await overRest('base', 'PLAN', await key('plans:read'))).toRefuse(
      'IdentityForbidden',
      /entitlements:read/,
    );
    expect(await overRest('base', 'PLAN', await key('entitlements:read'))).toMatchObject({ status: 201 });
  });

  it('never tells customers of another environment', async () => {
    const other = (await app.newEnvironment()).api;
    await bringIntoForce(other, radiusCatalog());
    await createCustomer(other, 'zoe');
    await subscribe(other, 'zoe', 'base');
    await draft('base', 50);
    expect(inWords((await radius('base')).changes)).toEqual(noticed);
    expect(await overRest('base', 'PLAN', other)).toRefuse('PackageAlreadyPublished');
  });
});
