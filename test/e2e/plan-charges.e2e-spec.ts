import { createTestApp, type TestApp } from '../support/app';
import { createFeature, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { flatFee, monthly, PricedDrafts, stockShelves, usd } from '../support/priced-plans';

// Domain: catalog

describe('charges of plans', () => {
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

  const annually = (price: number): Json => ({ ...monthly(price), billingPeriod: 'ANNUALLY' });
  const seats: Json = {
    billingModel: 'PER_UNIT',
    featureId: 'seats',
    minUnitQuantity: 1,
    maxUnitQuantity: 50,
    pricePeriods: [monthly(10)],
  };
  const usage: Json = {
    billingModel: 'USAGE_BASED',
    featureId: 'calls',
    tiersMode: 'GRADUATED',
    resetPeriod: 'MONTH',
    monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' },
    pricePeriods: [
      { billingPeriod: 'MONTHLY', tiers: [{ upTo: 100, flatPrice: usd(20) }, { unitPrice: usd(0.06) }] },
    ],
  };
  const rated = (more: Json = {}): Json => ({
    billingModel: 'USAGE_BASED',
    featureId: 'calls',
    pricePeriods: [{ billingPeriod: 'MONTHLY', creditRate: { amount: 2.5, currencyId: 'tokens', ...more } }],
  });
  const nothing: Json = {
    ...{ billingCountryCode: null, billingId: null, blockSize: null, creditGrantCadence: null },
    ...{ creditRate: null, crmId: null, crmLinkUrl: null, currencyId: null, featureId: null },
    ...{ maxUnitQuantity: null, minUnitQuantity: null, price: null, resetPeriod: null },
    ...{ resetPeriodConfiguration: null, tiers: null, tiersMode: null, topUpCustomCurrencyId: null },
    ...{ billingCadence: 'RECURRING', billingPeriod: 'MONTHLY', usedInSubscriptions: false },
  };
  const pricesOf = (charges: Json[]) => charges.map(({ price }) => (price as Json)['amount']);

  it('R1: are told as they were sent, in that order, each field there', async () => {
    const id = await plans.create();
    const pricingModels = [
      { billingModel: 'FLAT_FEE', pricePeriods: [monthly(49), annually(490.5)] },
      seats,
      usage,
      {
        billingModel: 'CREDIT_BASED',
        topUpCustomCurrencyId: 'tokens',
        billingCadence: 'ONE_OFF',
        pricePeriods: [monthly(5, { blockSize: 1000 })],
      },
    ];
    const minimumSpend = [{ billingPeriod: 'MONTHLY', minimum: usd(100) }];
    const told = await expectOk(plans.price(id, { pricingModels, minimumSpend, billingId: 'external-7' }));
    expect(told).toMatchObject({ pricingType: 'PAID', billingId: null });
    const row = {
      ...nothing,
      billingId: 'external-7',
      id: expect.any(String) as string,
      createdAt: app.clock.now().toISOString(),
    };
    expect(await plans.charges(id)).toEqual([
      { ...row, billingModel: 'FLAT_FEE', price: usd(49) },
      { ...row, billingModel: 'FLAT_FEE', billingPeriod: 'ANNUALLY', price: usd(490.5) },
      {
        ...{ ...row, billingModel: 'PER_UNIT', featureId: 'seats' },
        ...{ minUnitQuantity: 1, maxUnitQuantity: 50, price: usd(10) },
      },
      {
        ...{ ...row, billingModel: 'USAGE_BASED', featureId: 'calls', tiersMode: 'GRADUATED' },
        ...{ resetPeriod: 'MONTH', resetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' } },
        tiers: [
          { upTo: 100, flatPrice: usd(20), unitPrice: null },
          { upTo: null, flatPrice: null, unitPrice: usd(0.06) },
        ],
      },
      {
        ...{ ...row, billingModel: 'CREDIT_BASED', billingCadence: 'ONE_OFF', blockSize: 1000 },
        ...{ topUpCustomCurrencyId: 'tokens', price: usd(5) },
      },
      { ...row, billingModel: 'MINIMUM_SPEND', price: usd(100) },
    ]);
  });

  it('R12, credits F2: a rate is told with its formula', async () => {
    const id = await plans.create();
    await expectOk(plans.price(id, { pricingModels: [rated({ costFormula: '1.1 * size' })] }));
    const creditRate = { amount: 2.5, currencyId: 'tokens', costFormula: '1.1 * size' };
    expect(await plans.charges(id)).toMatchObject([{ creditRate, price: null, featureId: 'calls' }]);
    await expectOk(plans.price(id, { pricingModels: [rated()] }));
    expect(await plans.charges(id)).toMatchObject([{ creditRate: { ...creditRate, costFormula: null } }]);
  });

  describe('R1: a PATCH', () => {
    it('replaces all rows as soon as it states any list, those of the other lists too', async () => {
      const id = await plans.create();
      const minimumSpend = [{ billingPeriod: 'MONTHLY', minimum: usd(9) }];
      await expectOk(plans.price(id, { pricingModels: [flatFee(1)], minimumSpend }));
      const before = await plans.charges(id);
      await expectOk(plans.price(id, { pricingModels: [flatFee(2)] }));
      const after = await plans.charges(id);
      expect(pricesOf(after)).toEqual([2]);
      expect(before.map(({ id }) => id)).not.toContain(after[0]?.['id']);
      await expectOk(plans.price(id, { minimumSpend }));
      expect(await plans.charges(id)).toMatchObject([{ billingModel: 'MINIMUM_SPEND' }]);
      await expectOk(plans.price(id, { minimumSpend: null }));
      expect(await plans.charges(id)).toEqual([]);
    });

    it('leaves them when it states none, and sets the pricing type and the billing id', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
      const told = await expectOk(plans.price(id, { pricingType: 'CUSTOM', billingId: 'later' }));
      expect(told).toMatchObject({ pricingType: 'CUSTOM' });
      expect(await plans.charges(id)).toMatchObject([{ price: usd(1), billingId: 'later' }]);
      await expectOk(plans.update(id, { displayName: 'Other', charges: null }));
      expect(pricesOf(await plans.charges(id))).toEqual([1]);
    });

    it('L8: to FREE removes them, and takes none', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
      const refused = await plans.price(id, { pricingType: 'FREE', pricingModels: [flatFee(1)] });
      expect(refused).toRefuse('BadUserInput', /charges\.pricingModels: FREE takes no charges/);
      expect(pricesOf(await plans.charges(id))).toEqual([1]);
      await expectOk(plans.price(id, { pricingType: 'FREE' }));
      expect(await plans.charges(id)).toEqual([]);
    });

    it('that is refused changes nothing', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
      const answer = await plans.update(id, {
        displayName: 'Changed',
        charges: { pricingType: 'CUSTOM', pricingModels: [flatFee(2), flatFee(3)] },
      });
      expect(answer).toRefuse('BadUserInput', /pricingModels\[1\]\.pricePeriods\[0\] prices the same/);
      expect(pricesOf(await plans.charges(id))).toEqual([1]);
      expect(await expectOk(api.rest('GET', `/plans/${id}`))).toMatchObject({
        pricingType: 'PAID',
        displayName: id,
      });
    });

    it('is written to the activity log with the rows before and after', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [flatFee(1)] }));
      await expectOk(plans.price(id, { pricingModels: [flatFee(2)] }));
      const log = await app.dataSource.query<Json[]>(
        `select before, after from activity where entity_id = $1 and type = 'plan_charges.updated' order by uid`,
        [id],
      );
      const amounts = log.map((entry) =>
        ['before', 'after'].map((side) => pricesOf((entry[side] as { charges: Json[] }).charges)),
      );
      expect(amounts).toEqual([
        [[], [1]],
        [[1], [2]],
      ]);
    });
  });

  describe('the shape', () => {
    const model = (more: Json): Json => ({ ...flatFee(1), ...more });

    it.each<[string, Json, RegExp]>([
      ['R2: an unknown model', model({ billingModel: 'FLAT' }), /billingModel must be one of/],
      ['R2: an unknown cadence', model({ billingCadence: 'ONCE' }), /billingCadence/],
      ['R2: an unknown period', model({ pricePeriods: [{ billingPeriod: 'WEEKLY' }] }), /billingPeriod/],
      ['no period', model({ pricePeriods: [] }), /pricePeriods must have at least 1 element/],
      ['an unknown key', model({ pricePeriods: [monthly(1, { tax: 5 })] }), /tax/],
      ['a price as text', model({ pricePeriods: [monthly(0, { price: { amount: '5' } })] }), /amount/],
      ['a negative price', model({ pricePeriods: [monthly(-1)] }), /amount must be at least 0/],
      [
        'another currency',
        model({ pricePeriods: [monthly(0, { price: { amount: 1, currency: 'EUR' } })] }),
        /currency/,
      ],
      ['R3: more than 999,999 units', { ...seats, maxUnitQuantity: 1_000_000 }, /maxUnitQuantity/],
      ['R3: half units', { ...seats, minUnitQuantity: 0.5 }, /minUnitQuantity must be an integer/],
      ['R3: fewest above most', { ...seats, minUnitQuantity: 51 }, /minUnitQuantity must not be above/],
      [
        'R3: units of a flat fee',
        model({ minUnitQuantity: 1 }),
        /minUnitQuantity: a FLAT_FEE charge takes none/,
      ],
      [
        'R4: tiers that end',
        { ...usage, pricePeriods: [{ billingPeriod: 'MONTHLY', tiers: [{ upTo: 5, unitPrice: usd(1) }] }] },
        /the last tier/,
      ],
      [
        'R7: a country of nobody',
        model({ pricePeriods: [monthly(1, { billingCountryCode: 'XX' })] }),
        /billingCountryCode/,
      ],
      ['R12: a formula that says nothing', rated({ costFormula: '1 +' }), /costFormula: the end at 4/],
      ['R12: a rate of 0', rated({ amount: 0 }), /creditRate\.amount must be above 0/],
    ])('refuses %s', async (_, pricingModel, message) => {
      const id = await plans.create();
      expect(await plans.price(id, { pricingModels: [pricingModel] })).toRefuse('BadUserInput', message);
    });

    it('R9: an amount above 999,999,999.99 is AmountTooLarge', async () => {
      const id = await plans.create();
      const price = (amount: number) => plans.price(id, { pricingModels: [flatFee(amount)] });
      expect(await price(1_000_000_000)).toRefuse('AmountTooLarge', /pricePeriods\[0\]\.price\.amount/);
      await expectOk(price(999_999_999.99));
      expect(pricesOf(await plans.charges(id))).toEqual([999_999_999.99]);
      const minimumSpend = [{ billingPeriod: 'MONTHLY', minimum: usd(1_000_000_000) }];
      expect(await plans.price(id, { minimumSpend })).toRefuse(
        'AmountTooLarge',
        /minimumSpend\[0\]\.minimum/,
      );
    });

    it('R9: keeps the last decimal of a small price', async () => {
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [flatFee(0.000000000001)] }));
      expect(pricesOf(await plans.charges(id))).toEqual([1e-12]);
      expect(await plans.price(id, { pricingModels: [flatFee(1e-13)] })).toRefuse(
        'BadUserInput',
        /12 decimals/,
      );
    });

    it('E7: the window of usage is that of an INCREMENTAL feature', async () => {
      const id = await plans.create();
      const gauge = { billingModel: 'USAGE_BASED', featureId: 'storage', pricePeriods: [monthly(1)] };
      expect(await plans.price(id, { pricingModels: [{ ...gauge, resetPeriod: 'MONTH' }] })).toRefuse(
        'InvalidEntitlementResetPeriod',
        /pricingModels\[0\]\.resetPeriod/,
      );
      await expectOk(plans.price(id, { pricingModels: [gauge] }));
    });
  });

  describe('R7, R9: countries', () => {
    const eur = (amount: number) => ({ amount, currency: 'eur' });
    const german = (amount: number) => monthly(0, { price: eur(amount), billingCountryCode: 'DE' });

    it('have rows of their own beside the default ones, in their own currency', async () => {
      const id = await plans.create();
      await expectOk(
        plans.price(id, {
          pricingModels: [{ billingModel: 'FLAT_FEE', pricePeriods: [monthly(10), german(9)] }],
        }),
      );
      expect(await plans.charges(id)).toMatchObject([
        { billingCountryCode: null, price: usd(10) },
        { billingCountryCode: 'DE', price: eur(9) },
      ]);
    });

    it('pay in one currency', async () => {
      const id = await plans.create();
      const flat = { billingModel: 'FLAT_FEE', pricePeriods: [monthly(10), german(9)] };
      expect(await plans.price(id, { pricingModels: [flat, seats] })).toRefuse(
        'BadUserInput',
        /customers of DE would pay in eur and usd/,
      );
      const priced = { ...seats, pricePeriods: [monthly(10), german(8)] };
      await expectOk(plans.price(id, { pricingModels: [flat, priced] }));
    });
  });

  describe('references', () => {
    const sold = (id: string): Json => ({
      billingModel: 'CREDIT_BASED',
      topUpCustomCurrencyId: id,
      pricePeriods: [monthly(1)],
    });

    it('C4: what a charge names exists', async () => {
      const id = await plans.create();
      for (const [pricingModel, code] of [
        [{ ...seats, featureId: 'nowhere' }, 'FeatureNotFound'],
        [sold('nowhere'), 'CustomCurrencyNotFound'],
        [rated({ currencyId: 'nowhere' }), 'CustomCurrencyNotFound'],
      ] as const) {
        expect(await plans.price(id, { pricingModels: [pricingModel] })).toRefuse(code, /nowhere/);
      }
    });

    it('T-05, T-06: of another environment is byte for byte as unknown', async () => {
      await createFeature(app.b.api, 'theirs', 'metered');
      await expectOk(
        app.b.api.rest('POST', '/credits/custom-currencies', { id: 'theirs', displayName: 'x' }),
      );
      const id = await plans.create();
      for (const named of [
        (ref: string) => ({ ...seats, featureId: ref }),
        (ref: string) => sold(ref),
        (ref: string) => rated({ currencyId: ref }),
      ]) {
        const foreign = await plans.price(id, { pricingModels: [named('theirs')] });
        const unknown = await plans.price(id, { pricingModels: [named('nobody')] });
        expect(foreign.status).toBe(404);
        expect(foreign.text).toBe(unknown.text.replaceAll('nobody', 'theirs'));
      }
    });

    it('F9, R12: and is not archived, neither when it is written nor when it is published', async () => {
      const archived = async (what: string, work: () => Promise<void>) => {
        await app.dataSource.query(`update ${what}`);
        await work();
      };
      const id = await plans.create();
      await expectOk(plans.price(id, { pricingModels: [rated(), sold('gems')] }));
      const refuse = async (message: RegExp) => {
        expect(await plans.publish(id)).toRefuse('EntityIsArchivedError', message);
        const other = await plans.create();
        const answer = await plans.price(other, { pricingModels: [rated(), sold('gems')] });
        expect(answer).toRefuse('EntityIsArchivedError', message);
      };
      for (const currency of ['tokens', 'gems']) {
        await archived(`custom_currency set archived_at = now() where id = '${currency}'`, () =>
          refuse(new RegExp(currency)),
        );
        await archived(`custom_currency set archived_at = null where id = '${currency}'`, async () => {});
      }
      await archived(`feature set feature_status = 'SUSPENDED' where id = 'calls'`, () => refuse(/calls/));
      await archived(`feature set feature_status = 'NEW' where id = 'calls'`, async () => {});
      await expectOk(plans.publish(id));
      const published = await expectOk(api.rest('GET', '/features/calls'));
      expect(published).toMatchObject({ featureStatus: 'ACTIVE' });
    });
  });

  describe('over GraphQL', () => {
    const update = `mutation($id: String!, $input: UpdatePlanInput!) { updatePlan(id: $id, input: $input) { id pricingType } }`;
    const list = `query($id: String!, $status: PackageStatus) { planCharges(id: $id, first: 2, status: $status) {
      totalCount pageInfo { hasNextPage } edges { node {
        billingModel billingPeriod featureId minUnitQuantity tiersMode price { amount currency }
        tiers { upTo flatPrice { amount currency } unitPrice { amount currency } } usedInSubscriptions
      } } } }`;

    it('decision 10: the same charges are written and told', async () => {
      const id = await plans.create();
      const input = { charges: { pricingType: 'PAID', pricingModels: [seats, usage, flatFee(3)] } };
      expect(await expectOk(api.graphql(update, { id, input }))).toEqual({ id, pricingType: 'PAID' });
      const told = await expectOk<{ edges: { node: Json }[]; totalCount: number; pageInfo: Json }>(
        api.graphql(list, { id, status: null }),
      );
      expect(told).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
      const rows = (await plans.charges(id)).slice(0, 2);
      expect(rows.map((row, index) => ({ ...row, ...told.edges[index]?.node }))).toEqual(rows);
      const refused = await api.graphql(update, {
        id,
        input: { charges: { pricingType: 'PAID', pricingModels: [{ ...seats, featureId: 'nowhere' }] } },
      });
      expect(refused).toRefuse('FeatureNotFound', /nowhere/);
      expect(await api.graphql(list, { id: 'nowhere' })).toRefuse('PlanNotFound');
    });
  });
});
