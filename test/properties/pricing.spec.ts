import fc from 'fast-check';
import { allocated, discountOn } from '#libs/business/pricing/discount';
import { minimumSpendOf } from '#libs/business/pricing/minimum-spend';
import { periodBill, type PeriodBill } from '#libs/business/pricing/period-bill';
import { requireTiers } from '#libs/business/pricing/require-tiers';
import { shareLeft, shareOf } from '#libs/business/pricing/share';
import { priceBetween, priceOf, type Tariff } from '#libs/business/pricing/tariff';
import { graduated, type Tier, volume } from '#libs/business/pricing/tiers';
import { volumeCliffs } from '#libs/business/pricing/volume-cliffs';
import { Decimal } from '#libs/kernel/decimal';
import { dec, flatFee, perUnit, usageBased, useOf } from '../support/price-builders';

// Domain: catalog

// Prices have 12 decimals and quantities 9. The model counts both in whole numbers, so amounts have 21.
const priceScale = 12;
const quantityScale = 9;
const amountScale = priceScale + quantityScale;
const scaled = (count: bigint, scale: number): Decimal => new Decimal(`${count}e-${scale}`);

interface ModelTier {
  upTo: bigint | null;
  unit: bigint;
  flat: bigint;
}

const oneUnit = 10n ** BigInt(quantityScale);
const modelPrice = fc.bigInt({ min: 0n, max: 10n ** 15n });
const modelQuantity = fc.bigInt({ min: 0n, max: 10n ** 13n });
const wholeUnits = fc.integer({ min: 0, max: 60 });

/** Tiers with edges from `edge`, few and near each other, so that quantities meet them often. */
const tiersFrom = (edge: fc.Arbitrary<bigint>): fc.Arbitrary<ModelTier[]> =>
  fc
    .record({
      edges: fc.uniqueArray(edge, { maxLength: 5 }),
      prices: fc.array(fc.record({ unit: modelPrice, flat: modelPrice }), { minLength: 6, maxLength: 6 }),
    })
    .map(({ edges, prices }) => {
      const ascending = [...edges].sort((a, b) => (a < b ? -1 : 1));
      return [...ascending, null].map((upTo, index) => ({ upTo, ...prices[index] }) as ModelTier);
    });

const anyTiers = tiersFrom(fc.bigInt({ min: 1n, max: 10n ** 13n }));
const wholeTiers = tiersFrom(fc.integer({ min: 1, max: 50 }).map((units) => BigInt(units) * oneUnit));

const toTiers = (tiers: readonly ModelTier[]): Tier[] =>
  tiers.map(({ upTo, unit, flat }) => ({
    upTo: upTo === null ? null : scaled(upTo, quantityScale),
    unitPrice: scaled(unit, priceScale),
    flatPrice: scaled(flat, priceScale),
  }));

const modelGraduated = (tiers: readonly ModelTier[], quantity: bigint): bigint => {
  let from = 0n;
  let amount = 0n;
  for (const { upTo, unit, flat } of tiers) {
    const end = upTo === null || quantity < upTo ? quantity : upTo;
    if (end > from) amount += (end - from) * unit + flat * oneUnit;
    from = upTo ?? from;
  }
  return amount;
};

const holding = (tiers: readonly ModelTier[], quantity: bigint): ModelTier | undefined =>
  quantity === 0n ? undefined : tiers.find(({ upTo }) => upTo === null || quantity <= upTo);

const modelVolume = (tiers: readonly ModelTier[], quantity: bigint): bigint => {
  const tier = holding(tiers, quantity);
  return tier ? quantity * tier.unit + tier.flat * oneUnit : 0n;
};

const modelStairstep = (tiers: readonly ModelTier[], quantity: bigint): bigint =>
  (holding(tiers, quantity)?.flat ?? 0n) * oneUnit;

const models = { GRADUATED: modelGraduated, VOLUME: modelVolume, STAIRSTEP: modelStairstep };
const kind = fc.constantFrom<keyof typeof models>('GRADUATED', 'VOLUME', 'STAIRSTEP');

