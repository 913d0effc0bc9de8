import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type GraphqlAnswer, type RestAnswer } from '../support/client';
import { everyField } from '../support/graphql-selection';

/** The decision table of `POST /addons/{addonId}/entitlements`, for both kinds of package. Domain: catalog E15 */
describe.each([
  { path: '/addons', noun: 'addon', Noun: 'Addon', unknown: 'AddonNotFound' },
  { path: '/plans', noun: 'plan', Noun: 'Plan', unknown: 'PlanNotFound' },
] as const)('entitlements of $noun drafts: the decision table', ({ path, noun, Noun, unknown }) => {
  let app: TestApp;
  let api: ApiClient;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'flag', 'switch');
    await createFeature(api, 'storage', 'config');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'size', 'choice');
    await createFeature(api, 'gone', 'switch');
    await createCurrency('tokens');
    await createCurrency('spent');
    await app.dataSource.query(`update feature set feature_status = 'SUSPENDED' where id = 'gone'`);
    await app.dataSource.query(`update custom_currency set archived_at = now() where id = 'spent'`);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = await createDraft();
  });

  const createCurrency = (id: string) =>
    expectOk(api.rest('POST', '/credits/custom-currencies', { id, displayName: id }));
  const createDraft = async (more: Json = {}): Promise<string> => {
    const newId = newUid();
    const body = { id: newId, displayName: newId, productId: 'main', pricingType: 'FREE', ...more };
    await expectOk(api.rest('POST', path, body));
    return newId;
  };
  const feature = (ref: string, more: Json = {}): Json => ({ type: 'FEATURE', id: ref, ...more });
  const credit = (ref: string, more: Json = {}): Json => ({
    type: 'CREDIT',
    id: ref,
    amount: 10,
    cadence: 'MONTH',
    ...more,
  });

  const overRest = (entitlements: unknown, to = id): Promise<RestAnswer> =>
    api.rest('POST', `${path}/${to}/entitlements`, { entitlements });
  const overGraphql = (entitlements: Json[], to = id): Promise<GraphqlAnswer> => {
    const document = `mutation($to: String!, $input: Create${Noun}EntitlementsInput!) {
      create${Noun}Entitlements(${noun}Id: $to, input: $input) ${everyField(app, 'PackageEntitlement')}
    }`;
    const wrapped = entitlements.map(({ type, ...rest }) => ({ [String(type).toLowerCase()]: rest }));
    return api.graphql(document, { to, input: { entitlements: wrapped } });
  };
  const throughBoth = async (entitlements: Json[], to = id) => [
    await overRest(entitlements, to),
    await overGraphql(entitlements, to),
  ];
  type Code = Parameters<jest.Matchers<void>['toRefuse']>[0];
  const expectRefused = async (code: Code, entitlements: Json[], to = id): Promise<void> => {
    for (const answer of await throughBoth(entitlements, to)) expect(answer).toRefuse(code);
  };
  const stored = (of = id) => expectOk<Json[]>(api.rest('GET', `${path}/${of}/entitlements`));

  it('E15 row 1: FEATURE and CREDIT come back in the order of the request with every field', async () => {
    const now = app.clock.now().toISOString();
    const created = await overRest([credit('tokens', { dependencyFeatureId: 'seats' }), feature('flag')]);
    expect(created.status).toBe(201);
    const common = {
      description: null,
      isGranted: true,
      isCustom: null,
      behavior: 'Increment',
      hiddenFromWidgets: [],
      displayNameOverride: null,
      hasSoftLimit: false,
      createdAt: now,
      updatedAt: now,
    };
    const tokens = {
      id: 'tokens',
      type: 'CREDIT',
      amount: 10,
      cadence: 'MONTH',
      dependencyFeatureId: 'seats',
    };
    const nothing = { usageLimit: null, hasUnlimitedUsage: false, enumValues: null };
    const noReset = { resetPeriod: null, resetPeriodConfiguration: null };
    expect(created.body).toEqual({
      data: [
        { ...common, ...tokens, order: 1 },
        { ...common, id: 'flag', type: 'FEATURE', ...nothing, ...noReset, order: 2 },
      ],
    });
    expect(await stored()).toEqual((created.body as { data: Json[] }).data);
  });

  it('E15 row 1: GraphQL creates and tells the same', async () => {
    const answer = await overGraphql([feature('calls', { usageLimit: 5 }), credit('tokens')]);
    const told = await expectOk<Json[]>(Promise.resolve(answer));
    const [calls, tokens] = await stored();
    expect(told).toEqual([calls, tokens]);
  });

  it('E15 row 2: an empty list, none, or no list is BadUserInput', async () => {
    for (const entitlements of [[], undefined, null, {}, 'flag', 5]) {
      expect(await overRest(entitlements)).toRefuse('BadUserInput', /^entitlements /);
    }
    expect(await overRest([null])).toRefuse('BadUserInput');
    expect(await overRest([[]])).toRefuse('BadUserInput');
    expect(await overGraphql([])).toRefuse('BadUserInput', /^entitlements /);
  });

  it('E15 row 3: an extra key in the body or in an element is BadUserInput', async () => {
    const body = { entitlements: [feature('flag')], extra: 1 };
    expect(await api.rest('POST', `${path}/${id}/entitlements`, body)).toRefuse('BadUserInput', /extra/);
    expect(await overRest([feature('flag', { extra: 1 })])).toRefuse(
      'BadUserInput',
      /entitlements\[0\]\.extra/,
    );
    expect(
      await overRest([
        feature('calls', {
          resetPeriod: 'MONTH',
          monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth', extra: 1 },
        }),
      ]),
    ).toRefuse('BadUserInput', /extra/);
    expect(await overGraphql([feature('flag', { extra: 1 })])).toRefuse('BadUserInput');
  });

  it('E15 row 4: a type missing or other than FEATURE and CREDIT is BadUserInput', async () => {
    for (const type of [undefined, null, 'feature', 'PROMOTION', '__proto__', 1, {}]) {
      expect(await overRest([{ ...feature('flag'), type }])).toRefuse('BadUserInput', /type/);
    }
    expect(await overGraphql([{ id: 'flag', type: 'promotion' }])).toRefuse('BadUserInput');
  });

  it('E15 row 5: amount on a FEATURE and usageLimit on a CREDIT are BadUserInput', async () => {
    await expectRefused('BadUserInput', [feature('calls', { amount: 1 })]);
    await expectRefused('BadUserInput', [credit('tokens', { usageLimit: 1 })]);
  });

  it('E15 row 6: ids are 1 to 255 characters, texts and values at most 255, counted in code points', async () => {
    const long = 'x'.repeat(256);
    await expectRefused('BadUserInput', [feature('')]);
    await expectRefused('BadUserInput', [feature(long)]);
    await expectRefused('BadUserInput', [feature('flag', { description: long })]);
    await expectRefused('BadUserInput', [feature('flag', { displayNameOverride: long })]);
    await expectRefused('BadUserInput', [feature('size', { enumValues: [long] })]);
    const longest = '𝒳'.repeat(255);
    const [told] = await expectOk<Json[]>(overRest([feature('flag', { description: longest })]));
    expect(told?.['description']).toBe(longest);
  });

  it('E15 row 7: CREDIT needs an amount and a cadence, and the amount is not negative', async () => {
    await expectRefused('BadUserInput', [credit('tokens', { amount: undefined })]);
    await expectRefused('BadUserInput', [credit('tokens', { cadence: undefined })]);
    await expectRefused('BadUserInput', [credit('tokens', { amount: -1 })]);
    await expectRefused('BadUserInput', [credit('tokens', { cadence: 'WEEK' })]);
  });

  it('E15 row 7: an amount of null without isCustom is taken on the draft and refused at publish', async () => {
    await expectOk(overRest([credit('tokens', { amount: null })]));
    const publish = () => api.rest('POST', `${path}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
    expect(await publish()).toRefuse('BadUserInput', /tokens needs amount/);
    await expectOk(
      api.rest('PATCH', `${path}/${id}/entitlements/tokens`, { type: 'CREDIT', isCustom: true }),
    );
    await expectOk(publish());
  });

  it('E15 row 8: dependencyFeatureId is 1 to 255 characters of the pattern', async () => {
    for (const dependencyFeatureId of ['', 'x'.repeat(256), '-seats', 'se ats', 'se@ats', 'sitzplätze']) {
      await expectRefused('BadUserInput', [credit('tokens', { dependencyFeatureId })]);
    }
  });

  it('E15 row 9: usageLimit is an integer from 0 to 2^53-1', async () => {
    for (const usageLimit of [1.5, '5', -1, true]) {
      await expectRefused('BadUserInput', [feature('calls', { usageLimit })]);
    }
    await expectRefused('EntitlementUsageOutOfRangeError', [feature('calls', { usageLimit: 2 ** 53 })]);
    await expectRefused('EntitlementUsageOutOfRangeError', [feature('calls', { usageLimit: 1e300 })]);
    const [told] = await expectOk<Json[]>(overRest([feature('calls', { usageLimit: 2 ** 53 - 1 })]));
    expect(told?.['usageLimit']).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('E15 row 10: the configuration is the one of the reset period, and its value one of its own set', async () => {
    const monthly = (accordingTo?: string) => ({ monthlyResetPeriodConfiguration: { accordingTo } });
    const calls = (more: Json) => [feature('calls', { usageLimit: 1, ...more })];
    const weekly = { weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } };
    await expectRefused('InvalidEntitlementResetPeriod', calls({ resetPeriod: 'MONTH', ...weekly }));
    await expectRefused('InvalidEntitlementResetPeriod', calls({ resetPeriod: 'DAY', ...weekly }));
    await expectRefused('InvalidEntitlementResetPeriod', calls(weekly));
    await expectRefused('BadUserInput', calls({ resetPeriod: 'MONTH', ...monthly('EveryMonday') }));
    await expectRefused('BadUserInput', calls({ resetPeriod: 'MONTH', ...monthly() }));
    await expectRefused('BadUserInput', calls({ resetPeriod: 'DECADE' }));
    const [told] = await expectOk<Json[]>(
      overRest(calls({ resetPeriod: 'MONTH', ...monthly('StartOfTheMonth') })),
    );
    expect(told?.['resetPeriodConfiguration']).toEqual({ accordingTo: 'StartOfTheMonth' });
  });

  it.each(['flag', 'size', 'storage', 'seats'])('E15 row 11: %s has no reset period', async (id) => {
    await expectRefused('InvalidEntitlementResetPeriod', [feature(id, { resetPeriod: 'MONTH' })]);
  });

  it('E15 row 12: an unknown feature or currency is 404, one of another environment too', async () => {
    await createFeature(app.b.api, 'elsewhere', 'switch');
    await expectRefused('FeatureNotFound', [feature('nowhere')]);
    await expectRefused('FeatureNotFound', [feature('elsewhere')]);
    await expectRefused('FeatureNotFound', [feature('__proto__')]);
    await expectRefused('CustomCurrencyNotFound', [credit('nowhere')]);
    await expectRefused('CustomCurrencyNotFound', [credit('calls')]);
    await expectRefused('FeatureNotFound', [credit('tokens', { dependencyFeatureId: 'nowhere' })]);
    const foreign = await overRest([feature('elsewhere')]);
    const unknown = await overRest([feature('nowhere')]);
    expect(foreign.text).toBe(unknown.text.replaceAll('nowhere', 'elsewhere'));
  });

  it('E15 row 13: a suspended feature or an archived currency is EntityIsArchivedError', async () => {
    await expectRefused('EntityIsArchivedError', [feature('gone')]);
    await expectRefused('EntityIsArchivedError', [credit('spent')]);
    await expectRefused('EntityIsArchivedError', [credit('tokens', { dependencyFeatureId: 'gone' })]);
  });

  it('E15 row 14: a published one without draft is CannotEditPackageInNonDraftMode', async () => {
    const published = await createDraft({ status: 'PUBLISHED' });
    await expectRefused('CannotEditPackageInNonDraftMode', [feature('flag')], published);
    await expectOk(api.rest('POST', `${path}/${published}/draft`));
    await expectOk(overRest([feature('flag')], published));
  });

  it('E15 row 15: an archived one is EntityIsArchivedError', async () => {
    const archived = await createDraft({ status: 'PUBLISHED' });
    await expectOk(api.rest('POST', `${path}/${archived}/archive`));
    await expectRefused('EntityIsArchivedError', [feature('flag')], archived);
  });

  it('E15 row 16: an unknown one is not found; an addon id outside the pattern is BadUserInput', async () => {
    await expectRefused(unknown, [feature('flag')], 'nowhere');
    const foreign = newUid();
    await createProduct(app.b.api, 'main');
    const body = { id: foreign, displayName: 'x', productId: 'main' };
    await expectOk(app.b.api.rest('POST', path, body));
    await expectRefused(unknown, [feature('flag')], foreign);
    for (const wrong of ['a b', '-a', 'a@b', 'ä', 'x'.repeat(256)]) {
      // The pattern is stated for the id of an addon; any other is looked up. Decision 17 of the interface's README.
      const code = noun === 'addon' || wrong.length > 255 ? 'BadUserInput' : unknown;
      const message = code === 'BadUserInput' ? new RegExp(`${noun}Id`) : /not found/;
      expect(await overRest([feature('flag')], encodeURIComponent(wrong))).toRefuse(code, message);
      expect(await overGraphql([feature('flag')], wrong)).toRefuse(code, message);
    }
  });

  it('E15 row 17: the same id twice, in the body or on the draft, is 409 and stores nothing', async () => {
    await expectRefused('DuplicatedEntityNotAllowed', [feature('flag'), feature('calls'), feature('flag')]);
    expect(await stored()).toEqual([]);
    await expectOk(overRest([feature('flag')]));
    await expectRefused('DuplicatedEntityNotAllowed', [feature('calls'), feature('flag')]);
    expect((await stored()).map(({ id }) => id)).toEqual(['flag']);
  });

  it('E15 row 18: no key or a wrong one is 401; a publishable one, or a scope without write, 403', async () => {
    const call = (by: ApiClient) =>
      by.rest('POST', `${path}/${id}/entitlements`, { entitlements: [feature('flag')] });
    expect(await call(app.anonymous)).toRefuse('Unauthenticated');
    expect(await call(app.anonymous.as({ key: 'server-nobody' }))).toRefuse('Unauthenticated');
    expect(await call(app.anonymous.as({ key: app.a.publishableKey }))).toRefuse('IdentityForbidden');
    for (const scope of [`${noun}s:read`, noun === 'addon' ? 'plans:write' : 'addons:write']) {
      const scoped = app.anonymous.as({ key: await app.a.scopedKey(scope) });
      expect(await call(scoped)).toRefuse('IdentityForbidden');
    }
    const scoped = app.anonymous.as({ key: await app.a.scopedKey(`${noun}s:write`) });
    expect((await call(scoped)).status).toBe(201);
  });

  it('E15 row 19: an API key decides alone, whatever X-ENVIRONMENT-ID says', async () => {
    const headers = { 'x-environment-id': app.stranger.environmentId, 'x-account-id': newUid() };
    const body = { entitlements: [feature('flag')] };
    const answer = await api.rest('POST', `${path}/${id}/entitlements`, body, headers);
    expect(answer.status).toBe(201);
    expect(await stored()).toHaveLength(1);
  });

  it('E15 row 20: a user without X-ENVIRONMENT-ID is BadUserInput', async () => {
    const user = app.anonymous.as({ token: await app.signUserToken(app.ownerSubject) });
    const body = { entitlements: [feature('flag')] };
    const url = `${path}/${id}/entitlements`;
    expect(await user.rest('POST', url, body)).toRefuse('BadUserInput', /X-ENVIRONMENT-ID/i);
    const there = { 'x-environment-id': app.a.environmentId };
    expect((await user.rest('POST', url, body, there)).status).toBe(201);
  });

  it('E15 row 21: a reset configuration of null is an absent one', async () => {
    const nulls = {
      yearlyResetPeriodConfiguration: null,
      monthlyResetPeriodConfiguration: null,
      weeklyResetPeriodConfiguration: null,
    };
    const [flag] = await expectOk<Json[]>(overRest([feature('flag', nulls)]));
    expect(flag).toMatchObject({ resetPeriod: null, resetPeriodConfiguration: null });
    const calls = feature('calls', { usageLimit: 1, resetPeriod: 'WEEK', ...nulls });
    const [told] = await expectOk<Json[]>(overGraphql([calls]));
    expect(told).toMatchObject({
      resetPeriod: 'WEEK',
      resetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
    });
  });

  it('E15 row 22: unlimited usage with a limit is BadUserInput', async () => {
    await expectRefused('BadUserInput', [feature('calls', { hasUnlimitedUsage: true, usageLimit: 10 })]);
    await expectOk(overRest([feature('calls', { hasUnlimitedUsage: false, usageLimit: 10 })]));
  });

  it('E15 row 23: hiddenFromWidgets are stored once, in one order', async () => {
    const hiddenFromWidgets = ['CHECKOUT', 'CUSTOMER_PORTAL', 'CHECKOUT', 'PAYWALL'];
    const order = ['PAYWALL', 'CUSTOMER_PORTAL', 'CHECKOUT'];
    for (const [index, create] of [overRest, overGraphql].entries()) {
      const [told] = await expectOk<Json[]>(
        create([feature(index === 0 ? 'flag' : 'size', { hiddenFromWidgets })]),
      );
      expect(told?.['hiddenFromWidgets']).toEqual(order);
    }
    await expectRefused('BadUserInput', [feature('calls', { hiddenFromWidgets: ['SIDEBAR'] })]);
  });

  it('E14: refuses in order: shape, package, archived, draft, references, rules, conflict', async () => {
    const published = await createDraft({ status: 'PUBLISHED' });
    const archived = await createDraft({ status: 'PUBLISHED' });
    await expectOk(api.rest('POST', `${path}/${archived}/archive`));
    await expectOk(overRest([feature('flag')]));
    const conflict = feature('flag');
    const ruleBroken = feature('flag', { usageLimit: 1 });
    const nowhere = feature('nowhere');
    await expectRefused('BadUserInput', [feature('flag', { usageLimit: -1 })], 'no-package');
    await expectRefused('EntityIsArchivedError', [nowhere, ruleBroken, conflict], archived);
    await expectRefused('CannotEditPackageInNonDraftMode', [nowhere, ruleBroken, conflict], published);
    await expectRefused('FeatureNotFound', [conflict, ruleBroken, feature('gone'), nowhere]);
    await expectRefused('EntityIsArchivedError', [conflict, ruleBroken, feature('gone')]);
    await expectRefused('BadUserInput', [conflict, feature('calls'), ruleBroken]);
    await expectRefused('DuplicatedEntityNotAllowed', [conflict]);
  });
});
