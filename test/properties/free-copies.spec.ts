import fc from 'fast-check';
import { changeBill } from '#libs/business/pricing/change-bill';
import { periodBill } from '#libs/business/pricing/period-bill';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import { Decimal } from '#libs/kernel/decimal';
import { usesOf } from '../../src/modules/billing/subscriptions/domain/charge-uses';
import {
  freeItemsOf,
  type FreeItem,
  type PricedAddon,
} from '../../src/modules/billing/subscriptions/domain/free-copies';
import { dec, flatFee } from '../support/price-builders';

// Domain: catalog

const ids = ['a', 'b', 'c', 'd', 'e'];
const addons: fc.Arbitrary<PricedAddon[]> = fc
  .uniqueArray(
    fc.record({
      packageId: fc.constantFrom(...ids),
      quantity: fc.integer({ min: 1, max: 6 }),
      cents: fc.integer({ min: 0, max: 5 }).map((step) => step * 250),
    }),
    { selector: ({ packageId }) => packageId },
  )
  .map((held) =>
    held.map(({ packageId, quantity, cents }) => ({
      ...{ packageUid: packageId, packageId, quantity },
      monthlyPrice: new Decimal(cents).div(100),
    })),
  );
const offer = fc.record({
  freeItems: fc.integer({ min: 0, max: 12 }),
  addonUids: fc.subarray(ids).map((members) => new Set(members)),
});
const sum = (of: readonly number[]): number => of.reduce((all, each) => all + each, 0);
const quantities = (items: readonly FreeItem[]) =>
  new Map(items.map(({ addonId, quantity }) => [addonId, quantity]));

describe('what package groups give away', () => {
  it('A6: as many copies as are given away and held, none that is not there', () => {
    fc.assert(
      fc.property(addons, offer, (held, given) => {
        const members = held.filter(({ packageUid }) => given.addonUids.has(packageUid));
        const free = freeItemsOf([given], held);
        const copies = sum(members.map(({ quantity }) => quantity));
        expect(sum(free.map(({ quantity }) => quantity))).toBe(Math.min(given.freeItems, copies));
        for (const { addonId, quantity } of free) {
          const there = members.find(({ packageId }) => packageId === addonId);
          expect(quantity > 0 && quantity <= (there?.quantity ?? 0)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('A6: the cheapest first: copies laid side by side by price and id are free up to the number', () => {
    fc.assert(
      fc.property(addons, offer, (held, given) => {
        const copies = held
          .filter(({ packageUid }) => given.addonUids.has(packageUid))
          .flatMap(({ packageId, quantity, monthlyPrice }) =>
            Array.from({ length: quantity }, () => ({ packageId, price: monthlyPrice.toNumber() })),
          )
          .sort((a, b) => a.price - b.price || a.packageId.localeCompare(b.packageId))
          .slice(0, given.freeItems);
        const counted = new Map<string, number>();
        for (const { packageId } of copies) counted.set(packageId, (counted.get(packageId) ?? 0) + 1);
        expect(quantities(freeItemsOf([given], held))).toEqual(counted);
      }),
      { numRuns: 1_000 },
    );
  });

  it('A6: several groups give each what it gives alone, and a copy once; their order tells nothing', () => {
    fc.assert(
      fc.property(addons, fc.array(offer, { maxLength: 4 }), (held, given) => {
        const free = quantities(freeItemsOf(given, held));
        const alone = given.map((each) => quantities(freeItemsOf([each], held)));
        for (const { packageId } of held) {
          const most = Math.max(0, ...alone.map((each) => each.get(packageId) ?? 0));
          expect(free.get(packageId) ?? 0).toBe(most);
        }
        expect(freeItemsOf([...given].reverse(), held)).toEqual(freeItemsOf(given, held));
      }),
    );
  });
});

describe('bills with what is free', () => {
  const charges = (held: readonly PricedAddon[]) => [
    flatFee(30),
    ...held.map(({ packageId, monthlyPrice }) =>
      flatFee(monthlyPrice, { ref: packageId, addonId: packageId }),
    ),
  ];
  const usesBy = (held: readonly PricedAddon[], freeItems: FreeItem[], share: ChargeUse['share'] = null) =>
    usesOf({ purchase: { quantities: [], freeItems }, addons: held }, charges(held), {
      share,
      isFirst: () => false,
    });
  const due = (uses: readonly ChargeUse[]): Decimal => periodBill({ currency: 'usd', uses }).subTotal;

  it('A6: are lower by the prices of the free copies, and no line is below zero', () => {
    fc.assert(
      fc.property(addons, fc.array(offer, { maxLength: 3 }), (held, given) => {
        const free = freeItemsOf(given, held);
        const uses = usesBy(held, free);
        const off = free.map(({ addonId, quantity }) =>
          (held.find(({ packageId }) => packageId === addonId)?.monthlyPrice ?? dec(0)).times(quantity),
        );
        const lower = off.reduce((all, each) => all.plus(each), dec(0));
        expect(due(uses).plus(lower).toFixed()).toBe(due(usesBy(held, [])).toFixed());
        for (const { quantity } of uses) expect(quantity.isNegative()).toBe(false);
      }),
    );
  });

  it('A6, customers-subscriptions R1: a change and its undoing at one instant cost nothing', () => {
    const share = fc
      .tuple(fc.integer({ min: 0, max: 2_592_000 }), fc.constant(2_592_000))
      .map(([part, whole]) => ({ part: dec(part), whole: dec(whole) }));
    fc.assert(
      fc.property(addons, addons, offer, share, (before, after, given, left) => {
        const [was, is] = [before, after].map((held) => usesBy(held, freeItemsOf([given], held), left)) as [
          ChargeUse[],
          ChargeUse[],
        ];
        const net = (credits: ChargeUse[], debits: ChargeUse[]): Decimal =>
          changeBill({ currency: 'usd', credits, debits }).total;
        expect(net(was, is).plus(net(is, was)).toFixed()).toBe('0');
        expect(net(was, []).plus(net([], was)).toFixed()).toBe('0');
      }),
    );
  });
});
