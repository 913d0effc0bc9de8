import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createPlan,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type Method } from '../support/client';
import { eventsAbout } from '../support/events';
import { flatFee, overageOf, PricedDrafts } from '../support/priced-plans';

/** Domain: catalog P7 */
describe('duplicating products', () => {
  let app: TestApp;
  let api: ApiClient;
  let plans: PricedDrafts;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    api = (await app.newEnvironment()).api;
    plans = new PricedDrafts(api);
    await sell();
  });

  const call = (method: Method, path: string, body?: unknown) => expectOk<Json>(api.rest(method, path, body));
  const get = (path: string) => call('GET', path);
  const duplicate = (body: Json, id = 'main') => api.rest('POST', `/products/${id}/duplicate`, body);
  const idsOf = async (kind: 'plans' | 'addons', productId: string) =>
    (await expectPage(api.rest('GET', `/${kind}?productId=${productId}`))).data.map(({ id }) => id).sort();
  const valuesOf = async (path: string) =>
    (await expectOk<Json[]>(api.rest('GET', `${path}/entitlements`))).map(
      ({ createdAt: _created, updatedAt: _updated, ...value }) => value,
    );

  /** A base with a child, addons that they list and that need each other, versions, drafts and what is archived. */
  async function sell(): Promise<void> {
    const more = { description: 'A line of business', metadata: { team: 'blue' } };
    await createProduct(api, 'main', { ...more, displayName: 'Main' });
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'flag', 'switch');
    await call('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' });
    const calls = (usageLimit: number) => [feature('calls', { usageLimit, resetPeriod: 'MONTH' })];
    await publishAddon(api, { id: 'storage', productId: 'main', entitlements: calls(5) });
    await publishAddon(api, {
      id: 'backup',
      productId: 'main',
      maxQuantity: 3,
      patch: { dependencies: ['storage'] },
      entitlements: calls(1),
    });
    await publishPlan(api, {
      id: 'base',
      productId: 'main',
      billingId: 'external',
      metadata: { tier: '1' },
      patch: { compatibleAddonIds: ['storage', 'backup'] },
      entitlements: [...calls(10), { type: 'CREDIT', id: 'tokens', amount: 2.5, cadence: 'MONTH' }],
    });
    const child = { id: 'child', productId: 'main', parentPlanId: 'base', pricingType: 'CUSTOM' };
    await publishPlan(api, { ...child, entitlements: calls(100) });
    await publishPlan(api, { id: 'retired', productId: 'main' });
    await call('POST', '/plans/retired/archive');
    await createPlan(api, { id: 'planned', productId: 'main' });
  }

  it('P7: copies what is not archived as DRAFT version 1, under ids with a number', async () => {
    await expectOk(duplicate({ targetId: 'second' }));
    expect(await idsOf('plans', 'second')).toEqual(['base-copy-1', 'child-copy-1', 'planned-copy-1']);
    expect(await idsOf('addons', 'second')).toEqual(['backup-copy-1', 'storage-copy-1']);
    const draft = { productId: 'second', status: 'DRAFT', versionNumber: 1, isLatest: false };
    for (const id of ['base', 'child', 'planned']) {
      const { displayName, description, metadata, pricingType } = await get(`/plans/${id}`);
      const same = { displayName, description, metadata, pricingType };
      expect(await get(`/plans/${id}-copy-1`)).toMatchObject({ ...draft, ...same, billingId: null });
    }
    expect(await get('/addons/backup-copy-1')).toMatchObject({ ...draft, maxQuantity: 3 });
    expect(await idsOf('plans', 'main')).toEqual(['base', 'child', 'planned', 'retired']);
    expect(await get('/plans/base')).toMatchObject({ status: 'PUBLISHED', productId: 'main' });
  });

  it('P7: entitlements are copied with their values and order', async () => {
    await expectOk(duplicate({ targetId: 'second' }));
    expect(await valuesOf('/plans/base-copy-1')).toEqual(await valuesOf('/plans/base'));
    expect(await valuesOf('/plans/base-copy-1')).toHaveLength(2);
    expect(await valuesOf('/plans/child-copy-1')).toEqual(await valuesOf('/plans/child'));
    expect(await valuesOf('/addons/backup-copy-1')).toEqual(await valuesOf('/addons/backup'));
  });

  it('P7: charges, overage and the default trial are copied; a billing provider knows none of the copies', async () => {
    const sold = await plans.create({
      defaultTrialConfig: { duration: 14, units: 'DAY' },
      pricingType: 'PAID',
    });
    await plans.entitle(sold, feature('calls', { usageLimit: 10 }));
    const rows = { pricingModels: [flatFee(19), flatFee(190, 'ANNUALLY')], billingId: 'external' };
    const overage = { overagePricingModels: [overageOf('calls', 0.5)], overageBillingPeriod: 'MONTHLY' };
    await expectOk(plans.price(sold, { ...rows, ...overage }));
    await expectOk(plans.publish(sold));
    await expectOk(duplicate({ targetId: 'second' }));
    const copy = `${sold}-copy-1`;
    const asCopied = (charges: Json[]) =>
      charges.map(({ id: _id, ...charge }) => ({ ...charge, billingId: null }));
    const withoutIds = (charges: Json[]) => charges.map(({ id: _id, ...charge }) => charge);
    expect(await plans.charges(copy)).toHaveLength(2);
    expect(withoutIds(await plans.charges(copy))).toEqual(asCopied(await plans.charges(sold)));
    expect(await plans.overages(copy)).toHaveLength(1);
    expect(withoutIds(await plans.overages(copy))).toEqual(asCopied(await plans.overages(sold)));
    const { pricingType, defaultTrialConfig } = await get(`/plans/${sold}`);
    expect(await get(`/plans/${copy}`)).toMatchObject({ pricingType, defaultTrialConfig });
    expect(defaultTrialConfig).toMatchObject({ duration: 14 });
    await expectOk(plans.publish(copy));
  });

  it('P7: parents, compatible addons and dependencies lead to the copies', async () => {
    await expectOk(duplicate({ targetId: 'second' }));
    expect(await get('/plans/child-copy-1')).toMatchObject({ parentPlanId: 'base-copy-1' });
    expect(await get('/plans/base-copy-1')).toMatchObject({
      parentPlanId: null,
      compatibleAddonIds: ['storage-copy-1', 'backup-copy-1'],
    });
    expect(await get('/plans/child-copy-1')).toMatchObject({ compatibleAddonIds: null });
    expect(await get('/addons/backup-copy-1')).toMatchObject({ dependencies: ['storage-copy-1'] });
  });

  it('P7: the copy can be published and is then independent of the original', async () => {
    await expectOk(duplicate({ targetId: 'second' }));
    for (const path of ['/addons/storage', '/addons/backup', '/plans/base', '/plans/child']) {
      await call('POST', `${path}-copy-1/publish`, { migrationType: 'NEW_CUSTOMERS' });
    }
    await call('POST', '/products/main/archive');
    await call('POST', '/customers', { id: 'buyer' });
    const told = await call('POST', '/subscriptions', { customerId: 'buyer', planId: 'child-copy-1' });
    expect(told['entitlements']).toMatchObject([
      { feature: { id: 'calls' }, usageLimit: 100 },
      { type: 'CREDIT', currency: { currencyId: 'tokens' } },
    ]);
  });

  it('L3, L5: what readers are told is copied: the latest version, not the draft beside it', async () => {
    await call('POST', '/plans/base/draft');
    await call('POST', '/plans/base/entitlements', { entitlements: [feature('flag')] });
    await call('PATCH', '/plans/base', { charges: { pricingType: 'CUSTOM' } });
    await expectOk(duplicate({ targetId: 'second' }));
    expect(await get('/plans/base-copy-1')).toMatchObject({ pricingType: 'FREE', versionNumber: 1 });
    expect((await valuesOf('/plans/base-copy-1')).map(({ id }) => id)).toEqual(['calls', 'tokens']);
  });

  it('P7: the lowest number that is free, for each kind', async () => {
    await createProduct(api, 'other');
    await createPlan(api, { id: 'base-copy-1', productId: 'other' });
    await createPlan(api, { id: 'base-copy-3', productId: 'other' });
    await expectOk(duplicate({ targetId: 'second' }));
    await expectOk(duplicate({ targetId: 'third' }));
    expect(await idsOf('plans', 'second')).toContain('base-copy-2');
    expect(await idsOf('plans', 'third')).toContain('base-copy-4');
    expect(await idsOf('addons', 'third')).toEqual(['backup-copy-2', 'storage-copy-2']);
    await expectOk(duplicate({ targetId: 'of-copy' }, 'second'));
    expect(await idsOf('addons', 'of-copy')).toEqual(['backup-copy-1-copy-1', 'storage-copy-1-copy-1']);
  });

  it('C1: an id of 255 characters is cut so that the copy fits', async () => {
    const long = 'x'.repeat(255);
    await createPlan(api, { id: long, productId: 'main' });
    await expectOk(duplicate({ targetId: 'second' }));
    await expectOk(duplicate({ targetId: 'third' }));
    expect(await idsOf('plans', 'second')).toContain(`${'x'.repeat(248)}-copy-1`);
    expect(await idsOf('plans', 'third')).toContain(`${'x'.repeat(248)}-copy-2`);
  });

  it('P7: the product is copied with its configuration; settings that name plans begin anew', async () => {
    await call('PATCH', '/products/main', {
      multipleSubscriptions: true,
      usageResetCutoffRule: { behavior: 'NEVER_RESET' },
      productSettings: {
        subscriptionStartSetup: 'FREE_PLAN',
        subscriptionStartPlanId: 'base',
        subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
        downgradePlanId: 'base',
        subscriptionCancellationTime: 'IMMEDIATE',
      },
    });
    app.clock.advance({ hours: 1 });
    const copy = await expectOk(duplicate({ targetId: 'second' }));
    expect(copy).toEqual({
      ...(await get('/products/main')),
      id: 'second',
      productSettings: {
        subscriptionStartSetup: 'PLAN_SELECTION',
        subscriptionStartPlanId: null,
        subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
        downgradePlanId: null,
        subscriptionCancellationTime: 'IMMEDIATE',
        prorateAtEndOfBillingPeriod: false,
      },
      createdAt: app.clock.now().toISOString(),
      updatedAt: app.clock.now().toISOString(),
    });
    expect(await get('/products/second')).toEqual(copy);
  });

  it('P7: names of its own where they are sent; null is none', async () => {
    const named = { displayName: 'Second', description: null };
    expect(await expectOk(duplicate({ targetId: 'second', ...named }))).toMatchObject(named);
    const unnamed = await expectOk(duplicate({ targetId: 'third' }));
    expect(unnamed).toMatchObject({ displayName: 'Main', description: 'A line of business' });
  });

  it('P7: everything made is told', async () => {
    await expectOk(duplicate({ targetId: 'told' }));
    const query = 'type=product.created&entityId=told';
    expect((await expectPage<Json>(api.rest('GET', `/activity?${query}`))).data).toHaveLength(1);
    const made = await expectPage<Json>(api.rest('GET', '/activity?type=plan.created&limit=100'));
    const copies = made.data.filter(({ entityId }) => String(entityId).endsWith('-copy-1'));
    expect(copies).toHaveLength(3);
    expect(copies.find(({ entityId }) => entityId === 'base-copy-1')).toMatchObject({
      before: null,
      after: { id: 'base-copy-1', entitlements: [{ id: 'calls' }, { id: 'tokens' }] },
    });
    const events = await eventsAbout(app, 'backup-copy-1');
    expect(events.some(({ type }) => type === 'addon.created')).toBe(true);
  });

  it('the same over GraphQL', async () => {
    const document =
      'mutation($id: String!) { duplicateProduct(id: "main", input: { targetId: $id }) { id status } }';
    const copy = await expectOk(api.graphql(document, { id: 'second' }));
    expect(copy).toEqual({ id: 'second', status: 'PUBLISHED' });
    expect(await api.graphql(document, { id: 'second' })).toRefuse(
      'DuplicateProductValidationError',
      /targetId/,
    );
  });

  it.each(['main', 'other', 'gone'])(
    'P7: DuplicateProductValidationError onto the product %s',
    async (targetId) => {
      await createProduct(api, 'other');
      await createProduct(api, 'gone');
      await call('POST', '/products/gone/archive');
      expect(await duplicate({ targetId })).toRefuse('DuplicateProductValidationError', /targetId/);
    },
  );

  it('P7: nothing is copied when it cannot be copied whole', async () => {
    // Brought back one by one after the product was archived, a child may stand without its parent (catalog I5).
    await app.dataSource.query(
      `update package_version v set status = 'ARCHIVED' from package p
        where p.uid = v.package_uid and p.environment_id = v.environment_id and p.id = 'base' and p.environment_id = $1`,
      [await environmentOf('main')],
    );
    const refused = await duplicate({ targetId: 'second' });
    expect(refused).toRefuse('DuplicateProductValidationError', /parentPlanId: Plan child needs base/);
    expect(await api.rest('GET', '/products/second')).toRefuse('ProductNotFoundError');
  });

  const environmentOf = async (productId: string): Promise<string> => {
    const [row] = await app.dataSource.query<{ environment_id: string }[]>(
      'select environment_id from product where id = $1 order by uid desc limit 1',
      [productId],
    );
    return (row as { environment_id: string }).environment_id;
  };

  it('wants an id of the pattern', async () => {
    expect(await duplicate({ targetId: 'a b' })).toRefuse('BadUserInput', /targetId must match/);
    expect(await duplicate({})).toRefuse('BadUserInput', /targetId/);
    expect(await duplicate({ targetId: 'x', displayName: '' })).toRefuse('BadUserInput', /displayName/);
  });
});
