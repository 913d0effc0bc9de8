import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { flatFee, PricedDrafts, stockShelves } from '../support/priced-plans';

// Domain: catalog

describe('the default trial of a plan (T1)', () => {
  let app: TestApp;
  let api: ApiClient;
  let plans: PricedDrafts;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    plans = new PricedDrafts(api);
    await stockShelves(api);
  });
  afterAll(() => app.close());

  const twoWeeks = { duration: 14, units: 'DAY' };
  const twoWeeksTold = { ...twoWeeks, trialEndBehavior: 'CANCEL_SUBSCRIPTION', budget: null };
  const withTrial = (defaultTrialConfig: Json | null, pricingType = 'PAID') =>
    plans.create({ pricingType, defaultTrialConfig });
  const get = (id: string, query = '') => expectOk<Json>(api.rest('GET', `/plans/${id}${query}`));
  let made = 0;
  const post = (more: Json) =>
    api.rest('POST', '/plans', { id: `trial-${++made}`, displayName: 'x', productId: 'main', ...more });

  it('is set with the plan and told with its defaults', async () => {
    for (const pricingType of ['PAID', 'CUSTOM']) {
      expect(await get(await withTrial(twoWeeks, pricingType))).toMatchObject({
        defaultTrialConfig: twoWeeksTold,
      });
    }
    const budget = { limit: 99.5, hasSoftLimit: true };
    const whole = { duration: 1, units: 'MONTH', trialEndBehavior: 'CONVERT_TO_PAID', budget };
    expect(await get(await withTrial(whole))).toMatchObject({ defaultTrialConfig: whole });
    const nulls = { ...twoWeeks, trialEndBehavior: null, budget: null };
    expect(await get(await withTrial(nulls))).toMatchObject({ defaultTrialConfig: twoWeeksTold });
  });

  it('is left by a PATCH without it, and cleared by null', async () => {
    const id = await withTrial(twoWeeks);
    const told = await expectOk(plans.update(id, { displayName: 'Other' }));
    expect(told).toMatchObject({ defaultTrialConfig: twoWeeksTold });
    const longer = { duration: 2, units: 'MONTH' };
    expect(await expectOk(plans.update(id, { defaultTrialConfig: longer }))).toMatchObject({
      defaultTrialConfig: { ...longer, trialEndBehavior: 'CANCEL_SUBSCRIPTION' },
    });
    expect(await expectOk(plans.update(id, { defaultTrialConfig: null }))).toMatchObject({
      defaultTrialConfig: null,
    });
  });

  it('is not of a FREE plan', async () => {
    const free = { pricingType: 'FREE', defaultTrialConfig: twoWeeks };
    expect(await post(free)).toRefuse('BadUserInput', /defaultTrialConfig: a FREE plan has no trial/);
    const id = await plans.create({ pricingType: 'FREE' });
    expect(await plans.update(id, { defaultTrialConfig: twoWeeks })).toRefuse('BadUserInput', /FREE plan/);
    const paid = await withTrial(twoWeeks);
    const toFree = { charges: { pricingType: 'FREE' } };
    expect(await plans.update(paid, toFree)).toRefuse('BadUserInput', /FREE plan/);
    const told = await expectOk(plans.update(paid, { ...toFree, defaultTrialConfig: null }));
    expect(told).toMatchObject({ pricingType: 'FREE', defaultTrialConfig: null });
  });

  it('may come before the pricing type, which then must not be FREE', async () => {
    const id = await plans.create({ defaultTrialConfig: twoWeeks });
    expect(await plans.update(id, { charges: { pricingType: 'FREE' } })).toRefuse(
      'BadUserInput',
      /FREE plan/,
    );
    await expectOk(plans.update(id, { charges: { pricingType: 'CUSTOM' } }));
  });

  it('L3, L4: belongs to the version and is copied to its draft', async () => {
    const id = await withTrial(twoWeeks);
    await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
    await expectOk(plans.publish(id));
    expect(await plans.update(id, { defaultTrialConfig: null })).toRefuse(
      'EditAllowedOnDraftPackageOnlyError',
    );
    await plans.draft(id);
    expect(await get(id, '?status=draft')).toMatchObject({
      versionNumber: 2,
      defaultTrialConfig: twoWeeksTold,
    });
    await expectOk(plans.update(id, { defaultTrialConfig: null }));
    expect(await get(id)).toMatchObject({ versionNumber: 1, defaultTrialConfig: twoWeeksTold });
    await expectOk(plans.publish(id));
    expect(await get(id)).toMatchObject({ versionNumber: 2, defaultTrialConfig: null });
  });

  it.each<[string, Json, string, RegExp]>([
    ['no duration', { units: 'DAY' }, 'BadUserInput', /duration/],
    ['a duration of 0', { duration: 0, units: 'DAY' }, 'BadUserInput', /defaultTrialConfig\.duration/],
    ['half a day', { duration: 0.5, units: 'DAY' }, 'BadUserInput', /defaultTrialConfig\.duration/],
    ['weeks', { duration: 2, units: 'WEEK' }, 'BadUserInput', /units/],
    ['another end', { ...twoWeeks, trialEndBehavior: 'PAUSE' }, 'BadUserInput', /trialEndBehavior/],
    ['half a budget', { ...twoWeeks, budget: { limit: 5 } }, 'BadUserInput', /hasSoftLimit/],
    [
      'a negative budget',
      { ...twoWeeks, budget: { limit: -5, hasSoftLimit: true } },
      'BadUserInput',
      /limit/,
    ],
    [
      'a boundless budget',
      { ...twoWeeks, budget: { limit: 1e9, hasSoftLimit: true } },
      'AmountTooLarge',
      /defaultTrialConfig\.budget\.limit/,
    ],
    ['more than it knows', { ...twoWeeks, grace: 3 }, 'BadUserInput', /grace/],
  ])('is refused with %s', async (_, defaultTrialConfig, code, message) => {
    expect(await post({ pricingType: 'PAID', defaultTrialConfig })).toRefuse(code as never, message);
  });

  it('is no field of an addon', async () => {
    const id = await new PricedDrafts(api, 'addons').create();
    const answer = await api.rest('PATCH', `/addons/${id}`, { defaultTrialConfig: twoWeeks });
    expect(answer).toRefuse('BadUserInput', /defaultTrialConfig/);
  });

  it('decision 10: goes through GraphQL as well', async () => {
    const document = `mutation($input: CreatePlanInput!) { createPlan(input: $input) {
      defaultTrialConfig { duration units trialEndBehavior budget { limit hasSoftLimit } } } }`;
    const input = { id: 'graphql', displayName: 'x', productId: 'main', pricingType: 'PAID' };
    const create = (more: Json) => api.graphql(document, { input: { ...input, ...more } });
    expect(await create({ pricingType: 'FREE', defaultTrialConfig: twoWeeks })).toRefuse(
      'BadUserInput',
      /FREE/,
    );
    expect(await expectOk(create({ defaultTrialConfig: twoWeeks }))).toEqual({
      defaultTrialConfig: twoWeeksTold,
    });
  });
});
