import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createFeature, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { answerAfter } from '../support/held-row';
import { grant, grantAll, pathOf } from '../support/promotions';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: entitlements-usage

const inputOf = (promotionalEntitlements: Json[]) => ({ promotionalEntitlements });

describe('promotional entitlements', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const to of [app.a.api, app.b.api]) await createFeature(to, 'sso', 'switch');
    await createFeature(api, 'first', 'switch');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'projects', 'config');
    await createFeature(api, 'size', 'choice');
    await createFeature(api, 'gone', 'switch');
    await expectOk(api.rest('POST', '/features/gone/archive'));
  });
  afterAll(() => app.close());

  const customer = async (): Promise<string> => {
    const id = `customer-${made++}`;
    await createCustomer(api, id);
    return id;
  };
  const read = async (id: string, query = '') =>
    (await expectPage<Json>(api.rest('GET', pathOf(id, query)))).data;
  const grantOverGraphql = (id: string, grants: Json[]) =>
    api.graphql(
      `mutation($id: String!, $input: GrantPromotionalEntitlementsInput!) {
        grantPromotionalEntitlements(customerId: $id, input: $input) ${everyField(app, 'PromotionalEntitlement')} }`,
      { id, input: inputOf(grants) },
    );

  behavesAsList({
    app: () => app,
    path: pathOf('lister'),
    field: 'promotionalEntitlements',
    of: 'customerId: "lister"',
    create: async (to, index) => {
      if (index === 0) await to.rest('POST', '/customers', { id: 'lister' });
      await createFeature(to, `list-${index}`, 'switch');
      // Those of a week are over when the list is asked for Expired ones.
      const isShort = index % 2 === 1;
      app.clock.travelTo(isShort ? '2026-03-01T00:00:00.000Z' : '2026-03-04T15:30:00.000Z');
      const more = isShort ? { period: 'custom', customEndDate: '2026-03-01T00:00:01.000Z' } : {};
      const { id } = await grant(to, 'lister', `list-${index}`, more);
      app.clock.reset();
      return id as string;
    },
    filter: { query: 'status=expired', graphql: 'status: [Expired]' },
  });
  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      if ((await to.rest('GET', '/features/sso')).status === 404) await createFeature(to, 'sso', 'switch');
      await createCustomer(to, id);
      return grant(to, id, 'sso');
    },
    read: (from, id) => expectOk(from.rest('GET', pathOf(id))),
    routes: [
      ['GET', (id) => pathOf(id)],
      ['POST', (id) => pathOf(id), inputOf([{ featureId: 'sso', period: 'lifetime' }])],
      ['DELETE', (id) => pathOf(id, '/sso')],
    ],
    documents: [
      'query($id: String!) { promotionalEntitlements(customerId: $id) { totalCount } }',
      `mutation($id: String!) { grantPromotionalEntitlements(customerId: $id, input: {
         promotionalEntitlements: [{ featureId: "sso", period: lifetime }] }) { id } }`,
      'mutation($id: String!) { revokePromotionalEntitlement(customerId: $id, featureId: "sso") { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'promotionalEntitlements',
    reads: [
      {
        rest: ['GET', pathOf('nobody')],
        graphql: '{ promotionalEntitlements(customerId: "nobody") { totalCount } }',
      },
    ],
    writes: [
      {
        rest: ['POST', pathOf('nobody'), inputOf([])],
        graphql:
          'mutation { grantPromotionalEntitlements(customerId: "nobody", input: { promotionalEntitlements: [] }) { id } }',
      },
      {
        rest: ['DELETE', pathOf('nobody', '/sso')],
        graphql: 'mutation { revokePromotionalEntitlement(customerId: "nobody", featureId: "sso") { id } }',
      },
    ],
  });

  describe('granting', () => {
    beforeEach(() => app.clock.reset());

    const monthly = {
      featureId: 'calls',
      period: '1 month',
      usageLimit: 800,
      hasSoftLimit: true,
      resetPeriod: 'WEEK',
      weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' },
      isVisible: false,
    };

    it('M1, M2: tells what was given, from now on, the same through both doors', async () => {
      const id = await customer();
      const now = app.clock.now().toISOString();
      const [told] = (await expectOk<Json[]>(grantAll(api, id, [monthly]))) as [Json];
      expect(told).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        createdAt: now,
        updatedAt: now,
        description: null,
        startDate: now,
        endDate: '2026-04-04T15:30:00.000Z',
        enumValues: null,
        environmentId: app.a.environmentId,
        featureGroupIds: null,
        featureId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        featureRefId: 'calls',
        hasSoftLimit: true,
        hasUnlimitedUsage: false,
        isVisible: false,
        period: '1 month',
        resetPeriod: 'WEEK',
        resetPeriodConfiguration: { accordingTo: 'EveryMonday' },
        status: 'Active',
        usageLimit: 800,
      });
      expect(await read(id)).toEqual([told]);
      const other = await customer();
      const period = '_1_month';
      const [alike] = await expectOk<Json[]>(grantOverGraphql(other, [{ ...monthly, period }]));
      expect(alike).toEqual({ ...told, id: alike?.['id'], period });
    });

    it('M1: takes every key of the contract as null, and none of them', async () => {
      const id = await customer();
      const nothing = Object.fromEntries(
        ['customEndDate', 'enumValues', 'hasSoftLimit', 'hasUnlimitedUsage', 'isVisible', 'usageLimit']
          .concat(['monthlyResetPeriodConfiguration', 'weeklyResetPeriodConfiguration'])
          .concat(['yearlyResetPeriodConfiguration', 'resetPeriod'])
          .map((key) => [key, null]),
      );
      const first = await grant(api, id, 'sso', nothing);
      const second = await grant(api, id, 'sso');
      expect({ ...second, updatedAt: first['updatedAt'] }).toEqual(first);
      expect(first).toMatchObject({ isVisible: true, usageLimit: null, endDate: null, hasSoftLimit: false });
      expect(await expectOk(grantAll(api, id, []))).toEqual([]);
    });

    it.each<[string, Json, Parameters<jest.Matchers<void>['toRefuse']>[0], RegExp]>([
      ['a negative limit', { featureId: 'calls', usageLimit: -1 }, 'BadUserInput', /usageLimit/],
      ['a limit of a switch', { usageLimit: 1 }, 'BadUserInput', /usageLimit: feature sso/],
      ['a switch without end', { hasUnlimitedUsage: true }, 'BadUserInput', /hasUnlimitedUsage/],
      ['values of a switch', { enumValues: ['small'] }, 'BadUserInput', /enumValues/],
      ['no number', { featureId: 'projects' }, 'BadUserInput', /usageLimit or hasUnlimitedUsage/],
      ['no limit', { featureId: 'seats', hasSoftLimit: true }, 'BadUserInput', /usageLimit or/],
      ['no values', { featureId: 'size' }, 'BadUserInput', /enumValues/],
      ['an empty list', { featureId: 'size', enumValues: [] }, 'BadUserInput', /enumValues/],
      ['an unknown value', { featureId: 'size', enumValues: ['huge'] }, 'BadUserInput', /huge/],
      [
        'a soft number',
        { featureId: 'projects', usageLimit: 1, hasSoftLimit: true },
        'BadUserInput',
        /hasSoftLimit/,
      ],
      [
        'both limits',
        { featureId: 'calls', usageLimit: 1, hasUnlimitedUsage: true },
        'BadUserInput',
        /exclude each other/,
      ],
      [
        'a reset of a level',
        { featureId: 'seats', usageLimit: 1, resetPeriod: 'MONTH' },
        'InvalidEntitlementResetPeriod',
        /resetPeriod/,
      ],
      [
        'a reset that does not fit',
        {
          featureId: 'calls',
          usageLimit: 1,
          resetPeriod: 'WEEK',
          monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' },
        },
        'InvalidEntitlementResetPeriod',
        /monthlyResetPeriodConfiguration/,
      ],
      [
        'a limit past counting',
        { featureId: 'calls', usageLimit: 2 ** 53 },
        'EntitlementUsageOutOfRangeError',
        /usageLimit/,
      ],
      ['a custom period without end', { period: 'custom' }, 'InvalidArgumentError', /is required/],
      [
        'an end that is over',
        { period: 'custom', customEndDate: '2026-03-04T15:30:00.000Z' },
        'InvalidArgumentError',
        /future/,
      ],
      [
        'an end beside a period',
        { period: '1 year', customEndDate: '2026-12-31T00:00:00.000Z' },
        'BadUserInput',
        /customEndDate is for period custom/,
      ],
      ['an unknown feature', { featureId: 'nothing' }, 'FeatureNotFound', /Feature nothing/],
      ['an archived feature', { featureId: 'gone' }, 'EntityIsArchivedError', /Feature gone/],
      ['a feature twice', { featureId: 'first' }, 'DuplicatedEntityNotAllowed', /first stands twice/],
    ])(
      'M1, M2: refuses %s through both doors, names the element and grants nothing',
      async (_, wrong, ...refusal) => {
        const id = await customer();
        const grants: Json[] = [
          { featureId: 'first', period: 'lifetime' },
          { featureId: 'sso', period: 'lifetime', ...wrong },
        ];
        const [code, message] = refusal;
        const answer = await grantAll(api, id, grants);
        expect(answer).toRefuse(code, message);
        expect((answer.body as Json)['message']).toMatch(/^promotionalEntitlements\[1\]/);
        const spelled = grants.map((each) => ({
          ...each,
          period: String(each['period']).replace(/^(\d) /, '_$1_'),
        }));
        const told = await grantOverGraphql(id, spelled);
        expect(told).toRefuse(code, message);
        expect(await read(id)).toEqual([]);
      },
    );

    it('refuses feature groups, which are not built', async () => {
      const grants = [{ featureId: 'sso', period: 'lifetime', featureGroupIds: ['group'] }];
      expect(await grantAll(api, await customer(), grants)).toRefuse(
        'UnsupportedParameter',
        /featureGroupIds/,
      );
    });

    it('refuses unknown and archived customers, before it looks at what is granted', async () => {
      const grants = [{ featureId: 'nothing', period: 'lifetime' }];
      expect(await grantAll(api, 'nobody', grants)).toRefuse('CustomerNotFound');
      const id = await customer();
      await expectOk(api.rest('POST', `/customers/${id}/archive`));
      expect(await grantAll(api, id, grants)).toRefuse('EntityIsArchivedError', /Customer/);
      expect(await grantOverGraphql(id, grants)).toRefuse('EntityIsArchivedError', /Customer/);
    });

    it('catalog F3: a new feature is in use from then on', async () => {
      await createFeature(api, 'fresh', 'switch');
      await grant(api, await customer(), 'fresh');
      const { featureStatus } = await expectOk<Json>(api.rest('GET', '/features/fresh'));
      expect(featureStatus).toBe('ACTIVE');
    });

    it('catalog F9: who grants waits for who archives the feature or takes a value away, and finds it so', async () => {
      await createFeature(api, 'raced', 'choice');
      const id = await customer();
      const after = (change: string) =>
        answerAfter(
          app.databaseUrl,
          [`update feature set ${change} where environment_id = '${app.a.environmentId}' and id = 'raced'`],
          () => grantAll(api, id, [{ featureId: 'raced', period: 'lifetime', enumValues: ['large'] }]),
        );
      const small = [{ value: 'small', displayName: 'Small' }];
      const change = `feature_status = 'ACTIVE', enum_configuration = '${JSON.stringify(small)}'`;
      expect(await after(change)).toRefuse('BadUserInput', /"large" is no value/);
      expect(await after(`feature_status = 'SUSPENDED'`)).toRefuse('EntityIsArchivedError');
    });

    it('catalog F4: a value that a running promotion grants cannot be removed', async () => {
      await createFeature(api, 'tier', 'choice');
      const id = await customer();
      await grant(api, id, 'tier', { enumValues: ['large'], period: '1 week' });
      const without = (value: string) => ({
        enumConfiguration: ['small', 'medium', 'large']
          .filter((each) => each !== value)
          .map((each) => ({ value: each, displayName: each })),
      });
      const remove = (value: string) => api.rest('PATCH', '/features/tier', without(value));
      expect(await remove('large')).toRefuse('IntegrityViolation', /promotional entitlement grants large/);
      await expectOk(remove('medium'));
      app.clock.advance({ days: 7 });
      await expectOk(remove('large'));
    });

    it('catalog F9: who was given a feature keeps it when it is archived, and it cannot be deleted', async () => {
      await createFeature(api, 'kept', 'switch');
      const id = await customer();
      await grant(api, id, 'kept');
      expect(await api.rest('DELETE', '/features/kept')).toRefuse('CannotDeleteFeatureError', /promotional/);
      await expectOk(api.rest('POST', '/features/kept/archive'));
      expect(await read(id)).toMatchObject([{ featureRefId: 'kept', status: 'Active' }]);
    });
  });
});
