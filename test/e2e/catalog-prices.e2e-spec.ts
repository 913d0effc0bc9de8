import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { bringIntoForce, exportCatalog, inShort, planCatalog, planned } from '../support/catalog-door';
import { catalogDocument, changedCatalog, entitled, named } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { catalogForEach } from '../support/sold-catalog';

// Domain: catalog

const usd = (amount: number) => ({ amount, currency: 'usd' });

describe('prices in a catalog document', () => {
  let app: TestApp;
  let api: ApiClient;

  catalogForEach((sold) => ({ app, api } = sold));

  /** The catalog with other charges of the plan pro. */
  const priced = (charges: Json | undefined, more: Json = {}) =>
    changedCatalog(({ plans }) => Object.assign(named(plans, 'pro'), { charges, ...more }));
  const pro = () => named(catalogDocument().plans, 'pro')['charges'] as Json & { pricingModels: Json[] };
  const rows = async (path: string) =>
    (await expectOk<Json[]>(api.rest('GET', `/plans/pro/${path}`))).map(({ billingModel, billingPeriod }) => [
      billingModel,
      billingPeriod,
    ]);

  it('R1: are kept row by row, in their order', async () => {
    expect(await rows('charges')).toEqual([
      ['FLAT_FEE', 'MONTHLY'],
      ['FLAT_FEE', 'MONTHLY'],
      ['FLAT_FEE', 'ANNUALLY'],
      ['PER_UNIT', 'MONTHLY'],
      ['MINIMUM_SPEND', 'MONTHLY'],
    ]);
    expect(await rows('overage-charges')).toEqual([['USAGE_BASED', 'MONTHLY']]);
    expect(named((await exportCatalog(api)).plans, 'pro')['charges']).toEqual(pro());
  });

  it('however they are grouped and spelled, the same prices are the same', async () => {
    const [flat, units] = pro().pricingModels as [Json, Json];
    const [monthly, german, annually] = flat['pricePeriods'] as [Json, Json, Json];
    const document = priced({
      ...pro(),
      minimumSpend: undefined,
      pricingModels: [
        { ...flat, billingCadence: 'RECURRING', pricePeriods: [{ ...monthly, price: { amount: 49 } }] },
        { ...flat, pricePeriods: [german] },
        { ...flat, pricePeriods: [annually] },
        units,
        { billingModel: 'MINIMUM_SPEND', pricePeriods: [{ billingPeriod: 'MONTHLY', price: usd(10) }] },
      ],
    });
    expect((await planned(api, document)).changes).toEqual([]);
  });

  it.each<[string, Json, RegExp]>([
    [
      'a feature that nobody knows',
      {
        pricingModels: [
          {
            billingModel: 'PER_UNIT',
            featureId: 'x',
            pricePeriods: [{ billingPeriod: 'MONTHLY', price: usd(1) }],
          },
        ],
      },
      /^document\.plans\[0\]\.charges\.pricingModels\[PER_UNIT x\]: features has no x/,
    ],
    [
      'credits that nobody knows',
      {
        pricingModels: [
          {
            billingModel: 'CREDIT_BASED',
            topUpCustomCurrencyId: 'gold',
            pricePeriods: [{ billingPeriod: 'MONTHLY', price: usd(1) }],
          },
        ],
      },
      /pricingModels\[CREDIT_BASED gold\]: customCurrencies has no gold/,
    ],
  ])('L10: refuse %s', async (_what, charges, message) => {
    expect(await planCatalog(api, priced(charges))).toRefuse('MergeEnvironmentValidationError', message);
  });

  it('are refused as their own operations refuse them', async () => {
    const twice = {
      billingModel: 'FLAT_FEE',
      pricePeriods: [1, 2].map((amount) => ({ billingPeriod: 'MONTHLY', price: usd(amount) })),
    };
    expect(await planCatalog(api, priced({ pricingModels: [twice] }))).toRefuse(
      'BadUserInput',
      /^document\.plans\[0\]: charges\.pricingModels\[0\]\.pricePeriods\[1\] prices the same/,
    );
    expect(await planCatalog(api, priced({}))).toRefuse(
      'BadUserInput',
      /^document\.plans\[0\]: .*PAID and needs a charge/,
    );
    const carrying = {
      overagePricingModels: [{ billingModel: 'USAGE_BASED', pricePeriods: [], entitlement: {} }],
    };
    expect(await planCatalog(api, priced(carrying))).toRefuse(
      'BadUserInput',
      /entitlement is not a known field/,
    );
  });

  describe('brought into force', () => {
    it('differ by name, price by price, and make a new version', async () => {
      const [flat, units] = pro().pricingModels as [Json, Json];
      const [monthly, german] = flat['pricePeriods'] as [Json, Json];
      const document = priced({
        ...pro(),
        minimumSpend: undefined,
        pricingModels: [{ ...flat, pricePeriods: [{ ...monthly, price: usd(59) }, german] }, units],
      });
      const { changes } = await planned(api, document);
      expect(inShort(changes)).toEqual(['PUBLISH PLAN pro']);
      expect(changes[0]?.fields).toEqual([
        {
          path: 'charges.minimumSpend[MONTHLY]',
          before: { billingPeriod: 'MONTHLY', minimum: usd(10) },
          after: null,
        },
        {
          path: 'charges.pricingModels[FLAT_FEE].pricePeriods[MONTHLY].price.amount',
          before: 49,
          after: 59,
        },
        {
          path: 'charges.pricingModels[FLAT_FEE].pricePeriods[ANNUALLY]',
          before: { billingPeriod: 'ANNUALLY', price: usd(490) },
          after: null,
        },
      ]);
      await bringIntoForce(api, document);
      expect((await planned(api, document)).changes).toEqual([]);
      expect(await rows('charges')).toEqual([
        ['FLAT_FEE', 'MONTHLY'],
        ['FLAT_FEE', 'MONTHLY'],
        ['PER_UNIT', 'MONTHLY'],
      ]);
    });

    it('R12, R7: of one feature in money and in credits are two models, told and taken elsewhere', async () => {
      const usage = { billingModel: 'USAGE_BASED', featureId: 'api-calls' };
      const creditRate = { amount: 2, currencyId: 'tokens' };
      const pricingModels = [
        { billingModel: 'FLAT_FEE', pricePeriods: [{ billingPeriod: 'MONTHLY', price: usd(5) }] },
        { ...usage, pricePeriods: [{ billingPeriod: 'MONTHLY', price: usd(1) }] },
        { ...usage, pricePeriods: [{ billingPeriod: 'MONTHLY', billingCountryCode: 'DE', creditRate }] },
      ];
      await expectOk(
        api.rest('POST', '/plans', {
          id: 'both',
          displayName: 'Both',
          productId: 'maps',
          pricingType: 'PAID',
        }),
      );
      await expectOk(api.rest('PATCH', '/plans/both', { charges: { pricingType: 'PAID', pricingModels } }));
      await expectOk(api.rest('POST', '/plans/both/publish', { migrationType: 'NEW_CUSTOMERS' }));
      const told = await exportCatalog(api);
      expect(named(told.plans, 'both')['charges']).toEqual({ pricingModels });
      expect((await planned(api, told)).changes).toEqual([]);
      const other = (await app.newEnvironment()).api;
      await bringIntoForce(other, told);
      expect(await exportCatalog(other)).toEqual(told);

      const dearer = structuredClone(pricingModels);
      Object.assign(dearer[0]?.pricePeriods[0] as Json, { price: usd(6) });
      Object.assign(named(told.plans, 'both'), { charges: { pricingModels: dearer } });
      await bringIntoForce(api, told);
      expect((await exportCatalog(api)).plans).toEqual(told.plans);
    });

    it('T1: go and come with the type and the trial', async () => {
      const free = priced(undefined, {
        pricingType: 'FREE',
        defaultTrialConfig: undefined,
        packageGroups: undefined,
      });
      for (const document of [free, catalogDocument(), free]) {
        await bringIntoForce(api, document);
        expect((await planned(api, document)).changes).toEqual([]);
      }
      expect(await rows('charges')).toEqual([]);
    });

    it('R5: an overage makes its limit soft, whether the document says so or not', async () => {
      const document = changedCatalog(({ plans }) => {
        const calls = entitled(plans, 'pro', 1);
        Object.assign(calls, { usageLimit: 7000, hasSoftLimit: undefined });
      });
      await bringIntoForce(api, document);
      expect((await planned(api, document)).changes).toEqual([]);
      expect(entitled((await exportCatalog(api)).plans, 'pro', 1)).toMatchObject({ hasSoftLimit: true });
    });

    it('R5: an overage above an inherited limit is written with that limit', async () => {
      const document = changedCatalog(({ plans }) => {
        const plan = named(plans, 'pro');
        plan['entitlements'] = (plan['entitlements'] as Json[]).filter(({ id }) => id !== 'api-calls');
        delete entitled(plans, 'starter', 0)['hasSoftLimit'];
      });
      expect(await planCatalog(api, document)).toRefuse(
        'MergeEnvironmentValidationError',
        /^document\.plans\[0\]\.charges\.overagePricingModels\[USAGE_BASED api-calls\]: the limit is inherited/,
      );
      entitled(document.plans, 'starter', 0)['hasSoftLimit'] = true;
      await bringIntoForce(api, document);
      expect((await planned(api, document)).changes).toEqual([]);
    });
  });
});
