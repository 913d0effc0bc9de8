import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createPlan,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type RestAnswer } from '../support/client';
import { eventsAbout } from '../support/events';
import { answerAfter } from '../support/held-row';

/** Domain: catalog F3, F4, F9 */
describe('the life of a feature', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
  });
  afterAll(() => app.close());

  const turn = (id: string, verb: 'archive' | 'unarchive') => api.rest('POST', `/features/${id}/${verb}`);
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/features/${id}`));
  const update = (id: string, body: Json) => api.rest('PATCH', `/features/${id}`, body);
  const remove = (id: string) => api.rest('DELETE', `/features/${id}`);
  const publish = (id: string) =>
    api.rest('POST', `/plans/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const entitle = (planId: string, ...entitlements: Json[]) =>
    api.rest('POST', `/plans/${planId}/entitlements`, { entitlements });

  const meanwhile = (statement: string, request: () => Promise<RestAnswer>) =>
    answerAfter(app.databaseUrl, [statement], request);

  describe('activation', () => {
    it('F3: the first publication makes it ACTIVE, a new state that is told and logged', async () => {
      await createFeature(api, 'fresh', 'switch');
      const tag = (await api.rest('GET', '/features/fresh')).headers.get('etag') ?? '';
      await publishPlan(api, { id: 'activating', productId: 'main', entitlements: [feature('fresh')] });
      expect(await get('fresh')).toMatchObject({ featureStatus: 'ACTIVE' });
      const stale = await api.rest('PATCH', '/features/fresh', { displayName: 'x' }, { 'if-match': tag });
      expect(stale).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
      expect((await eventsAbout(app, 'fresh')).at(-1)).toMatchObject({
        type: 'feature.updated',
        payload: { feature: { featureStatus: 'ACTIVE' } },
      });
      const log = await expectPage(api.rest('GET', '/activity?entityType=FEATURE&entityId=fresh&limit=1'));
      expect(log.data[0]).toMatchObject({
        before: { featureStatus: 'NEW' },
        after: { featureStatus: 'ACTIVE' },
      });
    });

    it('F3: a second publication does not tell it again', async () => {
      await createFeature(api, 'again', 'switch');
      for (const id of ['first-of-two', 'second-of-two']) {
        await publishPlan(api, { id, productId: 'main', entitlements: [feature('again')] });
      }
      expect((await eventsAbout(app, 'again')).map(({ type }) => type)).toEqual([
        'feature.created',
        'feature.updated',
      ]);
    });
  });

  describe('archive', () => {
    it('F3, F9: suspends a feature, once, and unarchive makes it ACTIVE', async () => {
      await createFeature(api, 'retired', 'switch');
      expect(await turn('retired', 'unarchive')).toRefuse('BadUserInput', /not archived/);
      expect(await expectOk(turn('retired', 'archive'))).toMatchObject({ featureStatus: 'SUSPENDED' });
      expect(await turn('retired', 'archive')).toRefuse('EntityIsArchivedError', /unarchive it first/);
      expect(await update('retired', { displayName: 'x' })).toRefuse('EntityIsArchivedError');
      expect(await expectOk(turn('retired', 'unarchive'))).toMatchObject({ featureStatus: 'ACTIVE' });
      await expectOk(update('retired', { displayName: 'x' }));
      expect((await eventsAbout(app, 'retired')).map(({ type }) => type)).toEqual([
        'feature.created',
        'feature.deleted',
        'feature.updated',
        'feature.updated',
      ]);
    });

    it('F9: through GraphQL too', async () => {
      await createFeature(api, 'retired-by-graphql', 'switch');
      const call = (verb: string) =>
        api.graphql(`mutation { ${verb}Feature(id: "retired-by-graphql") { featureStatus } }`);
      expect(await expectOk(call('archive'))).toEqual({ featureStatus: 'SUSPENDED' });
      expect(await call('archive')).toRefuse('EntityIsArchivedError');
      expect(await expectOk(call('unarchive'))).toEqual({ featureStatus: 'ACTIVE' });
    });

    it('F9: is refused while a live plan or addon grants it, or credits depend on it, and names them', async () => {
      for (const id of ['granted', 'multiplier']) await createFeature(api, id, 'config');
      await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
      const granted = feature('granted', { usageLimit: 1 });
      await publishPlan(api, { id: 'seller', productId: 'main', entitlements: [granted] });
      const credits = {
        type: 'CREDIT',
        id: 'tokens',
        amount: 1,
        cadence: 'MONTH',
        dependencyFeatureId: 'multiplier',
      };
      await publishAddon(api, { id: 'extra', productId: 'main', entitlements: [granted, credits] });
      const code = 'CannotArchiveFeatureError';
      expect(await turn('granted', 'archive')).toRefuse(code, /Addon extra, Plan seller/);
      expect(await turn('multiplier', 'archive')).toRefuse(code, /Addon extra/);
      expect(await get('granted')).toMatchObject({ featureStatus: 'ACTIVE' });
      await expectOk(api.rest('POST', '/addons/extra/archive'));
      expect(await turn('granted', 'archive')).toRefuse(code, /on Plan seller;/);
      // First publish versions without it.
      await expectOk(api.rest('POST', '/plans/seller/draft'));
      await expectOk(api.rest('DELETE', '/plans/seller/entitlements/granted'));
      expect(await turn('granted', 'archive')).toRefuse(code, /Plan seller/);
      await expectOk(publish('seller'));
      await expectOk(turn('granted', 'archive'));
      await expectOk(turn('multiplier', 'archive'));
    });

    it('F9: a draft does not keep it, and cannot be published with it', async () => {
      await createFeature(api, 'drafted', 'switch');
      await createPlan(api, { id: 'draft-only', productId: 'main' });
      await expectOk(entitle('draft-only', feature('drafted')));
      await expectOk(turn('drafted', 'archive'));
      expect(await publish('draft-only')).toRefuse('EntityIsArchivedError', /drafted/);
      expect(await entitle('draft-only', feature('drafted'))).toRefuse('EntityIsArchivedError', /drafted/);
    });

    it('F9, entitlements-usage G7: who has it keeps it, and nothing new grants it', async () => {
      await createFeature(api, 'kept', 'switch');
      await publishPlan(api, { id: 'keeper', productId: 'main', entitlements: [feature('kept')] });
      await createCustomer(api, 'holder');
      await subscribe(api, 'holder', 'keeper');
      await expectOk(api.rest('POST', '/plans/keeper/archive'));
      await expectOk(turn('kept', 'archive'));
      expect(await check(api, 'holder', 'featureId=kept')).toMatchObject({
        isGranted: true,
        feature: { featureStatus: 'SUSPENDED' },
      });
      await publishPlan(api, { id: 'custom-without', productId: 'main', pricingType: 'CUSTOM' });
      await createCustomer(api, 'late');
      const values = { customerId: 'late', planId: 'custom-without', entitlements: [feature('kept')] };
      expect(await api.rest('POST', '/subscriptions', values)).toRefuse('EntityIsArchivedError', /kept/);
    });

    it('F9: a publication waits for who archives a feature of it, and is refused then', async () => {
      await createFeature(api, 'raced', 'switch', { featureStatus: 'ACTIVE' });
      await createPlan(api, { id: 'racing', productId: 'main' });
      await expectOk(entitle('racing', feature('raced')));
      const archived = `update feature set feature_status = 'SUSPENDED' where id = 'raced'`;
      expect(await meanwhile(archived, () => publish('racing'))).toRefuse('EntityIsArchivedError', /raced/);
    });

    it('F4: a publication waits for who takes a value away, and is refused then', async () => {
      await createFeature(api, 'sizes', 'choice', { featureStatus: 'ACTIVE' });
      await createPlan(api, { id: 'sizing', productId: 'main' });
      await expectOk(entitle('sizing', feature('sizes', { enumValues: ['small'] })));
      const changed = `update feature set enum_configuration = '[{"value":"large","displayName":"L"}]' where id = 'sizes'`;
      expect(await meanwhile(changed, () => publish('sizing'))).toRefuse('BadUserInput', /small/);
    });
  });

  it('F4: a value that only a former version grants is in use, subscriptions may stand on it', async () => {
    await createFeature(api, 'shape', 'choice');
    const entitlements = [feature('shape', { enumValues: ['small'] })];
    await publishPlan(api, { id: 'shaped', productId: 'main', entitlements });
    await createCustomer(api, 'shaped-customer');
    await subscribe(api, 'shaped-customer', 'shaped');
    await expectOk(api.rest('POST', '/plans/shaped/draft'));
    await expectOk(
      api.rest('PATCH', '/plans/shaped/entitlements/shape', { type: 'FEATURE', enumValues: ['large'] }),
    );
    await expectOk(publish('shaped'));
    const keep = (...values: string[]) =>
      update('shape', { enumConfiguration: values.map((value) => ({ value, displayName: value })) });
    expect(await keep('medium', 'large')).toRefuse('IntegrityViolation', /small/);
    await expectOk(keep('small', 'large'));
  });

  it('F6: a change of the name alone asks nothing about the unit transformation', async () => {
    await createFeature(api, 'divided', 'metered', { unitTransformation: { divide: 10 } });
    await publishPlan(api, { id: 'dividing', productId: 'main', entitlements: [calls('divided')] });
    await createCustomer(api, 'divided-customer');
    await subscribe(api, 'divided-customer', 'dividing');
    await expectOk(update('divided', { displayName: 'Renamed' }));
    await expectOk(update('divided', { unitTransformation: { divide: 10, round: 'UP' } }));
    expect(await update('divided', { unitTransformation: { divide: 10, round: 'DOWN' } })).toRefuse(
      'CannotUpdateUnitTransformationError',
    );
  });

  describe('delete', () => {
    it('F9: removes what nothing refers to, answers its id and frees it', async () => {
      await createFeature(api, 'unused', 'switch');
      expect(await expectOk(remove('unused'))).toEqual({ id: 'unused' });
      expect(await api.rest('GET', '/features/unused')).toRefuse('FeatureNotFound', /unused/);
      await createFeature(api, 'unused', 'metered');
      const answer = await expectOk(api.graphql('mutation { deleteFeature(id: "unused") { id } }'));
      expect(answer).toEqual({ id: 'unused' });
      const events = await eventsAbout(app, 'unused');
      expect(events.map(({ type }) => type)).toEqual([
        'feature.created',
        'feature.deleted',
        'feature.created',
        'feature.deleted',
      ]);
      expect(events[1]).toMatchObject({ payload: { feature: { id: 'unused', featureType: 'BOOLEAN' } } });
      const log = await expectPage(api.rest('GET', '/activity?entityId=unused&type=feature.deleted'));
      expect(log.data[0]).toMatchObject({ before: { id: 'unused' }, after: null });
    });

    it('F9: an archived feature too', async () => {
      await createFeature(api, 'archived-unused', 'switch');
      await expectOk(turn('archived-unused', 'archive'));
      await expectOk(remove('archived-unused'));
    });

    const code = 'CannotDeleteFeatureError';

    it('F9: is refused while a draft refers to it', async () => {
      await createFeature(api, 'in-draft', 'switch');
      await createPlan(api, { id: 'drafting', productId: 'main' });
      await expectOk(entitle('drafting', feature('in-draft')));
      expect(await remove('in-draft')).toRefuse(code, /package entitlement refers to it; archive it instead/);
      await expectOk(api.rest('DELETE', '/plans/drafting/entitlements/in-draft'));
      await expectOk(remove('in-draft'));
    });

    it('F9: is refused while a former version of an archived plan refers to it', async () => {
      await createFeature(api, 'in-former', 'switch');
      await publishPlan(api, { id: 'former', productId: 'main', entitlements: [feature('in-former')] });
      await expectOk(api.rest('POST', '/plans/former/draft'));
      await expectOk(api.rest('DELETE', '/plans/former/entitlements/in-former'));
      await expectOk(publish('former'));
      await expectOk(api.rest('POST', '/plans/former/archive'));
      expect(await remove('in-former')).toRefuse(code, /package entitlement/);
    });

    it('F9: is refused while credits depend on it', async () => {
      await createFeature(api, 'in-credits', 'config');
      await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'points', displayName: 'Points' }));
      await createPlan(api, { id: 'crediting', productId: 'main' });
      const credits = { type: 'CREDIT', id: 'points', amount: 1, cadence: 'MONTH' };
      await expectOk(entitle('crediting', { ...credits, dependencyFeatureId: 'in-credits' }));
      expect(await remove('in-credits')).toRefuse(code, /package entitlement/);
    });

    it('F9: is refused while a group holds it', async () => {
      await createFeature(api, 'in-group', 'switch');
      const group = { id: 'holding', displayName: 'Holding', featureIds: ['in-group'] };
      await expectOk(api.rest('POST', '/feature-groups', group));
      expect(await remove('in-group')).toRefuse(code, /feature group member/);
      await expectOk(api.rest('DELETE', '/feature-groups/holding'));
      await expectOk(remove('in-group'));
    });

    it('F9: is refused for good once a subscription had a value of its own for it', async () => {
      await createFeature(api, 'overridden', 'gauge');
      await publishPlan(api, { id: 'overriding', productId: 'main', pricingType: 'CUSTOM' });
      await createCustomer(api, 'overrider');
      const entitlements = [feature('overridden', { usageLimit: 5 })];
      const { id } = await subscribe(api, 'overrider', 'overriding', { entitlements });
      expect(await remove('overridden')).toRefuse(code, /subscription has a value of its own/);
      await report(api, 'overrider', 'overridden', 1);
      await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`));
      expect(await remove('overridden')).toRefuse(code, /subscription/);
    });

    it('F9: who names it in a subscription waits for who deletes it, and does not find it then', async () => {
      await createFeature(api, 'vanishing', 'gauge');
      await publishPlan(api, { id: 'vanishing-plan', productId: 'main', pricingType: 'CUSTOM' });
      await createCustomer(api, 'surprised');
      const values = {
        customerId: 'surprised',
        planId: 'vanishing-plan',
        entitlements: [feature('vanishing', { usageLimit: 5 })],
      };
      const deleted = `delete from feature where id = 'vanishing'`;
      expect(await meanwhile(deleted, () => api.rest('POST', '/subscriptions', values))).toRefuse(
        'FeatureNotFound',
        /vanishing/,
      );
    });
  });
});

const calls = (id: string): Json =>
  feature(id, {
    usageLimit: 10,
    resetPeriod: 'MONTH',
    monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
  });
