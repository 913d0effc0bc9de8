import type { Charge } from '#libs/business/pricing/charge';
import { periodBill } from '#libs/business/pricing/period-bill';
import { inCountry } from '#libs/business/pricing/price-list';
import { newContext, runInContext } from '#libs/context/request-context';
import { ChargesService, pricedCharges } from '#modules/catalog/charges';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { feature, type Json } from '../../../../test/support/catalog';
import { expectOk } from '../../../../test/support/client';
import { useOf } from '../../../../test/support/price-builders';
import {
  flatFee,
  monthly,
  overageOf,
  PricedDrafts,
  stockShelves,
  usd,
} from '../../../../test/support/priced-plans';
import { PackagesService } from './packages.service';

/** What the catalog stores is what libs/business/pricing computes with. Domain: catalog */
describe('prices from the door to the bill', () => {
  let app: TestApp;
  let packages: PackagesService;
  let rows: ChargesService;
  let plans: PricedDrafts;

  beforeAll(async () => {
    app = await createTestApp();
    packages = app.nest.get(PackagesService);
    rows = app.nest.get(ChargesService);
    plans = new PricedDrafts(app.a.api);
    await stockShelves(app.a.api);
  });
  afterAll(() => app.close());

  const chargesOf = (planId: string): Promise<Charge[]> => {
    const { environmentId, accountId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    return runInContext({ ...newContext('test', 'WORKER'), principal, useCase: 'test' }, async () => {
      const { versionUid } = await packages.publishedPlan(planId);
      const found = await rows.ofVersions([versionUid]);
      return pricedCharges(found.get(versionUid) ?? [], null);
    });
  };
  const publish = async (charges: Json): Promise<Charge[]> => {
    const id = await plans.create();
    await plans.entitle(id, feature('calls', { usageLimit: 1000, resetPeriod: 'MONTH' }));
    await expectOk(plans.price(id, charges));
    await expectOk(plans.publish(id));
    return chargesOf(id);
  };
  const usage = { billingModel: 'USAGE_BASED', featureId: 'storage' };
  const tiered = {
    ...usage,
    tiersMode: 'GRADUATED',
    pricePeriods: [
      {
        billingPeriod: 'MONTHLY',
        tiers: [
          { upTo: 100, flatPrice: usd(20) },
          { upTo: 500, unitPrice: usd(0.1) },
          { unitPrice: usd(0.06) },
        ],
      },
    ],
  };
  const bill = (charges: readonly Charge[], quantityOf: (charge: Charge) => number, included = 0) =>
    periodBill({
      currency: charges[0]?.currency ?? 'usd',
      uses: charges.map((charge) =>
        useOf(
          charge,
          quantityOf(charge),
          charge.isOverage ? { included: useOf(charge, included).quantity } : {},
        ),
      ),
    });
  const quantities: Record<string, number> = { seats: 3, storage: 500, calls: 1300 };
  const used = ({ featureId }: Charge) => quantities[featureId ?? ''] ?? 1;

  it('R8: 49 + 3 × 10 + 5.00 is lifted to 100, overage of 300 × 0.01 comes on top: 103.00', async () => {
    const charges = await publish({
      pricingModels: [
        flatFee(49),
        { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] },
        { ...usage, pricePeriods: [monthly(0.01)] },
      ],
      overagePricingModels: [overageOf('calls', 0.01)],
      minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: usd(100) }],
    });
    const told = bill(charges, used, 1000);
    expect(told.lines.map(({ type, amount }) => [type, amount.toFixed(2)])).toEqual([
      ['BaseCharge', '49.00'],
      ['InAdvanceCommitmentCharge', '30.00'],
      ['PayAsYouGoCharge', '5.00'],
      ['MinimumSpendAdjustmentCharge', '16.00'],
      ['OverageCharge', '3.00'],
    ]);
    expect(told.total.toFixed(2)).toBe('103.00');
  });

  it.each([
    ['GRADUATED', 750, '75.00'],
    ['VOLUME', 750, '45.00'],
    ['GRADUATED', 0, '0.00'],
    ['VOLUME', 501, '30.06'],
  ])('R4: %s tiers price %d at %s', async (tiersMode, quantity, amount) => {
    const charges = await publish({ pricingModels: [{ ...tiered, tiersMode }] });
    expect(bill(charges, () => quantity).total.toFixed(2)).toBe(amount);
  });

  it('R5: blocks above the limit: 800 of 500 in blocks of 100 at 2.00 is 6.00', async () => {
    const block = { ...monthly(2), blockSize: 100 };
    const charges = await publish({
      overagePricingModels: [{ ...overageOf('calls', 0), pricePeriods: [block] }],
    });
    expect(bill(charges, () => 800, 500).total.toFixed(2)).toBe('6.00');
  });

  it('R7: a country is billed by its own rows, in its own currency', async () => {
    const german = { billingCountryCode: 'DE', price: { amount: 45.5, currency: 'eur' } };
    const periods = [monthly(49), { billingPeriod: 'MONTHLY', ...german }];
    const charges = await publish({ pricingModels: [{ billingModel: 'FLAT_FEE', pricePeriods: periods }] });
    const totals = ['DE', 'FR'].map((country) => {
      const { total, parameters } = bill(inCountry(charges, country), used);
      return `${total.toFixed(2)} ${parameters.currency}`;
    });
    expect(totals).toEqual(['45.50 eur', '49.00 usd']);
  });

  it('R3, R12: a top-up and usage that is paid in credits stand on no bill, and keep their terms', async () => {
    const charges = await publish({
      pricingModels: [
        flatFee(49),
        {
          billingModel: 'CREDIT_BASED',
          topUpCustomCurrencyId: 'tokens',
          pricePeriods: [monthly(5, { blockSize: 1000 })],
        },
        {
          ...usage,
          pricePeriods: [
            {
              billingPeriod: 'MONTHLY',
              creditRate: { amount: 0.5, currencyId: 'tokens', costFormula: 'size / 2' },
            },
          ],
        },
      ],
    });
    expect(bill(charges, used).total.toFixed(2)).toBe('49.00');
    const [, topUp, rated] = charges;
    expect(topUp).toMatchObject({ isTopUp: true, customCurrencyId: 'tokens' });
    expect(topUp?.blockSize?.toFixed()).toBe('1000');
    expect(rated).toMatchObject({
      price: null,
      currency: null,
      creditRate: { currencyId: 'tokens', costFormula: 'size / 2' },
    });
    expect(rated?.creditRate?.amount.toFixed()).toBe('0.5');
  });
});
