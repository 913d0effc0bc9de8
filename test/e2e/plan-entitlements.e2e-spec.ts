import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type Method } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: catalog

describe('plan entitlements', () => {
  let app: TestApp;
  let planId: string;

  beforeAll(async () => {
    app = await createTestApp();
    await createProduct(app.a.api, 'main');
    await createFeature(app.a.api, 'flag', 'switch');
    await createFeature(app.a.api, 'storage', 'config');
    await createFeature(app.a.api, 'calls', 'metered');
    await createFeature(app.a.api, 'size', 'choice');
    for (const id of ['tokens', 'calls']) {
      await expectOk(call('POST', '/credits/custom-currencies', { id, displayName: id }));
    }
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    planId = newUid();
    await expectOk(
      call('POST', '/plans', { id: planId, displayName: 'Plan', productId: 'main', pricingType: 'FREE' }),
    );
  });

  const call = (method: Method, path: string, body?: unknown) => app.a.api.rest(method, path, body);
  const credit = (id: string, more: Json = {}) => ({
    type: 'CREDIT',
    id,
    amount: 10,
    cadence: 'MONTH',
    ...more,
  });
  const create = (...entitlements: Json[]) => call('POST', `/plans/${planId}/entitlements`, { entitlements });
  const list = (query = '') => expectOk<Json[]>(call('GET', `/plans/${planId}/entitlements${query}`));
  const update = (id: string, patch: Json) => call('PATCH', `/plans/${planId}/entitlements/${id}`, patch);
  const remove = (id: string, query = '') => call('DELETE', `/plans/${planId}/entitlements/${id}${query}`);
  const publish = () => call('POST', `/plans/${planId}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const ids = async (query = '') => (await list(query)).map(({ id }) => id);

  needsPermission({
    app: () => app,
    resource: 'plans',
    reads: [
      {
        rest: ['GET', '/plans/nobody/entitlements'],
        graphql: '{ planEntitlements(planId: "nobody") { __typename } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/plans/nobody/entitlements', { entitlements: [feature('flag')] }],
        graphql:
          'mutation { createPlanEntitlements(planId: "nobody", input: { entitlements: [{ feature: { id: "flag" } }] }) { __typename } }',
      },
      {
        rest: ['PATCH', '/plans/nobody/entitlements/flag', { type: 'FEATURE' }],
        graphql:
          'mutation { updatePlanEntitlement(planId: "nobody", id: "flag", input: { feature: { isGranted: true } }) { __typename } }',
      },
      {
        rest: ['DELETE', '/plans/nobody/entitlements/flag'],
        graphql: 'mutation { deletePlanEntitlement(planId: "nobody", id: "flag") { __typename } }',
      },
    ],
  });

  describe('creating', () => {
    it('E8: Override is for addons', async () => {
      expect(await create(feature('flag', { behavior: 'Override' }))).toRefuse(
        'CannotAddOverrideEntitlementToPlan',
        /entitlements\[0\]\.behavior/,
      );
      expect(await create(credit('tokens', { behavior: 'Override' }))).toRefuse(
        'CannotAddOverrideEntitlementToPlan',
      );
    });

    it('E5: new ones come after all others, a stated order stays', async () => {
      await expectOk(create(feature('flag', { order: 10 }), feature('calls', { usageLimit: 1 })));
      await expectOk(create(feature('size', { order: 0.5 }), feature('storage', { usageLimit: 1 })));
      expect((await list()).map(({ id, order }) => [id, order])).toEqual([
        ['size', 0.5],
        ['flag', 10],
        ['calls', 11],
        ['storage', 12],
      ]);
    });

    it('E10: equal places are told in the order of their creation', async () => {
      await expectOk(create(feature('size', { order: 1 }), feature('flag', { order: 1 })));
      app.clock.advance({ seconds: 1 });
      await expectOk(create(feature('calls', { order: 1 })));
      expect(await ids()).toEqual(['size', 'flag', 'calls']);
    });

    it('E3: a feature and a currency may share an id', async () => {
      await expectOk(create(feature('calls', { usageLimit: 1 }), credit('calls')));
      expect((await list()).map(({ type }) => type)).toEqual(['FEATURE', 'CREDIT']);
    });

    it('E11: amounts keep nine decimals and end at 10^15', async () => {
      const [told] = await expectOk<Json[]>(create(credit('tokens', { amount: 0.1234567895 })));
      expect(told?.['amount']).toBe(0.12345679);
      expect((await list())[0]?.['amount']).toBe(0.12345679);
      expect(await create(credit('calls', { amount: 1e15 + 1 }))).toRefuse('AmountTooLarge', /amount/);
      await expectOk(create(credit('calls', { amount: 1e15 })));
      expect((await list())[1]?.['amount']).toBe(1e15);
    });

    it('E11: the dependency feature is a NUMBER', async () => {
      expect(await create(credit('tokens', { dependencyFeatureId: 'flag' }))).toRefuse(
        'BadUserInput',
        /dependencyFeatureId/,
      );
    });

    it('E13: the 501st entitlement is FeatureConfigurationExceededLimitError, and nothing is stored', async () => {
      const prefix = newUid();
      const made = Array.from({ length: 501 }, (_, index) => `${prefix}-${index}`);
      const insert = `insert into feature (environment_id, uid, id, display_name, feature_type, meter_type, feature_status,
                        metadata, created_at, updated_at)
                      select $1, gen_random_uuid(), id, id, 'BOOLEAN', 'None', 'NEW', '{}', now(), now()
                        from unnest($2::text[]) as id`;
      await app.dataSource.query(insert, [app.a.environmentId, made]);
      expect(await create(...made.map((id) => feature(id)))).toRefuse(
        'FeatureConfigurationExceededLimitError',
      );
      expect(await list()).toEqual([]);
      await expectOk(create(...made.slice(1).map((id) => feature(id))));
      expect(await create(feature(made[0] as string))).toRefuse('FeatureConfigurationExceededLimitError');
      expect(await list()).toHaveLength(500);
    });

    it('two administrators who add at once are ordered: one adds, the other meets the conflict', async () => {
      const answers = await Promise.all([create(feature('flag')), create(feature('flag'))]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
      expect(await ids()).toEqual(['flag']);
    });
  });

  describe('changing', () => {
    it('E3: absent leaves what is stored, whatever default the contract states', async () => {
      const said = { usageLimit: 5, hasSoftLimit: true, description: 'text', isCustom: true, order: 7 };
      const [before] = await expectOk<Json[]>(create(feature('calls', said)));
      app.clock.advance({ minutes: 1 });
      const after = await expectOk<Json>(
        update('calls', { type: 'FEATURE', displayNameOverride: 'API calls' }),
      );
      const updatedAt = app.clock.now().toISOString();
      expect(after).toEqual({ ...before, displayNameOverride: 'API calls', updatedAt });
      expect(await list()).toEqual([after]);

      const [tokens] = await expectOk<Json[]>(create(credit('tokens', { hasSoftLimit: true })));
      expect(await expectOk(update('tokens', { type: 'CREDIT', amount: 3 }))).toEqual({
        ...tokens,
        amount: 3,
      });
    });

    it('E3: limit and unlimited usage replace each other', async () => {
      await expectOk(create(feature('calls', { usageLimit: 5, resetPeriod: 'MONTH' })));
      const unlimited = await expectOk<Json>(update('calls', { type: 'FEATURE', hasUnlimitedUsage: true }));
      expect(unlimited).toMatchObject({ usageLimit: null, hasUnlimitedUsage: true, resetPeriod: 'MONTH' });
      const limited = await expectOk<Json>(update('calls', { type: 'FEATURE', usageLimit: 9 }));
      expect(limited).toMatchObject({ usageLimit: 9, hasUnlimitedUsage: false });
      expect(await update('calls', { type: 'FEATURE', usageLimit: 9, hasUnlimitedUsage: true })).toRefuse(
        'BadUserInput',
      );
    });

    it('E3: a new reset period drops a configuration that no longer fits', async () => {
      const monthlyResetPeriodConfiguration = { accordingTo: 'StartOfTheMonth' };
      await expectOk(
        create(feature('calls', { usageLimit: 5, resetPeriod: 'MONTH', monthlyResetPeriodConfiguration })),
      );
      expect(await expectOk(update('calls', { type: 'FEATURE', resetPeriod: 'HOUR' }))).toMatchObject({
        resetPeriod: 'HOUR',
        resetPeriodConfiguration: null,
      });
      expect(await update('calls', { type: 'FEATURE', monthlyResetPeriodConfiguration })).toRefuse(
        'InvalidEntitlementResetPeriod',
      );
    });

    it('E6, E8: the merged record obeys the rules of a new one', async () => {
      await expectOk(create(feature('flag'), feature('size', { enumValues: ['small'] }), credit('tokens')));
      expect(await update('flag', { type: 'FEATURE', usageLimit: 1 })).toRefuse('BadUserInput');
      expect(await update('flag', { type: 'FEATURE', resetPeriod: 'DAY' })).toRefuse(
        'InvalidEntitlementResetPeriod',
      );
      expect(await update('flag', { type: 'FEATURE', behavior: 'Override' })).toRefuse(
        'CannotAddOverrideEntitlementToPlan',
      );
      expect(await update('size', { type: 'FEATURE', enumValues: ['huge'] })).toRefuse(
        'BadUserInput',
        /huge/,
      );
      expect(await update('tokens', { type: 'CREDIT', amount: 1e16 })).toRefuse('AmountTooLarge');
      expect(await update('tokens', { type: 'CREDIT', amount: null })).toRefuse('BadUserInput', /amount/);
      expect(await update('tokens', { type: 'CREDIT', dependencyFeatureId: 'nowhere' })).toRefuse(
        'FeatureNotFound',
      );
      expect(await update('tokens', { type: 'CREDIT', usageLimit: 5 })).toRefuse(
        'BadUserInput',
        /usageLimit/,
      );
      expect(await update('tokens', { type: 'CREDIT', id: 'calls' })).toRefuse('BadUserInput', /id/);
    });

    it('E3: the type in the body tells a feature and a currency of one id apart', async () => {
      await expectOk(create(feature('calls', { usageLimit: 1 }), credit('calls')));
      await expectOk(update('calls', { type: 'CREDIT', amount: 77 }));
      expect(await list()).toMatchObject([{ usageLimit: 1 }, { amount: 77 }]);
      expect(await update('calls', {})).toRefuse('BadUserInput', /type/);
      expect(await update('calls', { type: 'PROMOTION' })).toRefuse('BadUserInput', /type/);
    });

    it('E3: what the draft does not have is 404 by its type', async () => {
      expect(await update('flag', { type: 'FEATURE' })).toRefuse('FeatureNotFound');
      expect(await update('tokens', { type: 'CREDIT' })).toRefuse('CustomCurrencyNotFound');
      expect(await remove('flag')).toRefuse('FeatureNotFound');
      expect(await remove('tokens', '?type=credit')).toRefuse('CustomCurrencyNotFound');
    });

    it('changes the same over GraphQL', async () => {
      await expectOk(create(feature('calls', { usageLimit: 1 })));
      const document = `mutation($plan: String!, $input: EntitlementPatchInput!) {
        updatePlanEntitlement(planId: $plan, id: "calls", input: $input) ${everyField(app, 'PackageEntitlement')}
      }`;
      const change = (input: Json) => app.a.api.graphql(document, { plan: planId, input });
      const told = await expectOk(change({ feature: { usageLimit: 2 } }));
      expect([told]).toEqual(await list());
      expect(await change({ feature: {}, credit: {} })).toRefuse('BadUserInput', /exactly one/);
      expect(await change({})).toRefuse('BadUserInput', /exactly one/);
      expect(await change({ feature: { isGranted: null } })).toRefuse('BadUserInput', /isGranted/);
    });
  });

  describe('deleting', () => {
    it('E3: an id of a feature and a currency takes neither until the type is said', async () => {
      const created = await expectOk<Json[]>(create(feature('calls', { usageLimit: 1 }), credit('calls')));
      const refusal = /^type: .*calls.*\?type=FEATURE or \?type=CREDIT/;
      expect(await remove('calls')).toRefuse('BadUserInput', refusal);
      const document = `mutation($plan: String!) { deletePlanEntitlement(planId: $plan, id: "calls") {
        ... on PackageEntitlementFeature { id } } }`;
      expect(await app.a.api.graphql(document, { plan: planId })).toRefuse('BadUserInput', refusal);
      expect(await list()).toEqual(created);
    });

    it('E3: an id of one entitlement needs no type, and answers with what it took', async () => {
      const created = await expectOk<Json[]>(create(feature('calls', { usageLimit: 1 }), credit('tokens')));
      expect(await expectOk(remove('calls'))).toEqual(created[0]);
      expect(await expectOk(remove('tokens'))).toEqual(created[1]);
      expect(await remove('calls')).toRefuse('FeatureNotFound');
    });

    it('E3: ?type= chooses', async () => {
      await expectOk(create(feature('calls', { usageLimit: 1 }), credit('calls')));
      expect(await expectOk(remove('calls', '?type=CREDIT'))).toMatchObject({ type: 'CREDIT' });
      expect(await remove('calls', '?type=other')).toRefuse('BadUserInput', /type/);
      const document = `mutation($plan: String!) { deletePlanEntitlement(planId: $plan, id: "calls", type: FEATURE) {
        ... on PackageEntitlementFeature { id } } }`;
      expect(await expectOk(app.a.api.graphql(document, { plan: planId }))).toEqual({ id: 'calls' });
      expect(await list()).toEqual([]);
    });
  });

  describe('the draft and what is live', () => {
    beforeEach(async () => {
      await expectOk(create(feature('flag'), feature('calls', { usageLimit: 5 })));
      await expectOk(publish());
    });

    it('L4: without a draft nothing is edited', async () => {
      expect(await create(feature('size'))).toRefuse('CannotEditPackageInNonDraftMode');
      expect(await update('flag', { type: 'FEATURE', isGranted: false })).toRefuse(
        'CannotEditPackageInNonDraftMode',
      );
      expect(await update('nowhere', { type: 'FEATURE' })).toRefuse('CannotEditPackageInNonDraftMode');
      expect(await remove('flag')).toRefuse('CannotEditPackageInNonDraftMode');
      expect(await ids()).toEqual(['flag', 'calls']);
    });

    it('L3, L5: the draft is a full copy, told first, and leaves the live version untouched', async () => {
      const live = await list();
      await expectOk(call('POST', `/plans/${planId}/draft`));
      expect(await list()).toEqual(live);
      await expectOk(remove('flag'));
      await expectOk(update('calls', { type: 'FEATURE', usageLimit: 6 }));
      expect(await list()).toMatchObject([{ id: 'calls', usageLimit: 6 }]);
      expect(await list('?version=1')).toEqual(live);
      expect(await list('?status=published')).toEqual(live);
      expect(await ids('?status=DRAFT')).toEqual(['calls']);
      await expectOk(call('DELETE', `/plans/${planId}/draft`));
      expect(await list()).toEqual(live);
      expect(await call('GET', `/plans/${planId}/entitlements?status=draft`)).toRefuse(
        'PlanNotFound',
        /DRAFT/,
      );
      expect(await call('GET', `/plans/${planId}/entitlements?version=2`)).toRefuse('PlanNotFound', /2/);
      expect(await call('GET', `/plans/${planId}/entitlements?version=0`)).toRefuse(
        'BadUserInput',
        /version/,
      );
    });

    it('the list is whole, in the envelope of its contract', async () => {
      const answer = await call('GET', `/plans/${planId}/entitlements`);
      expect(answer.body).toEqual({ data: await list(), pagination: { next: null, prev: null } });
      expect(await call('GET', `/plans/${planId}/entitlements?limit=1`)).toRefuse('BadUserInput', /limit/);
    });

    it('EntityIsArchivedError once the plan is archived', async () => {
      await expectOk(call('POST', `/plans/${planId}/archive`));
      expect(await create(feature('size'))).toRefuse('EntityIsArchivedError');
      expect(await update('flag', { type: 'FEATURE' })).toRefuse('EntityIsArchivedError');
      expect(await remove('flag')).toRefuse('EntityIsArchivedError');
      expect(await ids()).toEqual(['flag', 'calls']);
    });
  });
});
