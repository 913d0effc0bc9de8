import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { flatFee, monthly, overageOf, PricedDrafts, stockShelves, usd } from '../support/priced-plans';

// Domain: catalog

describe('charges of addons', () => {
  let app: TestApp;
  let api: ApiClient;
  let addons: PricedDrafts;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    addons = new PricedDrafts(api, 'addons');
    await stockShelves(api);
  });
  afterAll(() => app.close());

  const seats: Json = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(3)] };

  it('R1: are replaced by a PATCH and told in its order', async () => {
    const id = await addons.create();
    await expectOk(addons.price(id, { pricingModels: [flatFee(5), seats], billingId: 'external' }));
    expect(await addons.charges(id)).toMatchObject([
      { billingModel: 'FLAT_FEE', price: usd(5), billingId: 'external' },
      { billingModel: 'PER_UNIT', featureId: 'seats', price: usd(3), usedInSubscriptions: false },
    ]);
    await expectOk(addons.price(id, { pricingModels: [seats] }));
    expect(await addons.charges(id)).toHaveLength(1);
  });

  it('L8: a PAID addon is published once it has one, AddonHasToHavePriceError before', async () => {
    const id = await addons.create({ pricingType: 'PAID' });
    expect(await addons.publish(id)).toRefuse('AddonHasToHavePriceError');
    await expectOk(addons.price(id, { pricingModels: [flatFee(5)] }));
    await expectOk(addons.publish(id));
    expect(await expectOk(api.rest('GET', `/addons/${id}`))).toMatchObject({
      status: 'PUBLISHED',
      pricingType: 'PAID',
    });
  });

  it('L4, L5: a published version keeps its charges; its draft has a copy', async () => {
    const id = await addons.create();
    await expectOk(addons.price(id, { pricingModels: [flatFee(5)] }));
    await expectOk(addons.publish(id));
    const live = await addons.charges(id);
    expect(await addons.price(id, { pricingModels: [seats] })).toRefuse('EditAllowedOnDraftPackageOnlyError');
    await addons.draft(id);
    expect(await addons.charges(id, '?status=DRAFT')).toMatchObject([{ price: usd(5) }]);
    await expectOk(addons.price(id, { pricingModels: [seats] }));
    expect(await addons.charges(id)).toEqual(live);
    expect(await addons.charges(id, '?version=2')).toMatchObject([{ featureId: 'seats' }]);
  });

  it('R6: overage is OveragePriceNotSupportedOnAddon', async () => {
    const id = await addons.create();
    for (const charges of [
      {
        overagePricingModels: [overageOf('calls', 1, { entitlement: { featureId: 'calls', usageLimit: 5 } })],
      },
      { overageBillingPeriod: 'MONTHLY' },
    ]) {
      expect(await addons.price(id, charges)).toRefuse('OveragePriceNotSupportedOnAddon');
    }
    await expectOk(
      addons.price(id, { overagePricingModels: [], overageBillingPeriod: 'ON_SUBSCRIPTION_RENEWAL' }),
    );
  });

  it('R8: a minimum spend is said by the plan', async () => {
    const id = await addons.create();
    const minimumSpend = [{ billingPeriod: 'MONTHLY', minimum: usd(5) }];
    expect(await addons.price(id, { minimumSpend })).toRefuse('BadUserInput', /charges\.minimumSpend/);
    const model = { billingModel: 'MINIMUM_SPEND', pricePeriods: [monthly(5)] };
    expect(await addons.price(id, { pricingModels: [model] })).toRefuse('BadUserInput', /pricingModels\[0\]/);
  });

  it('R1, L8: FREE takes no charges; an addon and a plan of one id have their own', async () => {
    const id = await addons.create();
    const refused = await addons.price(id, { pricingType: 'FREE', pricingModels: [flatFee(5)] });
    expect(refused).toRefuse('BadUserInput', /FREE takes no charges/);
    await expectOk(addons.price(id, { pricingModels: [flatFee(5)] }));
    await expectOk(api.rest('POST', '/plans', { id, displayName: id, productId: 'main' }));
    expect(await new PricedDrafts(api).charges(id)).toEqual([]);
    expect(await api.rest('GET', '/addons/nowhere/charges')).toRefuse('AddonNotFound');
  });

  it('decision 10: the same over GraphQL', async () => {
    const id = await addons.create();
    const document =
      'mutation($id: String!, $input: UpdateAddonInput!) { updateAddon(id: $id, input: $input) { pricingType } }';
    const input = { charges: { pricingType: 'PAID', pricingModels: [flatFee(5)] } };
    expect(await expectOk(api.graphql(document, { id, input }))).toEqual({ pricingType: 'PAID' });
    const list =
      'query($id: String!) { addonCharges(id: $id) { edges { node { id price { amount currency } } } } }';
    const [row] = await addons.charges(id);
    expect(await expectOk(api.graphql(list, { id }))).toEqual({
      edges: [{ node: { id: row?.['id'], price: usd(5) } }],
    });
    const overage = { charges: { pricingType: 'PAID', overagePricingModels: [overageOf('calls', 1)] } };
    expect(await api.graphql(document, { id, input: overage })).toRefuse('OveragePriceNotSupportedOnAddon');
    expect(await api.graphql(list, { id: 'nowhere' })).toRefuse('AddonNotFound');
  });
});
