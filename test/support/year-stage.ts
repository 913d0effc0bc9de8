import type { TestApp } from './app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { sandbox, setClock } from './environment-clock';
import type { TestEnvironment } from './environments';
import { createIssuer } from './issuers';
import {
  addonsOfYear,
  couponsOfYear,
  graceHours,
  monthsOfYearPrice,
  plansOfYear,
  millionths,
  trialDays,
  yenOfDollar,
  type Currency,
} from './year-terms';

/** Prices as a request writes them: of a month and of a year, in usd, and in jpy for who is billed in that. */
const periodsOf = (one: (times: number, currency: Currency) => Json): Json[] =>
  (['usd', 'jpy'] as const).flatMap((currency) => {
    const rate = currency === 'jpy' ? yenOfDollar : 1;
    const country = currency === 'jpy' ? { billingCountryCode: 'JP' } : {};
    return [
      { billingPeriod: 'MONTHLY', ...country, ...one(rate, currency) },
      { billingPeriod: 'ANNUALLY', ...country, ...one(rate * monthsOfYearPrice, currency) },
    ];
  });
const amount = (text: string, times: number, currency: Currency): Json => ({
  amount: Number(millionths(text) * BigInt(times)) / 1e6,
  currency,
});
const flatOf = (text: string, more: Json = {}): Json => ({
  billingModel: 'FLAT_FEE',
  pricePeriods: periodsOf((times, currency) => ({ price: amount(text, times, currency) })),
  ...more,
});

function seatsOf(seat: (typeof plansOfYear)[keyof typeof plansOfYear]['seat']): Json {
  const of = { billingModel: 'PER_UNIT', featureId: 'seats' };
  const range = { minUnitQuantity: 0, maxUnitQuantity: 1000 };
  if (typeof seat === 'string')
    return {
      ...of,
      ...range,
      pricePeriods: periodsOf((times, currency) => ({ price: amount(seat, times, currency) })),
    };
  const tiers = (times: number, currency: Currency): Json[] => [
    { upTo: seat.upTo, unitPrice: amount(seat.prices[0], times, currency) },
    { unitPrice: amount(seat.prices[1], times, currency) },
  ];
  return {
    ...{ ...of, ...range, tiersMode: 'GRADUATED' },
    pricePeriods: periodsOf((times, currency) => ({ tiers: tiers(times, currency) })),
  };
}

async function sellYear(api: ApiClient): Promise<void> {
  await createProduct(api, 'year');
  await expectOk(api.rest('POST', '/features', { id: 'seats', displayName: 'Seats', featureType: 'NUMBER' }));
  await createFeature(api, 'calls', 'metered');
  const common = { productId: 'year', pricingType: null };
  for (const [id, price] of Object.entries(addonsOfYear))
    await publishAddon(api, {
      ...{ id, ...common },
      patch: { charges: { pricingType: 'PAID', pricingModels: [flatOf(price)] } },
    });
  const trial = {
    defaultTrialConfig: { duration: trialDays, units: 'DAY', trialEndBehavior: 'CONVERT_TO_PAID' },
  };
  for (const [id, { flat, seat, setup, call }] of Object.entries(plansOfYear)) {
    const once = setup === undefined ? [] : [flatOnce(setup)];
    const used = call === undefined ? [] : [usedOf(call)];
    const pricingModels = [flatOf(flat), seatsOf(seat), ...once, ...used];
    await publishPlan(api, {
      ...{ id, ...common, entitlements: call === undefined ? [] : [unlimitedCalls] },
      patch: {
        compatibleAddonIds: Object.keys(addonsOfYear),
        charges: { pricingType: 'PAID', pricingModels },
        ...(id === 'tried' && trial),
      },
    });
  }
  for (const [id, { off, months }] of Object.entries(couponsOfYear))
    await expectOk(api.rest('POST', '/coupons', { id, name: id, ...offOf(off), ...durationOf(months) }));
}

const usedOf = (text: string): Json => ({
  ...{ billingModel: 'USAGE_BASED', featureId: 'calls' },
  // A call costs by the year what it costs by the month.
  pricePeriods: periodsOf((_, currency) => ({
    price: amount(text, currency === 'jpy' ? yenOfDollar : 1, currency),
  })),
});
const unlimitedCalls = feature('calls', { hasUnlimitedUsage: true, resetPeriod: 'MONTH' });

/** By the month and by the year the same. */
const flatOnce = (text: string): Json => ({
  ...flatOf(text, { billingCadence: 'ONE_OFF' }),
  pricePeriods: periodsOf((_, currency) => ({
    price: amount(text, currency === 'jpy' ? yenOfDollar : 1, currency),
  })),
});

const durationOf = (months: number | null): Json => (months === null ? {} : { durationInMonths: months });
const offOf = (off: (typeof couponsOfYear)[string]['off']): Json =>
  'percent' in off
    ? { percentOff: off.percent }
    : {
        amountsOff: [
          { amount: Number(off.usd), currency: 'usd' },
          { amount: Number(off.jpy), currency: 'jpy' },
        ],
      };

/** A place with all that is sold in a year, and these customers. */
export async function yearStage(
  app: TestApp,
  begin: number,
  customers: ReadonlyMap<string, Currency>,
): Promise<TestEnvironment> {
  const place = await sandbox(app);
  await expectOk(setClock(place, new Date(begin)));
  await expectOk(place.api.rest('PATCH', '/environment-settings', { usageGraceHours: graceHours }));
  await sellYear(place.api);
  await createIssuer(place.api, 'seller');
  for (const [id, currency] of customers)
    await createCustomer(place.api, id, {
      ...{ email: `${id}@example.com`, billingCurrency: currency },
    });
  return place;
}
