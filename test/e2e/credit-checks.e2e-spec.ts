import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createProduct,
  feature,
  createFeature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { creditCustomer, giveCredits, useCredits } from '../support/credits';
import { everyField } from '../support/graphql-selection';

// Domain: entitlements-usage

describe('checks of credits', () => {
  let app: TestApp;
  let api: ApiClient;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await creditCustomer(api);
    await createProduct(api, 'main');
    await createFeature(api, 'sso', 'switch');
    restore = await app.keepState();
  });
  afterAll(() => app.close());
  beforeEach(() => restore());
  afterEach(() => app.clock.reset());

  const ask = (more = '', customerId = 'c', currencyId = 'tokens'): Promise<Json> =>
    check(api, customerId, `currencyId=${currencyId}${more}`);
  const credit = (amount: number, more: Json = {}): Json => ({
    ...{ type: 'CREDIT', id: 'tokens', amount, cadence: 'MONTH' },
    ...more,
  });

  it('Q9: granted where so much is left, and without a number where anything is', async () => {
    await giveCredits(api, { amount: 10 });
    await useCredits(api, 4);
    const told = {
      currentUsage: 4,
      usageLimit: 10,
      type: 'CREDIT',
      currency: { currencyId: 'tokens', displayName: 'Tokens' },
    };
    expect(await ask()).toMatchObject({ ...told, isGranted: true, accessDeniedReason: null });
    expect(await ask('&requestedUsage=6')).toMatchObject({ isGranted: true });
    expect(await ask('&requestedUsage=7')).toMatchObject({
      isGranted: false,
      accessDeniedReason: 'InsufficientCredits',
    });
    await useCredits(api, 6);
    expect(await ask()).toMatchObject({ isGranted: false, accessDeniedReason: 'InsufficientCredits' });
    expect(await ask('&requestedUsage=0')).toMatchObject({ isGranted: true });
    await useCredits(api, 1);
    expect(await ask('&requestedUsage=0')).toMatchObject({
      isGranted: false,
      currentUsage: 11,
      usageLimit: 10,
    });
  });

  it('Q9: tells when it changes by itself, and follows that at its instant, whatever the books have noted', async () => {
    const inDays = (days: number): string =>
      new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
    const [begin, end] = [inDays(1), inDays(2)];
    await giveCredits(api, { amount: 10, effectiveAt: begin, expireAt: end });
    expect(await ask()).toMatchObject({ isGranted: false, usageLimit: 0, validUntil: begin });
    app.clock.advance({ days: 1 });
    expect(await ask()).toMatchObject({ isGranted: true, usageLimit: 10, validUntil: end });
    app.clock.advance({ days: 1 });
    expect(await ask()).toMatchObject({ isGranted: false, usageLimit: 0 });
  });

  it('Q9: a soft entitlement grants whatever is left; the end of the running recurring grant is told', async () => {
    await publishPlan(api, {
      id: 'soft',
      productId: 'main',
      entitlements: [credit(5, { hasSoftLimit: true })],
    });
    await subscribe(api, 'c', 'soft');
    await useCredits(api, 9);
    expect(await ask('&requestedUsage=100')).toMatchObject({
      isGranted: true,
      usagePeriodEnd: expect.any(String),
    });
  });

  it('Q1, Q2: always an answer, with the first reason that holds', async () => {
    const refused = { isGranted: false, currentUsage: 0, usageLimit: 0 };
    const reason = (accessDeniedReason: string): Json => ({ ...refused, accessDeniedReason });
    expect(await ask('', 'nobody')).toMatchObject(reason('CustomerNotFound'));
    expect(await ask('', 'c', 'none')).toMatchObject({
      ...reason('EntitlementNotFound'),
      currency: { currencyId: 'none', displayName: 'none' },
      usageUpdatedAt: app.clock.now().toISOString(),
    });
    expect(await ask('&resourceId=site')).toMatchObject(reason('CustomerResourceNotFound'));
    expect(await ask()).toMatchObject(reason('InsufficientCredits'));
    await createCustomer(api, 'gone');
    await expectOk(api.rest('POST', '/customers/gone/archive'));
    expect(await ask('', 'gone')).toMatchObject(reason('CustomerIsArchived'));
  });

  it('Q1: refuses what only features can be asked', async () => {
    const path = '/customers/c/entitlements/check?currencyId=tokens';
    expect(await api.rest('GET', `${path}&requestedValues=a`)).toRefuse('BadUserInput', /requestedValues/);
    expect(await api.rest('GET', `${path}&featureId=sso`)).toRefuse('BadUserInput', /exclude/);
    expect(await api.rest('GET', `${path}&requestedUsage=-1`)).toRefuse('BadUserInput', /requestedUsage/);
    const at = `&at=${app.clock.now().toISOString()}`;
    expect(await api.rest('GET', path + at)).toRefuse('UnsupportedParameter', /^at:/);
  });

  it('Q9: answers the same over GraphQL', async () => {
    await giveCredits(api, { amount: 10 });
    const document = `{ checkCustomerEntitlement(customerId: "c", currencyId: "tokens", requestedUsage: 3)
      { ... on CustomerEntitlementCredit ${everyField(app, 'CustomerEntitlementCredit')} } }`;
    const { data } = await api.graphql(document);
    const { currency, ...told } = await ask('&requestedUsage=3');
    expect(data?.['checkCustomerEntitlement']).toMatchObject({ ...told, currency: currency as Json });
  });

  it('Q13: the list tells features and credits, of a resource those that it is paid from', async () => {
    await publishPlan(api, { id: 'pro', productId: 'main', entitlements: [feature('sso'), credit(5)] });
    await subscribe(api, 'c', 'pro');
    const list = (more = '') => expectOk<Json>(api.rest('GET', `/customers/c/entitlements${more}`));
    const { entitlements } = await list();
    expect(entitlements).toMatchObject([
      { type: 'FEATURE', feature: { id: 'sso' } },
      { type: 'CREDIT', currency: { currencyId: 'tokens' }, isGranted: true, usageLimit: 5, currentUsage: 0 },
    ]);
    const document = `{ customerEntitlements(customerId: "c") { entitlements {
      ... on CustomerEntitlementFeature { type } ... on CustomerEntitlementCredit { type usageLimit } } } }`;
    const { data } = await api.graphql(document);
    expect(data?.['customerEntitlements']).toEqual({
      entitlements: [{ type: 'FEATURE' }, { type: 'CREDIT', usageLimit: 5 }],
    });
  });
});
