import { createTestApp, type TestApp } from '../support/app';
import { check, createCustomer, feature, report, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { flatFee, monthly, overageOf, PricedDrafts, stockShelves, usd } from '../support/priced-plans';

// Domain: catalog

describe('overage charges of plans', () => {
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

  const limited = (more: Json = {}) => feature('calls', { usageLimit: 1000, resetPeriod: 'MONTH', ...more });
  const withLimit = async (more: Json = {}, draft: Json = {}): Promise<string> => {
    const id = await plans.create(draft);
    await plans.entitle(id, limited(more));
    return id;
  };
  const overage = (...overagePricingModels: Json[]): Json => ({ overagePricingModels });
  const ofCredits = (more: Json = {}): Json => ({
    billingModel: 'USAGE_BASED',
    currencyId: 'tokens',
    pricePeriods: [monthly(0.5)],
    ...more,
  });
  const grant = { type: 'CREDIT', id: 'tokens', amount: 50, cadence: 'MONTH' };
  const creditEntitlement = { customCurrencyId: 'tokens', amount: 70, cadence: 'YEAR' };
  const nameOf = ({ id, type }: Json) => ({ id, type });

  describe('R5: what lies above the limit', () => {
    it('is listed apart from the other charges', async () => {
      const id = await withLimit();
      const block = {
        billingPeriod: 'MONTHLY',
        price: usd(2),
        blockSize: 100,
      };
      await expectOk(
        plans.price(id, {
          pricingModels: [flatFee(49)],
          overagePricingModels: [{ ...overageOf('calls', 0), pricePeriods: [block] }],
          billingId: 'external',
        }),
      );
      expect(await plans.charges(id)).toMatchObject([{ billingModel: 'FLAT_FEE' }]);
      expect(await plans.overages(id)).toMatchObject([
        { featureId: 'calls', price: usd(2), blockSize: 100, billingId: 'external', currencyId: null },
      ]);
    });

    it.each([
      ['on renewal, unless the plan says otherwise', null],
      ['as the plan says', 'MONTHLY'],
      ['on renewal', 'ON_SUBSCRIPTION_RENEWAL'],
    ])('is billed %s', async (_, overageBillingPeriod) => {
      const id = await withLimit();
      const more = overageBillingPeriod === null ? {} : { overageBillingPeriod };
      const told = await expectOk(plans.price(id, { ...overage(overageOf('calls', 1)), ...more }));
      expect(told).toMatchObject({ overageBillingPeriod });
      const kept = await expectOk(plans.price(id, {}));
      expect(kept).toMatchObject({ overageBillingPeriod });
    });

    it('refuses another billing period', async () => {
      const answer = await plans.price(await plans.create(), { overageBillingPeriod: 'WEEKLY' });
      expect(answer).toRefuse('BadUserInput', /overageBillingPeriod/);
    });

    it('makes the limit a soft one', async () => {
      const id = await withLimit({ hasSoftLimit: false });
      await expectOk(plans.price(id, overage(overageOf('calls', 1))));
      expect(await plans.entitlements(id)).toMatchObject([{ usageLimit: 1000, hasSoftLimit: true }]);
    });

    it('also one that was made a hard one since, when the plan is published', async () => {
      const id = await withLimit();
      await expectOk(plans.price(id, overage(overageOf('calls', 1))));
      const hard = { type: 'FEATURE', hasSoftLimit: false };
      await expectOk(api.rest('PATCH', `/plans/${id}/entitlements/calls`, hard));
      await expectOk(plans.publish(id));
      expect(await plans.entitlements(id)).toMatchObject([{ hasSoftLimit: true }]);
    });

    it('makes an inherited limit the own of the plan, and leaves the parent as it was', async () => {
      const parentPlanId = await withLimit({}, { pricingType: 'FREE' });
      await expectOk(plans.publish(parentPlanId));
      const id = await plans.create({ parentPlanId });
      const told = await expectOk<{ entitlements: Json[] }>(plans.price(id, overage(overageOf('calls', 1))));
      expect(told.entitlements.map(nameOf)).toEqual([{ id: 'calls', type: 'FEATURE' }]);
      expect(await plans.entitlements(id)).toMatchObject([
        { id: 'calls', usageLimit: 1000, resetPeriod: 'MONTH', hasSoftLimit: true },
      ]);
      expect(await plans.entitlements(parentPlanId)).toMatchObject([{ hasSoftLimit: false }]);
    });

    it('is open to customers: usage above the limit goes on', async () => {
      const id = await withLimit({ usageLimit: 10 });
      const charges = { pricingType: 'CUSTOM', ...overage(overageOf('calls', 1)) };
      await expectOk(plans.price(id, charges));
      await expectOk(plans.publish(id));
      await createCustomer(api, 'heavy');
      await subscribe(api, 'heavy', id);
      await expectOk(report(api, 'heavy', 'calls', 25));
      expect(await check(api, 'heavy', 'featureId=calls&requestedUsage=5')).toMatchObject({
        isGranted: true,
        currentUsage: 25,
        usageLimit: 10,
      });
    });
  });

  describe('R5: the entitlement that it carries', () => {
    const carrying = (entitlement: Json, more: Json = {}): Json =>
      overageOf('calls', 1, { entitlement: { featureId: 'calls', ...entitlement }, ...more });

    it('is made on the draft, soft whatever it says', async () => {
      const id = await plans.create();
      await plans.entitle(id, feature('sso'));
      const value = { usageLimit: 500, resetPeriod: 'MONTH', hasSoftLimit: false };
      const monthlyResetPeriodConfiguration = { accordingTo: 'StartOfTheMonth' };
      await expectOk(plans.price(id, overage(carrying({ ...value, monthlyResetPeriodConfiguration }))));
      expect(await plans.entitlements(id)).toMatchObject([
        { id: 'sso', order: 1 },
        {
          ...{ ...value, id: 'calls', order: 2, hasSoftLimit: true, behavior: 'Increment' },
          resetPeriodConfiguration: monthlyResetPeriodConfiguration,
        },
      ]);
    });

    it('changes the one that stands there, and may name the feature alone', async () => {
      const id = await withLimit();
      const model = { ...carrying({ usageLimit: 7 }), featureId: undefined };
      await expectOk(plans.price(id, overage(model)));
      expect(await plans.entitlements(id)).toMatchObject([
        { usageLimit: 7, resetPeriod: 'MONTH', hasSoftLimit: true },
      ]);
      expect(await plans.overages(id)).toMatchObject([{ featureId: 'calls' }]);
    });

    it.each<[string, Json, string, RegExp]>([
      ['another feature', { featureId: 'storage' }, 'BadUserInput', /entitlement\.featureId is storage/],
      ['half a limit', { usageLimit: 1.5 }, 'BadUserInput', /entitlement\.usageLimit must be an integer/],
      ['a negative limit', { usageLimit: -1 }, 'BadUserInput', /usageLimit/],
      ['a limit of too much', { usageLimit: 2 ** 53 }, 'EntitlementUsageOutOfRangeError', /usageLimit/],
      ['no limit', { hasUnlimitedUsage: true }, 'OveragePriceRequiresUsageLimit', /calls/],
      ['nothing of a limit', {}, 'OveragePriceRequiresUsageLimit', /calls/],
      [
        'a configuration of another period',
        { usageLimit: 5, resetPeriod: 'DAY', weeklyResetPeriodConfiguration: { accordingTo: 'EveryMonday' } },
        'InvalidEntitlementResetPeriod',
        /overagePricingModels\[0\]\.entitlement\.weekly/,
      ],
    ])('is refused with %s, and nothing is stored', async (_, entitlement, code, message) => {
      const id = await plans.create();
      expect(await plans.price(id, overage(carrying(entitlement)))).toRefuse(code as never, message);
      expect(await plans.entitlements(id)).toEqual([]);
      expect(await plans.overages(id)).toEqual([]);
    });

    it('is written to the activity log', async () => {
      const id = await withLimit();
      await expectOk(plans.price(id, overage(overageOf('calls', 1))));
      const log = await app.dataSource.query<{ before: Json; after: Json }[]>(
        `select before, after from activity where parent_id = $1 and type = 'plan_entitlement.updated'`,
        [id],
      );
      expect(log).toMatchObject([{ before: { hasSoftLimit: false }, after: { hasSoftLimit: true } }]);
    });
  });

  describe('R6: OveragePriceRequiresUsageLimit', () => {
    const refused = async (id: string, ...models: Json[]) =>
      expect(await plans.price(id, overage(overageOf('calls', 1), ...models))).toRefuse(
        'OveragePriceRequiresUsageLimit',
        /gives calls no usageLimit/,
      );

    it('for a feature that the plan does not entitle, or without limit, or without end', async () => {
      await refused(await plans.create());
      await refused(await withLimit({ usageLimit: null }));
      await refused(await withLimit({ usageLimit: null, hasUnlimitedUsage: true }));
      await refused(await withLimit({ isGranted: false }));
    });

    it('also when the limit goes after the price came', async () => {
      const id = await withLimit();
      await expectOk(plans.price(id, { ...overage(overageOf('calls', 1)), pricingModels: [flatFee(1)] }));
      const unlimited = { type: 'FEATURE', hasUnlimitedUsage: true };
      await expectOk(api.rest('PATCH', `/plans/${id}/entitlements/calls`, unlimited));
      expect(await plans.publish(id)).toRefuse('OveragePriceRequiresUsageLimit', /calls/);
      await expectOk(api.rest('DELETE', `/plans/${id}/entitlements/calls`));
      expect(await plans.publish(id)).toRefuse('OveragePriceRequiresUsageLimit', /calls/);
      await plans.entitle(id, limited());
      await expectOk(plans.publish(id));
      expect(await plans.entitlements(id)).toMatchObject([{ hasSoftLimit: true }]);
    });

    it('not above a commitment, whose quantity is the limit', async () => {
      const id = await plans.create();
      const commitment = { billingModel: 'PER_UNIT', featureId: 'calls', pricePeriods: [monthly(1)] };
      const both = { pricingModels: [commitment], ...overage(overageOf('calls', 2)) };
      await expectOk(plans.price(id, both));
      await expectOk(plans.publish(id));
    });
  });

  describe('R6: overage of credits', () => {
    it('is of credits that the plan grants, whose limit becomes soft', async () => {
      const id = await plans.create();
      await plans.entitle(id, grant);
      await expectOk(plans.price(id, overage(ofCredits())));
      expect(await plans.overages(id)).toMatchObject([
        { currencyId: 'tokens', topUpCustomCurrencyId: null, featureId: null, price: usd(0.5) },
      ]);
      expect(await plans.entitlements(id)).toMatchObject([
        { type: 'CREDIT', amount: 50, hasSoftLimit: true },
      ]);
    });

    it('or that it adds through creditEntitlement', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, overage(ofCredits({ creditEntitlement, currencyId: undefined }))));
      expect(await plans.entitlements(id)).toMatchObject([
        { type: 'CREDIT', id: 'tokens', amount: 70, cadence: 'YEAR', hasSoftLimit: true },
      ]);
      const changed = { ...creditEntitlement, amount: 80, cadence: 'MONTH' };
      await expectOk(plans.price(id, overage(ofCredits({ creditEntitlement: changed }))));
      expect(await plans.entitlements(id)).toMatchObject([{ amount: 80, cadence: 'MONTH' }]);
    });

    it('is CreditOveragePriceCurrencyNotFound for others, on PATCH and when published', async () => {
      const bare = await plans.create();
      expect(await plans.price(bare, overage(ofCredits()))).toRefuse(
        'CreditOveragePriceCurrencyNotFound',
        /tokens/,
      );
      const id = await plans.create();
      await plans.entitle(id, grant);
      await expectOk(plans.price(id, overage(ofCredits())));
      await expectOk(api.rest('DELETE', `/plans/${id}/entitlements/tokens?type=CREDIT`));
      expect(await plans.publish(id)).toRefuse('CreditOveragePriceCurrencyNotFound', /tokens/);
    });

    it('is CustomCurrencyNotFound for one that does not exist (C4)', async () => {
      const id = await plans.create();
      const answer = await plans.price(id, overage(ofCredits({ currencyId: 'nowhere' })));
      expect(answer).toRefuse('CustomCurrencyNotFound', /nowhere/);
    });

    it('is InvalidCreditOverageBillingModel unless USAGE_BASED', async () => {
      const id = await plans.create();
      await plans.entitle(id, grant);
      for (const billingModel of ['PER_UNIT', 'FLAT_FEE', 'CREDIT_BASED']) {
        expect(await plans.price(id, overage(ofCredits({ billingModel })))).toRefuse(
          'InvalidCreditOverageBillingModel',
          /overagePricingModels\[0\]\.billingModel/,
        );
      }
    });
  });

  it('R1, R3: rows of overage obey the rules of rows', async () => {
    const id = await withLimit();
    const twice = overage(overageOf('calls', 1), overageOf('calls', 2));
    expect(await plans.price(id, twice)).toRefuse(
      'BadUserInput',
      /overagePricingModels\[1\].* prices the same/,
    );
    const tiers = { ...overageOf('calls', 1), pricePeriods: [{ billingPeriod: 'MONTHLY', tiers: [{}] }] };
    expect(await plans.price(id, overage(tiers))).toRefuse(
      'BadUserInput',
      /tiers: a USAGE_BASED overage takes none/,
    );
    expect(await plans.price(id, overage({ ...overageOf('seats', 1) }))).toRefuse(
      'BadUserInput',
      /not metered/,
    );
    expect(await plans.price(id, overage({ ...overageOf('calls', 1), currencyId: 'tokens' }))).toRefuse(
      'BadUserInput',
      /one of them/,
    );
  });

  it('decision 10: is written and told over GraphQL too', async () => {
    const id = await plans.create();
    const document =
      'mutation($id: String!, $input: UpdatePlanInput!) { updatePlan(id: $id, input: $input) { overageBillingPeriod } }';
    const entitlement = { featureId: 'calls', usageLimit: 5, resetPeriod: 'DAY' };
    const models = [overageOf('calls', 0.25, { entitlement }), ofCredits({ creditEntitlement })];
    const charges = { pricingType: 'PAID', overageBillingPeriod: 'MONTHLY', ...overage(...models) };
    expect(await expectOk(api.graphql(document, { id, input: { charges } }))).toEqual({
      overageBillingPeriod: 'MONTHLY',
    });
    const fields = 'edges { node { featureId currencyId price { amount } } } totalCount';
    const told = await api.graphql(`query($id: String!) { planOverageCharges(id: $id) { ${fields} } }`, {
      id,
    });
    expect(await expectOk(Promise.resolve(told))).toEqual({
      edges: [
        { node: { featureId: 'calls', currencyId: null, price: { amount: 0.25 } } },
        { node: { featureId: null, currencyId: 'tokens', price: { amount: 0.5 } } },
      ],
      totalCount: 2,
    });
    expect(await api.graphql('{ planOverageCharges(id: "nowhere") { totalCount } }')).toRefuse(
      'PlanNotFound',
    );
  });
});