const tariff: fc.Arbitrary<Tariff> = fc.oneof(
  modelPrice.map((price) => ({ kind: 'PER_UNIT' as const, price: scaled(price, priceScale) })),
  fc.record({ price: modelPrice, blockSize: fc.bigInt({ min: 1n, max: 10n ** 13n }) }).map((terms) => ({
    kind: 'PER_BLOCK' as const,
    price: scaled(terms.price, priceScale),
    blockSize: scaled(terms.blockSize, quantityScale),
  })),
  fc.record({ kind, tiers: anyTiers.map(toTiers) }),
);

describe('no float is in the path: prices of 12 decimals, counted again in whole numbers', () => {
  it('R4, contracts-billing I5: tiers', () => {
    fc.assert(
      fc.property(kind, anyTiers, modelQuantity, (of, tiers, quantity) => {
        const { amount } = priceOf({ kind: of, tiers: toTiers(tiers) }, scaled(quantity, quantityScale));
        expect(amount.toFixed()).toBe(scaled(models[of](tiers, quantity), amountScale).toFixed());
      }),
      { numRuns: 1_000 },
    );
  });

  it('R3: units and blocks', () => {
    const blockSizes = fc.bigInt({ min: 1n, max: 10n ** 13n });
    fc.assert(
      fc.property(modelPrice, blockSizes, modelQuantity, (price, blockSize, quantity) => {
        const terms = { price: scaled(price, priceScale), blockSize: scaled(blockSize, quantityScale) };
        const units = scaled(quantity, quantityScale);
        const blocks = (quantity + blockSize - 1n) / blockSize;
        expect(priceOf({ kind: 'PER_UNIT', ...terms }, units).amount.toFixed()).toBe(
          scaled(quantity * price, amountScale).toFixed(),
        );
        expect(priceOf({ kind: 'PER_BLOCK', ...terms }, units).amount.toFixed()).toBe(
          scaled(blocks * price, priceScale).toFixed(),
        );
      }),
    );
  });
});

describe('the explanation of a price', () => {
  it('adds up to it: each step is its product, the steps are the amount and hold the whole quantity', () => {
    fc.assert(
      fc.property(tariff, modelQuantity, (of, count) => {
        const { steps, amount, quantity } = priceOf(of, scaled(count, quantityScale));
        for (const step of steps) {
          expect(step.amount.toFixed()).toBe(step.units.times(step.unitPrice).plus(step.flatPrice).toFixed());
        }
        const total = (of_: 'amount' | 'quantity') =>
          steps.reduce((sum, step) => sum.plus(step[of_]), dec(0));
        expect(total('amount').toFixed()).toBe(amount.toFixed());
        expect(total('quantity').toFixed()).toBe(quantity.toFixed());
      }),
    );
  });

  it('R4: the steps of GRADUATED follow on each other from 0', () => {
    fc.assert(
      fc.property(anyTiers, modelQuantity, (tiers, count) => {
        const { steps } = graduated(toTiers(tiers), scaled(count, quantityScale));
        const edges = [dec(0), ...steps.map(({ upTo }) => upTo)];
        expect(steps.map(({ from }) => from)).toEqual(edges.slice(0, steps.length));
      }),
    );
  });
});

describe('R4: GRADUATED', () => {
  it('never costs less for more', () => {
    fc.assert(
      fc.property(anyTiers, modelQuantity, modelQuantity, (tiers, one, other) => {
        const [less, more] = [one, other].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
        const increase = priceBetween(
          { kind: 'GRADUATED', tiers: toTiers(tiers) },
          scaled(less, quantityScale),
          scaled(more, quantityScale),
        );
        expect(increase.isNegative()).toBe(false);
      }),
    );
  });

  it('priced unit by unit is what it is at once', () => {
    fc.assert(
      fc.property(wholeTiers, wholeUnits, (tiers, units) => {
        const of: Tariff = { kind: 'GRADUATED', tiers: toTiers(tiers) };
        const steps = Array.from({ length: units }, (_, unit) => priceBetween(of, dec(unit), dec(unit + 1)));
        const unitByUnit = steps.reduce((sum, step) => sum.plus(step), dec(0));
        expect(unitByUnit.toFixed()).toBe(priceOf(of, dec(units)).amount.toFixed());
      }),
    );
  });
});

