import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { eventsAbout } from '../support/events';

// Domain: catalog

describe('the market of plans', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createProduct(api, 'other');
    await createFeature(api, 'flag', 'switch');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'size', 'choice');
    await expectOk(call('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    await create('base');
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const nextId = () => `plan-${++made}`;
  const post = (id: string, more: Json = {}) =>
    call('POST', '/plans', {
      id,
      displayName: `Plan ${id}`,
      productId: 'main',
      pricingType: 'FREE',
      ...more,
    });
  const create = async (id = nextId(), more: Json = {}) => {
    await expectOk(post(id, more));
    return id;
  };
  const createLive = (more: Json = {}) => create(nextId(), { status: 'PUBLISHED', ...more });
  const createAddon = async (more: Json = {}) => {
    const id = `addon-${++made}`;
    const body = { id, displayName: id, productId: 'main', pricingType: 'FREE', ...more };
    await expectOk(call('POST', '/addons', body));
    return id;
  };
  const get = (id: string, query = '') => expectOk<Json>(call('GET', `/plans/${id}${query}`));
  const update = (id: string, patch: Json) => call('PATCH', `/plans/${id}`, patch);
  const publish = (id: string, migrationType = 'NEW_CUSTOMERS') =>
    call('POST', `/plans/${id}/publish`, { migrationType });
  const draft = (id: string) => call('POST', `/plans/${id}/draft`);
  const discard = (id: string) => call('DELETE', `/plans/${id}/draft`);
  const archive = (id: string) => call('POST', `/plans/${id}/archive`);
  const entitle = (id: string, ...entitlements: Json[]) =>
    expectOk(call('POST', `/plans/${id}/entitlements`, { entitlements }));

  describe('inheritance (I5)', () => {
    it('the parent exists, is live or drafted, and of the same product', async () => {
      expect(await post(nextId(), { parentPlanId: 'nowhere' })).toRefuse('PlanNotFound', /nowhere/);
      expect(await post(nextId(), { productId: 'nowhere' })).toRefuse('ProductNotFoundError');
      expect(await post(nextId(), { productId: 'other', parentPlanId: 'base' })).toRefuse('BadUserInput');
      const archived = await createLive();
      await expectOk(archive(archived));
      expect(await post(nextId(), { parentPlanId: archived })).toRefuse('EntityIsArchivedError');
    });

    it('the parent is not above the child in FREE < PAID < CUSTOM', async () => {
      const parentPlanId = await createLive({ pricingType: 'CUSTOM' });
      expect(await post(nextId(), { parentPlanId })).toRefuse('BadUserInput', /CUSTOM/);
      const id = await create(nextId(), { parentPlanId, pricingType: 'CUSTOM' });
      expect(await update(id, { charges: { pricingType: 'FREE' } })).toRefuse('BadUserInput', /FREE/);
    });

    it('a chain has ten plans at most', async () => {
      let parentPlanId = await create();
      const root = parentPlanId;
      for (let length = 2; length <= 10; length++) parentPlanId = await create(nextId(), { parentPlanId });
      expect(await post(nextId(), { parentPlanId })).toRefuse('BadUserInput', /11 plans/);
      const above = await create();
      expect(await update(root, { parentPlanId: above })).toRefuse('BadUserInput', /11 plans/);
    });

    it('a circle is PlansCircularDependencyError, also on PATCH', async () => {
      const a = await create();
      const b = await create(nextId(), { parentPlanId: a });
      const c = await create(nextId(), { parentPlanId: b });
      for (const parentPlanId of [a, b, c]) {
        expect(await update(a, { parentPlanId })).toRefuse('PlansCircularDependencyError');
      }
      expect(await get(a)).toMatchObject({ parentPlanId: null });
    });

    it('two administrators who close a circle together are ordered: the second is refused', async () => {
      const [a, b] = [await create(), await create()];
      const answers = await Promise.all([update(a, { parentPlanId: b }), update(b, { parentPlanId: a })]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)).toRefuse('PlansCircularDependencyError');
    });
  });

  describe('publishing (L8)', () => {
    it('needs a pricing type, and for PAID a charge', async () => {
      const id = await create(nextId(), { pricingType: null });
      expect(await publish(id)).toRefuse('PackagePricingTypeNotSet');
      await expectOk(update(id, { charges: { pricingType: 'PAID' } }));
      expect(await publish(id)).toRefuse('BadUserInput', /charges/);
      await expectOk(update(id, { charges: { pricingType: 'CUSTOM' } }));
      await expectOk(publish(id));
    });

    it('needs a published parent and published compatible addons', async () => {
      const parentPlanId = await create();
      const id = await create(nextId(), { parentPlanId });
      const addon = await createAddon();
      await expectOk(update(id, { compatibleAddonIds: [addon] }));
      expect(await publish(id)).toRefuse('PlanCannotBePublishWhenBasePlanIsDraft', new RegExp(parentPlanId));
      await expectOk(publish(parentPlanId));
      expect(await publish(id)).toRefuse('PlanCannotBePublishWhenCompatibleAddonIsDraft', new RegExp(addon));
      await expectOk(call('POST', `/addons/${addon}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
      await expectOk(publish(id));
      expect(await get(id)).toMatchObject({ compatibleAddonIds: [addon], parentPlanId });
    });

    it('I5: a parent does not rise above the live plans that inherit from it', async () => {
      const parentPlanId = await createLive();
      await createLive({ parentPlanId });
      await expectOk(draft(parentPlanId));
      await expectOk(update(parentPlanId, { charges: { pricingType: 'CUSTOM' } }));
      expect(await publish(parentPlanId)).toRefuse('BadUserInput', /inherits/);
    });

    it('E6, E11: needs complete entitlements', async () => {
      const id = await create();
      const currency = {
        type: 'CREDIT',
        id: 'tokens',
        amount: 5,
        cadence: 'MONTH',
        dependencyFeatureId: 'calls',
      };
      await entitle(id, feature('size'), currency);
      expect(await publish(id)).toRefuse('BadUserInput', /size needs enumValues/);
      await expectOk(
        call('PATCH', `/plans/${id}/entitlements/size`, { type: 'FEATURE', enumValues: ['small'] }),
      );
      expect(await publish(id)).toRefuse('BadUserInput', /dependencyFeatureId calls/);
      const parentPlanId = await create();
      await entitle(parentPlanId, feature('calls', { usageLimit: 3 }));
      await expectOk(publish(parentPlanId));
      await expectOk(update(id, { parentPlanId }));
      await expectOk(publish(id));
    });

    it('E11: credits of an addon may depend on a feature of the plan; those of a plan need a limit', async () => {
      const tokens = {
        type: 'CREDIT',
        id: 'tokens',
        amount: 5,
        cadence: 'MONTH',
        dependencyFeatureId: 'calls',
      };
      const addon = await createAddon();
      await expectOk(call('POST', `/addons/${addon}/entitlements`, { entitlements: [tokens] }));
      await expectOk(call('POST', `/addons/${addon}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
      const id = await create();
      await entitle(id, tokens, feature('calls', { hasUnlimitedUsage: true }));
      expect(await publish(id)).toRefuse('BadUserInput', /dependencyFeatureId calls/);
      const calls = `/plans/${id}/entitlements/calls`;
      await expectOk(call('PATCH', calls, { type: 'FEATURE', usageLimit: 5 }));
      await expectOk(publish(id));
    });

    it('F3, F9: activates NEW features and refuses those archived since', async () => {
      await createFeature(api, 'fresh', 'switch');
      const id = await create();
      await entitle(id, feature('fresh'));
      const status = async () => (await expectOk<Json>(call('GET', '/features/fresh')))['featureStatus'];
      expect(await status()).toBe('NEW');
      await expectOk(publish(id));
      expect(await status()).toBe('ACTIVE');
      await expectOk(draft(id));
      await app.dataSource.query(`update feature set feature_status = 'SUSPENDED' where id = 'fresh'`);
      expect(await publish(id)).toRefuse('EntityIsArchivedError', /fresh/);
    });

    it('F4: a value of a published plan cannot be removed from its feature, one of a draft can', async () => {
      await createFeature(api, 'shape', 'choice');
      const id = await create();
      await entitle(id, feature('shape', { enumValues: ['small'] }));
      const keep = (...names: string[]) =>
        call('PATCH', '/features/shape', {
          enumConfiguration: names.map((value) => ({ value, displayName: value })),
        });
      await expectOk(keep('small', 'medium'));
      await expectOk(publish(id));
      expect(await keep('medium')).toRefuse('IntegrityViolation', /small/);
      await expectOk(draft(id));
      await expectOk(call('DELETE', `/plans/${id}/entitlements/shape`));
      await expectOk(publish(id));
      expect(await keep('medium')).toRefuse('IntegrityViolation', /small/);
      await expectOk(keep('small'));
    });

    it('L6: tells no task while there is nobody to move, and records the new version', async () => {
      const id = await create();
      expect(await expectOk(publish(id, 'ALL_CUSTOMERS'))).toEqual({ taskId: null });
      const told = (await eventsAbout(app, id)).at(-1);
      expect(told).toMatchObject({
        type: 'plan.updated_new_version_published',
        entity_type: 'PLAN',
        payload: { migrationType: 'ALL_CUSTOMERS', plan: { id, versionNumber: 1, status: 'PUBLISHED' } },
      });
      expect(await publish(id, 'SOME')).toRefuse('BadUserInput', /migrationType/);
    });
  });

  describe('archiving (L9)', () => {
    it('takes the plan off the market and closes it to writes', async () => {
      const id = await createLive();
      expect(await expectOk(archive(id))).toMatchObject({ id, status: 'ARCHIVED', isLatest: true });
      expect((await eventsAbout(app, id)).at(-1)?.type).toBe('plan.deleted');
      for (const answer of [
        await archive(id),
        await draft(id),
        await discard(id),
        await publish(id),
        await update(id, { displayName: 'x' }),
      ]) {
        expect(answer).toRefuse('EntityIsArchivedError');
      }
      expect(await post(id)).toRefuse('DuplicatedEntityNotAllowed');
    });

    it('refuses a plan that was never published', async () => {
      expect(await archive(await create())).toRefuse('DraftPlanCantBeArchived');
    });

    it('refuses a plan from which another inherits, live or drafted', async () => {
      const parentPlanId = await createLive();
      const child = await create(nextId(), { parentPlanId });
      expect(await archive(parentPlanId)).toRefuse('PlanWithChildCantBeDeleted', new RegExp(child));
      await expectOk(publish(child));
      expect(await archive(parentPlanId)).toRefuse('PlanWithChildCantBeDeleted');
      await expectOk(archive(child));
      await expectOk(archive(parentPlanId));
    });

    it('refuses to discard a plan from which another inherits', async () => {
      const parentPlanId = await create();
      await create(nextId(), { parentPlanId });
      expect(await discard(parentPlanId)).toRefuse('PlanWithChildCantBeDeleted');
    });
  });
});
