import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';

/** Domain: catalog F7, F8. What a meter makes of events: src/modules/catalog/features/domain, test/properties/meter.spec.ts */
describe('meters of features', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
  });
  afterAll(() => app.close());

  const count = { aggregation: { function: 'COUNT' }, filters: [] };
  const tokens = {
    aggregation: { function: 'SUM', field: 'tokens' },
    filters: [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'completion' }] }],
  };
  const kind = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
  const post = (id: string, body: Json) => api.rest('POST', '/features', { id, displayName: id, ...body });
  const update = (id: string, body: Json) => api.rest('PATCH', `/features/${id}`, body);
  const meterOf = async (id: string) => (await expectOk<Json>(api.rest('GET', `/features/${id}`)))['meter'];

  it('F7: is taken on creation and told by every answer', async () => {
    expect(await expectOk(post('metered', { ...kind, meter: tokens }))).toMatchObject({ meter: tokens });
    expect(await meterOf('metered')).toEqual(tokens);
    expect(await expectOk(post('unmetered', { ...kind, meter: null }))).toMatchObject({ meter: null });
  });

  it('F7: PATCH sets it, leaves it where it is absent, and removes it with null', async () => {
    await expectOk(post('patched', kind));
    expect(await expectOk(update('patched', { meter: count }))).toMatchObject({ meter: count });
    expect(await expectOk(update('patched', { displayName: 'After' }))).toMatchObject({ meter: count });
    expect(await expectOk(update('patched', { meter: tokens }))).toMatchObject({ meter: tokens });
    expect(await expectOk(update('patched', { meter: null }))).toMatchObject({ meter: null });
    expect((await eventsAbout(app, 'patched')).at(-2)).toMatchObject({
      type: 'feature.updated',
      payload: { feature: { meter: tokens } },
    });
  });

  it('F7: GraphQL sets and tells it too', async () => {
    await expectOk(post('by-graphql', kind));
    const document = `mutation { updateFeature(id: "by-graphql", input: { meter: {
      aggregation: { function: UNIQUE, field: "user" }, filters: [{ conditions: [
        { field: "plan", operation: IN, values: ["a", "b"] } ] }]
    } }) { meter { aggregation { function field } filters { conditions { field operation value values } } } } }`;
    expect(await expectOk(api.graphql(document))).toEqual({
      meter: {
        aggregation: { function: 'UNIQUE', field: 'user' },
        filters: [{ conditions: [{ field: 'plan', operation: 'IN', value: null, values: ['a', 'b'] }] }],
      },
    });
    const clear =
      'mutation { updateFeature(id: "by-graphql", input: { meter: null }) { meter { filters { conditions { field } } } } }';
    expect(await expectOk(api.graphql(clear))).toEqual({ meter: null });
  });

  it.each<[string, Json, RegExp]>([
    ['no aggregation', { filters: [] }, /meter\.aggregation/],
    ['no filters', { aggregation: { function: 'COUNT' } }, /meter\.filters/],
    ['another function', { aggregation: { function: 'MEDIAN' }, filters: [] }, /SUM, MAX, MIN/],
    ['a SUM without field', { aggregation: { function: 'SUM' }, filters: [] }, /aggregation\.field/],
    [
      'an empty field',
      { aggregation: { function: 'SUM', field: '' }, filters: [] },
      /field must not be empty/,
    ],
    ['an unknown key', { ...count, window: 'MONTH' }, /window/],
    ['no conditions', { ...count, filters: [{}] }, /conditions/],
    [
      'another operation',
      { ...count, filters: [{ conditions: [{ field: 'a', operation: 'LIKE', value: 'b' }] }] },
      /EQUALS, NOT_EQUALS/,
    ],
    [
      'a value that is no text',
      { ...count, filters: [{ conditions: [{ field: 'a', operation: 'EQUALS', value: 1 }] }] },
      /value must be a string/,
    ],
    [
      'a comparison with nothing',
      { ...count, filters: [{ conditions: [{ field: 'a', operation: 'IN' }] }] },
      /filters\[0\]\.conditions\[0\]: IN needs a value/,
    ],
    [
      'a value beside IS_NULL',
      { ...count, filters: [{ conditions: [{ field: 'a', operation: 'IS_NULL', value: 'b' }] }] },
      /IS_NULL compares with nothing/,
    ],
    [
      'too many filters',
      { ...count, filters: Array.from({ length: 21 }, () => ({ conditions: [] })) },
      /filters must have at most 20/,
    ],
  ])('F7: %s is BadUserInput', async (_fault, meter, message) => {
    expect(await post('refused', { ...kind, meter })).toRefuse('BadUserInput', message);
  });

  it('F2: a BOOLEAN or an ENUM has no meter: MeteringNotAvailableForFeatureType', async () => {
    const values = { enumConfiguration: [{ value: 'a', displayName: 'A' }] };
    for (const body of [{ featureType: 'BOOLEAN' }, { featureType: 'ENUM', ...values }]) {
      expect(await post('refused', { ...body, meter: count })).toRefuse(
        'MeteringNotAvailableForFeatureType',
        /^meter/,
      );
    }
    await createFeature(api, 'switched', 'switch');
    expect(await update('switched', { meter: count })).toRefuse('MeteringNotAvailableForFeatureType');
    await expectOk(update('switched', { meter: null }));
  });

  it('F8: a configured number has none: MeterMustBeAssociatedToMeteredFeature', async () => {
    const code = 'MeterMustBeAssociatedToMeteredFeature';
    expect(await post('refused', { featureType: 'NUMBER', meter: count })).toRefuse(code, /^meter/);
    await createFeature(api, 'configured', 'config');
    expect(await update('configured', { meter: count })).toRefuse(code, /INCREMENTAL or FLUCTUATING/);
  });

  describe('F8: of a feature in use', () => {
    const entitled = (id: string) =>
      feature(id, {
        usageLimit: 10,
        resetPeriod: 'MONTH',
        monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
      });
    const sell = async (id: string, meter: Json | null) => {
      await expectOk(post(id, { ...kind, meter }));
      await publishPlan(api, { id: `${id}-plan`, productId: 'main', entitlements: [entitled(id)] });
      await createCustomer(api, `${id}-customer`);
    };
    const code = 'CannotUpdateMeterOfFeatureInUse';

    it('cannot be changed, removed or set while a subscription lives', async () => {
      await sell('used', tokens);
      await expectOk(update('used', { meter: count }));
      await subscribe(api, 'used-customer', 'used-plan');
      expect(await update('used', { meter: tokens })).toRefuse(code, /used/);
      expect(await update('used', { meter: null })).toRefuse(code);
      await expectOk(update('used', { meter: count, displayName: 'The same meter' }));
      await sell('unset', null);
      const { id } = await subscribe(api, 'unset-customer', 'unset-plan');
      expect(await update('unset', { meter: count })).toRefuse(code, /unset/);
      await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`));
      await expectOk(update('unset', { meter: count }));
    });

    it('nor while a subscription has a value of its own for it', async () => {
      await expectOk(post('own', kind));
      await publishPlan(api, { id: 'own-plan', productId: 'main', pricingType: 'CUSTOM' });
      await createCustomer(api, 'own-customer');
      await subscribe(api, 'own-customer', 'own-plan', { entitlements: [feature('own', { usageLimit: 5 })] });
      expect(await update('own', { meter: count })).toRefuse(code, /own/);
      expect(await update('own', { unitTransformation: { divide: 2 } })).toRefuse(
        'CannotUpdateUnitTransformationError',
      );
    });

    it('takes no calculated usage: CannotReportUsageForEntitlementWithMeterError through both doors', async () => {
      await sell('fed', tokens);
      await subscribe(api, 'fed-customer', 'fed-plan');
      const refusal = 'CannotReportUsageForEntitlementWithMeterError';
      expect(await report(api, 'fed-customer', 'fed', 1)).toRefuse(refusal, /usages\[0\].*fed.*meter/);
      const document = `mutation { reportUsage(input: { usages: [
        { customerId: "fed-customer", featureId: "fed", value: 1 } ] }) { currentUsage } }`;
      expect(await api.graphql(document)).toRefuse(refusal);
      // Before it is known whether the customer has it. Domain: entitlements-usage A7
      await createCustomer(api, 'without');
      expect(await report(api, 'without', 'fed', 1)).toRefuse(refusal);
    });

    it('without a meter takes calculated usage only', async () => {
      await sell('reported', null);
      await subscribe(api, 'reported-customer', 'reported-plan');
      expect((await report(api, 'reported-customer', 'reported', 3)).status).toBe(201);
    });
  });
});
