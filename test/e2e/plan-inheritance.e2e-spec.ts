import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';

/** Domain: catalog I1, I2, I3, I4, and the worked example I6, as subscribers meet it. */
describe('good, better, best', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createFeature(api, 'projects', 'config');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'sso', 'switch');
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const publish = (id: string) => call('POST', `/plans/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const calls = (more: Json) => feature('calls', { resetPeriod: 'MONTH', ...more });
  const republish = async (id: string, act: () => Promise<unknown>) => {
    await expectOk(call('POST', `/plans/${id}/draft`));
    await act();
    await expectOk(publish(id));
  };
  /** The three plans of I6 under names of their own. */
  const sell = async () => {
    const mark = `-${++made}`;
    const [free, pro, enterprise] = [`free${mark}`, `pro${mark}`, `enterprise${mark}`];
    const productId = `product${mark}`;
    await createProduct(api, productId);
    const projects = feature('projects', { usageLimit: 3 });
    await publishPlan(api, { id: free, productId, entitlements: [projects, calls({ usageLimit: 100 })] });
    await publishPlan(api, {
      ...{ id: pro, productId, parentPlanId: free },
      entitlements: [calls({ usageLimit: 10_000 }), feature('sso')],
    });
    await publishPlan(api, {
      ...{ id: enterprise, productId, parentPlanId: pro },
      entitlements: [
        feature('calls', { hasUnlimitedUsage: true }),
        feature('projects', { isGranted: false }),
      ],
    });
    return { free, pro, enterprise };
  };
  const buyerOf = async (planId: string): Promise<string> => {
    const customerId = `buyer-${++made}`;
    await createCustomer(api, customerId);
    await subscribe(api, customerId, planId);
    return customerId;
  };
  const ask = (customerId: string, featureId: string) => check(api, customerId, `featureId=${featureId}`);

  it('I6, I1: Pro has what Free has, its own calls, and sso', async () => {
    const { pro } = await sell();
    const buyer = await buyerOf(pro);
    expect(await ask(buyer, 'projects')).toMatchObject({ isGranted: true, usageLimit: 3 });
    expect(await ask(buyer, 'calls')).toMatchObject({ usageLimit: 10_000, resetPeriod: 'MONTH' });
    expect(await ask(buyer, 'sso')).toMatchObject({ isGranted: true });
  });

  it('I6, I2, I4: Enterprise has unlimited calls, sso, and no projects', async () => {
    const { enterprise } = await sell();
    const buyer = await buyerOf(enterprise);
    expect(await ask(buyer, 'calls')).toMatchObject({
      isGranted: true,
      hasUnlimitedUsage: true,
      resetPeriod: null,
    });
    expect(await ask(buyer, 'sso')).toMatchObject({ isGranted: true });
    expect(await ask(buyer, 'projects')).toMatchObject({ isGranted: false, accessDeniedReason: 'Revoked' });
  });

  it('I2: the closest record counts as a whole: a limit without reset replaces one with reset', async () => {
    const { free, pro } = await sell();
    await republish(pro, () =>
      expectOk(call('DELETE', `/plans/${pro}/entitlements/calls`)).then(() =>
        expectOk(
          call('POST', `/plans/${pro}/entitlements`, {
            entitlements: [feature('calls', { usageLimit: 7, hasSoftLimit: true })],
          }),
        ),
      ),
    );
    expect(await ask(await buyerOf(pro), 'calls')).toMatchObject({ usageLimit: 7, resetPeriod: null });
    expect(await ask(await buyerOf(free), 'calls')).toMatchObject({ usageLimit: 100, resetPeriod: 'MONTH' });
  });

  it('I6, I3: Free republished reaches new subscribers of Pro; running ones keep what they pin', async () => {
    const { free, pro, enterprise } = await sell();
    const [running, best] = [await buyerOf(pro), await buyerOf(enterprise)];
    await republish(free, () =>
      expectOk(call('PATCH', `/plans/${free}/entitlements/projects`, { type: 'FEATURE', usageLimit: 5 })),
    );
    expect(await ask(running, 'projects')).toMatchObject({ usageLimit: 3 });
    expect(await ask(await buyerOf(pro), 'projects')).toMatchObject({ usageLimit: 5 });
    expect(await ask(await buyerOf(free), 'projects')).toMatchObject({ usageLimit: 5 });
    expect(await ask(best, 'projects')).toMatchObject({ accessDeniedReason: 'Revoked' });
  });

  it('I3: a draft of Free reaches nobody', async () => {
    const { free, pro } = await sell();
    await expectOk(call('POST', `/plans/${free}/draft`));
    await expectOk(call('DELETE', `/plans/${free}/entitlements/projects`));
    expect(await ask(await buyerOf(pro), 'projects')).toMatchObject({ usageLimit: 3 });
  });

  it('I1: what the parent gains the child has too', async () => {
    const { free, pro } = await sell();
    await createFeature(api, `gained-${free}`, 'switch');
    await republish(free, () =>
      expectOk(call('POST', `/plans/${free}/entitlements`, { entitlements: [feature(`gained-${free}`)] })),
    );
    expect(await ask(await buyerOf(pro), `gained-${free}`)).toMatchObject({ isGranted: true });
  });

  it('L5: a plan tells its own entitlements, not the inherited ones', async () => {
    const { pro } = await sell();
    const { entitlements } = await expectOk<Json>(call('GET', `/plans/${pro}`));
    expect(entitlements).toEqual([
      { id: 'calls', type: 'FEATURE' },
      { id: 'sso', type: 'FEATURE' },
    ]);
  });

  it('I5: a chain whose middle was archived with all below it still resolves for who runs on it', async () => {
    const { pro, enterprise } = await sell();
    const buyer = await buyerOf(enterprise);
    await expectOk(call('POST', `/plans/${enterprise}/archive`));
    await expectOk(call('POST', `/plans/${pro}/archive`));
    expect(await ask(buyer, 'sso')).toMatchObject({ isGranted: true });
  });

  it('E10: what is hidden from displays or renamed there is granted all the same', async () => {
    const { free } = await sell();
    const hidden = {
      hiddenFromWidgets: ['PAYWALL', 'CUSTOMER_PORTAL', 'CHECKOUT'],
      displayNameOverride: 'x',
    };
    await republish(free, () =>
      expectOk(call('PATCH', `/plans/${free}/entitlements/projects`, { type: 'FEATURE', ...hidden })),
    );
    const told = await ask(await buyerOf(free), 'projects');
    expect(told).toMatchObject({ isGranted: true, feature: { displayName: 'Feature projects' } });
  });
});