it('customers-subscriptions X9: the parts of a way cost what the whole way costs, in every tariff', () => {
  fc.assert(
    fc.property(tariff, fc.array(modelQuantity, { minLength: 2, maxLength: 5 }), (of, counts) => {
      const stops = counts.map((count) => scaled(count, quantityScale));
      const parts = stops.slice(1).map((stop, index) => priceBetween(of, stops[index] as Decimal, stop));
      const whole = priceBetween(of, stops[0] as Decimal, stops.at(-1) as Decimal);
      expect(parts.reduce((sum, part) => sum.plus(part), dec(0)).toFixed()).toBe(whole.toFixed());
    }),
  );
});

it('R4: VOLUME falls exactly at its cliffs, which are kept', () => {
  fc.assert(
    fc.property(wholeTiers, wholeUnits, (tiers, units) => {
      const table = toTiers(tiers);
      const falls = volume(table, dec(units + 1)).amount.lessThan(volume(table, dec(units)).amount);
      const cliffs = volumeCliffs(table).map(({ quantity }) => quantity.toNumber());
      expect(cliffs.includes(units)).toBe(falls);
    }),
    { numRuns: 1_000 },
  );
});

it('R4: tiers that ascend to an open end are taken, in any other order they are refused', () => {
  const shuffled = wholeTiers.chain((tiers) => fc.shuffledSubarray(tiers, { minLength: tiers.length }));
  fc.assert(
    fc.property(shuffled, (tiers) => {
      const isAscending = tiers.every(({ upTo }, index) => {
        const next = tiers[index + 1];
        return next === undefined ? upTo === null : upTo !== null && (next.upTo === null || next.upTo > upTo);
      });
      const act = () => requireTiers(toTiers(tiers), 'tiers');
      if (isAscending) expect(act).not.toThrow();
      else expect(act).toThrow(/^tiers/);
    }),
  );
});

