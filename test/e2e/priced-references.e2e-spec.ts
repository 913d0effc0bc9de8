import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { answerAfter } from '../support/held-row';
import { flatFee, monthly, PricedDrafts, stockShelves } from '../support/priced-plans';

/** What prices refer to is in use as much as what entitlements refer to. Domain: catalog F3, F6, F8, F9, credits Y2 */
describe('what prices refer to', () => {
  let app: TestApp;
  let api: ApiClient;
  let plans: PricedDrafts;

  let stockAgain: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    plans = new PricedDrafts(api);
    await stockShelves(api);
    stockAgain = await app.keepState();
  });
  beforeEach(() => stockAgain());
  afterAll(() => app.close());

  const perSeat: Json = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] };
  const perCall: Json = { billingModel: 'USAGE_BASED', featureId: 'calls', pricePeriods: [monthly(1)] };
  const inTokens: Json = {
    billingModel: 'USAGE_BASED',
    featureId: 'calls',
    pricePeriods: [{ billingPeriod: 'MONTHLY', creditRate: { amount: 2, currencyId: 'tokens' } }],
  };
  const topUp: Json = {
    billingModel: 'CREDIT_BASED',
    topUpCustomCurrencyId: 'gems',
    pricePeriods: [monthly(5, { blockSize: 10 })],
  };
  const priced = async (...pricingModels: Json[]) => {
    const id = await plans.create();
    await expectOk(plans.price(id, { pricingModels }));
    return id;
  };
  const archive = (path: string) => api.rest('POST', `${path}/archive`);

  it('F9: a feature that a live plan prices is not archived, and not deleted while a draft does', async () => {
    const id = await priced(perSeat);
    expect(await api.rest('DELETE', '/features/seats')).toRefuse(
      'CannotDeleteFeatureError',
      /a charge refers to it/,
    );
    await expectOk(plans.publish(id));
    expect(await expectOk<Json>(api.rest('GET', '/features/seats'))).toMatchObject({
      featureStatus: 'ACTIVE',
    });
    expect(await archive('/features/seats')).toRefuse('CannotArchiveFeatureError', new RegExp(`Plan ${id}`));
    await plans.draft(id);
    await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
    await expectOk(plans.publish(id));
    await expectOk(archive('/features/seats'));
  });

  it('F9: a publication waits for who archives a feature that it prices, and is refused then', async () => {
    const id = await priced(perSeat);
    const archived = `update feature set feature_status = 'SUSPENDED' where id = 'seats'`;
    expect(await answerAfter(app.databaseUrl, [archived], () => plans.publish(id))).toRefuse(
      'EntityIsArchivedError',
      /seats/,
    );
  });

  it('F6, F8: a live subscription uses what its plan prices', async () => {
    const id = await priced(perCall);
    await expectOk(plans.publish(id));
    await createCustomer(api, 'payer');
    const meter = { aggregation: { function: 'COUNT' }, filters: [] };
    const change = (body: Json) => api.rest('PATCH', '/features/calls', body);
    await expectOk(change({ meter }));
    await subscribe(api, 'payer', id);
    expect(await change({ meter: null })).toRefuse('CannotUpdateMeterOfFeatureInUse', /calls/);
    expect(await change({ unitTransformation: { divide: 10 } })).toRefuse(
      'CannotUpdateUnitTransformationError',
      /calls/,
    );
  });

  it('credits Y2: a currency that a live plan sells, or is paid in, is not archived, and is listed', async () => {
    const usesOf = (id: string) =>
      expectOk<Json[]>(api.rest('GET', `/credits/custom-currencies/${id}/associated-entities`));
    for (const [currency, model] of [
      ['tokens', inTokens],
      ['gems', topUp],
    ] as const) {
      const id = await priced(model);
      expect(await usesOf(currency)).toEqual([]);
      await expectOk(plans.publish(id));
      expect(await usesOf(currency)).toEqual([{ id, displayName: id, type: 'PLAN' }]);
      expect(await archive(`/credits/custom-currencies/${currency}`)).toRefuse(
        'IntegrityViolation',
        new RegExp(`plan ${id}`),
      );
    }
  });

  it('credits Y2: a publication waits for who archives a currency that it sells, and is refused then', async () => {
    const id = await priced(topUp);
    const archived = `update custom_currency set archived_at = now() where id = 'gems'`;
    expect(await answerAfter(app.databaseUrl, [archived], () => plans.publish(id))).toRefuse(
      'EntityIsArchivedError',
      /gems/,
    );
  });
});
