import fc from 'fast-check';
import type { Charge } from '#libs/business/pricing/charge';
import { periodBill } from '#libs/business/pricing/period-bill';
import type { CurrencyCode } from '#libs/business/values/currency';
import { usesOf } from '../../src/modules/billing/subscriptions/domain/charge-uses';
import type { OverrideRequest } from '../../src/modules/billing/subscriptions/domain/override-request';
import { ownFloorOf } from '../../src/modules/billing/subscriptions/domain/own-minimum-spend';
import { pricedBy, purchaseOf, type Purchase } from '../../src/modules/billing/subscriptions/domain/purchase';
import { dec, flatFee, perUnit, usageBased } from '../support/price-builders';

// Domain: customers-subscriptions

const usd: CurrencyCode = 'usd';
const rows: readonly Charge[] = [
  flatFee(49),
  perUnit('seats', 10),
  usageBased('calls', '0.01'),
  flatFee(5, { ref: 'extra', addonId: 'extra' }),
  flatFee(100, { ref: 'floor', billingModel: 'MINIMUM_SPEND' }),
];

/** In cents; undefined is the catalog's, tiers are two prices a seat with the last seat of the first. */
interface Wish {
  base?: number;
  seats?: number | { upTo: number; first: number; then: number };
  extra?: number;
  minimum?: number | null;
}
const cents = fc.integer({ min: 0, max: 20_000 });
const tiers = fc.record({ upTo: fc.integer({ min: 1, max: 9 }), first: cents, then: cents });
const wish: fc.Arbitrary<Wish> = fc.record(
  {
    ...{ base: cents, seats: fc.oneof(cents, tiers), extra: cents },
    minimum: fc.option(fc.integer({ min: 0, max: 200_000 })),
  },
  { requiredKeys: [] },
);
const bought = fc.record({ seats: fc.integer({ min: 0, max: 20 }), copies: fc.integer({ min: 1, max: 5 }) });

/** In whole units, as JSON says it. */
const money = (count: number): number => count / 100;
const price = (count: number) => ({ amount: money(count), currency: usd });

function requested({ base, seats, extra, minimum }: Wish) {
  const priceOverrides: OverrideRequest[] = [];
  if (base !== undefined) priceOverrides.push({ baseCharge: true, ...price(base) });
  if (typeof seats === 'number') priceOverrides.push({ featureId: 'seats', amount: money(seats) });
  else if (seats)
    priceOverrides.push({
      featureId: 'seats',
      tiers: [{ upTo: seats.upTo, unitPrice: price(seats.first) }, { unitPrice: price(seats.then) }],
    });
  if (extra !== undefined) priceOverrides.push({ addonId: 'extra', amount: money(extra) });
  return {
    priceOverrides,
    ...(minimum !== undefined && { minimumSpend: minimum === null ? null : price(minimum) }),
  };
}

/** What a period costs by wishes that came one after the other, counted in cents without a line of the service. */
function modelled(wishes: readonly Wish[], { seats, copies }: { seats: number; copies: number }): number {
  const said = Object.assign({}, ...wishes) as Wish;
  const each = said.seats ?? 1_000;
  const ofSeats =
    typeof each === 'number'
      ? seats * each
      : Math.min(seats, each.upTo) * each.first + Math.max(0, seats - each.upTo) * each.then;
  const sum = (said.base ?? 4_900) + ofSeats + copies * (said.extra ?? 500);
  return Math.max(sum, said.minimum ?? 10_000);
}

const agreed = (asked: Wish, seats: number, before?: Purchase): Purchase =>
  purchaseOf(
    {
      ...{ planId: 'pro', charges: rows, addonIds: ['extra'], wishedCurrency: null },
      ...(before && { running: { charges: rows, addonIds: ['extra'] } }),
    },
    { ...requested(asked), unitQuantity: seats },
    before,
  );

it('O1, O2: prices of its own, asked for one after the other and kept as JSON, cost what a count in cents says', () => {
  fc.assert(
    fc.property(fc.array(wish, { minLength: 1, maxLength: 4 }), bought, (wishes, held) => {
      let purchase: Purchase | undefined;
      for (const each of wishes)
        purchase = JSON.parse(JSON.stringify(agreed(each, held.seats, purchase))) as Purchase;
      if (!purchase) return;
      const addons = [{ packageId: 'extra', quantity: held.copies }];
      const uses = usesOf({ purchase, addons }, pricedBy(rows, purchase));
      const bill = periodBill({ currency: usd, uses, minimumSpend: ownFloorOf(purchase, null) });
      expect(bill.subTotal.times(100).toNumber()).toBe(modelled(wishes, held));
    }),
    { numRuns: 500 },
  );
});

it('O2, R1: a minimum of its own is shared out as that of the plan', () => {
  const parts = fc.tuple(fc.integer({ min: 0, max: 2_678_400 }), fc.integer({ min: 1, max: 20_000 }));
  fc.assert(
    fc.property(parts, ([part, minimum]) => {
      const share = { part: dec(part), whole: dec(2_678_400) };
      const purchase = agreed({ minimum }, 0);
      const floors = [flatFee(money(minimum), { ref: 'floor', billingModel: 'MINIMUM_SPEND' })];
      const billed = (charges: readonly Charge[], minimumSpend: ReturnType<typeof ownFloorOf>) =>
        periodBill({
          ...{ currency: usd, minimumSpend },
          uses: usesOf({ purchase, addons: [] }, charges, { share, isFirst: () => false }),
        }).subTotal.toFixed();
      expect(billed([flatFee(1)], ownFloorOf(purchase, share))).toBe(billed([flatFee(1), ...floors], null));
    }),
  );
});