describe('a discount', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });
  const lines = fc.array(cents, { minLength: 1, maxLength: 12 });
  const digits = fc.constantFrom(0, 2, 3);
  const inMinorUnits = (amounts: readonly number[], scale: number) =>
    amounts.map((count) => ({ amount: scaled(BigInt(count), scale) }));
  const sumOf = (amounts: readonly Decimal[]) => amounts.reduce((sum, amount) => sum.plus(amount), dec(0));

  it('customers-subscriptions N5: is allocated to the minor unit, proportionally, and takes no line below 0', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 100 }), digits, (amounts, percent, scale) => {
        const bill = inMinorUnits(amounts, scale);
        const total = sumOf(bill.map(({ amount }) => amount));
        const terms = { currency: 'usd' as const, digits: scale };
        const off = discountOn(total, { percentOff: dec(percent) }, terms);
        const shares = allocated(off, bill, scale);
        expect(sumOf(shares.map(({ discount }) => discount)).toFixed()).toBe(off.toFixed());
        for (const { amount, discount } of shares) {
          expect(discount.decimalPlaces()).toBeLessThanOrEqual(scale);
          expect(discount.isNegative() || discount.greaterThan(amount)).toBe(false);
          // No line gets less than its part, rounded down.
          const part = total.isZero() ? dec(0) : amount.times(off).div(total);
          expect(discount.plus(scaled(1n, scale)).greaterThan(part)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('customers-subscriptions N5: a fixed amount takes all at most', () => {
    fc.assert(
      fc.property(cents, cents, (bill, off) => {
        const discount = { amountsOff: [{ amount: scaled(BigInt(off), 2), currency: 'usd' as const }] };
        const taken = discountOn(scaled(BigInt(bill), 2), discount, { currency: 'usd', digits: 2 });
        expect(taken.times(100).toNumber()).toBe(Math.min(bill, off));
      }),
    );
  });

  it('customers-subscriptions R1: on credits and debits adds up too', () => {
    const signed = fc.array(fc.integer({ min: -5_000, max: 9_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(signed, fc.integer({ min: 1, max: 100 }), (amounts, percent) => {
        const bill = inMinorUnits(amounts, 2);
        const total = sumOf(bill.map(({ amount }) => amount));
        const off = discountOn(total, { percentOff: dec(percent) }, { currency: 'usd', digits: 2 });
        const shares = allocated(off, bill, 2);
        expect(sumOf(shares.map(({ discount }) => discount)).toFixed()).toBe(off.toFixed());
        for (const { amount, discount } of shares) {
          expect(discount.abs().lessThanOrEqualTo(amount.abs())).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the bill of a period', () => {
  const price = fc.bigInt({ min: 0n, max: 10n ** 14n }).map((count) => scaled(count, priceScale));
  const units = fc.integer({ min: 0, max: 500 });
  const use = fc.oneof(
    price.map((fee) => useOf(flatFee(fee))),
    fc.tuple(price, units).map(([each, count]) => useOf(perUnit('seats', each), count)),
    fc.tuple(price, units).map(([each, count]) => useOf(usageBased('calls', each), count)),
    fc
      .tuple(price, units, units)
      .map(([each, count, included]) =>
        useOf(usageBased('storage', each, { isOverage: true }), count, { included: dec(included) }),
      ),
    price.map((floor) => useOf(flatFee(floor, { billingModel: 'MINIMUM_SPEND' }))),
  );
  const terms = fc.record({
    currency: fc.constant('usd' as const),
    digits: fc.constantFrom(0, 2, 3),
    uses: fc.array(use, { maxLength: 8 }),
    discount: fc.option(fc.integer({ min: 1, max: 100 }).map((percent) => ({ percentOff: dec(percent) }))),
    taxPercent: fc.integer({ min: 0, max: 10_000 }).map((percent) => dec(percent).div(100)),
  });
  const summed = ({ lines }: PeriodBill, name: 'amount' | 'subTotal' | 'discount' | 'tax' | 'total') =>
    lines.reduce((sum, line) => sum.plus(line[name]), dec(0)).toFixed();

  it('R8: lines add up to totals, in minor units', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const bill = periodBill(given);
        expect(summed(bill, 'amount')).toBe(bill.subTotal.toFixed());
        expect(summed(bill, 'discount')).toBe(bill.discount.toFixed());
        expect(summed(bill, 'tax')).toBe(bill.tax.toFixed());
        expect(summed(bill, 'total')).toBe(bill.total.toFixed());
        expect(bill.total.toFixed()).toBe(bill.subTotal.minus(bill.discount).plus(bill.tax).toFixed());
        expect(bill.subTotal.toFixed()).toBe(bill.floored.plus(bill.overages).toFixed());
        for (const { amount, discount, tax } of bill.lines) {
          const finest = Math.max(...[amount, discount, tax].map((part) => part.decimalPlaces()));
          expect(finest).toBeLessThanOrEqual(given.digits);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('R8: a minimum spend never lowers it, and lifts it to the minimum exactly', () => {
    fc.assert(
      fc.property(terms, price, (given, least) => {
        const uses = given.uses.filter(({ charge }) => charge.billingModel !== 'MINIMUM_SPEND');
        const floor = useOf(flatFee(least, { billingModel: 'MINIMUM_SPEND' }));
        const without = periodBill({ ...given, uses });
        const bill = periodBill({ ...given, uses: [...uses, floor] });
        expect(minimumSpendOf(uses)).toBeNull();
        const rounded = least.toDecimalPlaces(given.digits, Decimal.ROUND_HALF_UP);
        expect(bill.floored.toFixed()).toBe(Decimal.max(without.base, rounded).toFixed());
        expect(bill.subTotal.gte(without.subTotal)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same each time it is computed from its parameters', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const bill = periodBill(given);
        expect(periodBill(bill.parameters)).toEqual(bill);
      }),
    );
  });
});

it('customers-subscriptions R1: the seconds of adjoining parts of a period add up to those of the whole', () => {
  const start = Date.parse('2026-03-01T10:15:00.400Z');
  const moment = fc.integer({ min: 0, max: 31 * 86_400_000 }).map((offset) => new Date(start + offset));
  fc.assert(
    fc.property(fc.array(moment, { minLength: 3, maxLength: 3 }), (moments) => {
      const [from, at, to] = moments.sort((a, b) => a.getTime() - b.getTime()) as [Date, Date, Date];
      fc.pre(at.getTime() - from.getTime() >= 1_000);
      const first = shareLeft({ start: from, end: at }, from);
      const second = shareLeft({ start: from, end: to }, at);
      expect(first.part.plus(second.part).toFixed()).toBe(second.whole.toFixed());
      expect(shareOf(second.whole, second).toFixed()).toBe(second.part.toFixed());
    }),
  );
});
