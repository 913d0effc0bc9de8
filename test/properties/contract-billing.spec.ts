import fc from 'fast-check';
import { contractModels } from '#libs/business/pricing/contract-model';
import { sumTotals, type Totals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { addMs, dayMs } from '#libs/kernel/period';
import type { BilledLine } from '../../src/modules/billing/contract-billing/domain/billed-line';
import { contractTotals } from '../../src/modules/billing/contract-billing/domain/contract-totals';
import {
  cycleCount,
  cyclesOf,
  cycleUnits,
  firstAfter,
  lastBegunBy,
} from '../../src/modules/billing/contract-billing/domain/cycles';
import { invoiceSchedule } from '../../src/modules/billing/contract-billing/domain/invoice-schedule';
import { day, lineOf, type RowTerms } from '../support/contract-lines';

// Domain: contracts-billing

const scaled = (count: bigint, scale: number): Decimal => new Decimal(`${count}e-${scale}`);

const digits = fc.constantFrom(0, 2, 3);
const price = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((count) => scaled(count, 12));
const quantity = fc.integer({ min: 0, max: 5_000 });
const percent = fc.integer({ min: 0, max: 10_000 }).map((count) => new Decimal(count).div(100));
/** From a leap year to the next but one, so that all kinds of February are met. */
const firstDay = fc.integer({ min: 0, max: 3_000 }).map((offset) => addMs(day('2024-01-01'), offset * dayMs));
const window = fc
  .record({ start: firstDay, length: fc.integer({ min: 0, max: 900 }) })
  .map(({ start, length }) => ({ start, end: addMs(start, length * dayMs) }));
const frequency = fc.record({ unit: fc.constantFrom(...cycleUnits), count: fc.integer({ min: 1, max: 7 }) });

const edges = fc.uniqueArray(fc.integer({ min: 1, max: 4_000 }), { maxLength: 3 });

/** Rows that fit the model: tiers that follow on each other, a quantity where one is agreed on. */
const rowsFor = (modelId: string): fc.Arbitrary<RowTerms[]> => {
  const model = contractModels.find(({ id }) => id === modelId);
  const units = model?.isPayAsYouGo ? fc.constant(null) : quantity;
  const prices = fc.array(price, { minLength: 4, maxLength: 4 });
  return fc.record({ edges, units, prices, size: fc.integer({ min: 1, max: 90 }) }).map((given) => {
    const own = { quantity: given.units, price: given.prices[0], packageSize: given.size };
    if (model?.formula === 'FLAT_RATE' || model?.formula === 'PACKAGE') return [own];
    const ends = [...given.edges.sort((a, b) => a - b), null];
    return ends.map((to, index) => ({ quantity: given.units, price: given.prices[index], to }));
  });
};

const line: fc.Arbitrary<BilledLine> = fc
  .constantFrom(...contractModels.map(({ id }) => id))
  .chain((modelId) =>
    fc.record({
      modelId: fc.constant(modelId),
      rows: rowsFor(modelId),
      discount: percent,
      tax: percent,
      frequency,
      window: fc.option(window),
      paymentTime: fc.constantFrom('IN_ADVANCE' as const, 'IN_ARREARS' as const),
      netTerms: fc.constantFrom(null, 0, 30),
      isSeparate: fc.boolean(),
    }),
  )
  .map(lineOf);

const lines = fc
  .array(line, { maxLength: 6 })
  .map((drawn) => drawn.map((each, index) => ({ ...each, itemId: `line-${index}` })));

const told = ({ subTotal, discount, tax, total }: Totals): string[] =>
  [subTotal, discount, tax, total].map((amount) => amount.toFixed());

describe('the totals of a contract', () => {
  it('M4: items add up to them, each in minor units', () => {
    fc.assert(
      fc.property(lines, digits, (given, scale) => {
        const totals = contractTotals(given, scale);
        expect(told(sumTotals(totals.items))).toEqual(told(totals));
        for (const item of totals.items) {
          expect(item.total.toFixed()).toBe(item.subTotal.minus(item.discount).plus(item.tax).toFixed());
          for (const amount of [item.subTotal, item.discount, item.tax]) {
            expect(amount.decimalPlaces()).toBeLessThanOrEqual(scale);
          }
        }
      }),
    );
  });

  it('M2: are what all invoices come to, and so are those of each item', () => {
    fc.assert(
      fc.property(lines, digits, (given, scale) => {
        const totals = contractTotals(given, scale);
        const invoices = invoiceSchedule(given, scale);
        expect(told(sumTotals(invoices))).toEqual(told(totals));
        const bills = invoices.flatMap((invoice) => invoice.lines);
        for (const item of totals.items) {
          const own = bills.filter(({ line: { itemId } }) => itemId === item.itemId);
          expect(told(sumTotals(own.map(({ bill }) => bill)))).toEqual(told(item));
        }
        for (const invoice of invoices) {
          expect(told(sumTotals(invoice.lines.map(({ bill }) => bill)))).toEqual(told(invoice));
        }
      }),
    );
  });

  it('M4: are cycles × price where nothing needs rounding', () => {
    const cents = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 0, max: 500 }),
        frequency,
        firstDay,
        fc.nat(60),
        (price, units, of, start, n) => {
          const frequency = { ...of, unit: 'weekly' as const };
          const end = addMs(start, ((n + 1) * frequency.count * 7 - 1) * dayMs);
          const whole = lineOf({
            rows: [{ price: scaled(BigInt(price), 2), quantity: units }],
            frequency,
            window: { start, end },
          });
          const expected = scaled(BigInt(price) * BigInt(units) * BigInt(n + 1), 2);
          expect(contractTotals([whole], 2).total.toFixed()).toBe(expected.toFixed());
        },
      ),
    );
  });

  it('R1, R2: no float is in the path: one cycle, counted again in whole numbers', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 14n });
    const basis = fc.bigInt({ min: 0n, max: 10_000n });
    const halfUp = (count: bigint, by: bigint): bigint => (2n * count + by) / (2n * by);
    fc.assert(
      fc.property(
        whole,
        fc.bigInt({ min: 0n, max: 3_000n }),
        basis,
        basis,
        digits,
        (each, units, off, tax, scale) => {
          const billed = lineOf({
            rows: [{ price: scaled(each, 12), quantity: new Decimal(units.toString()) }],
            discount: scaled(off, 2),
            tax: scaled(tax, 2),
            window: null,
          });
          const subTotal = halfUp(each * units, 10n ** BigInt(12 - scale));
          const discount = halfUp(subTotal * off, 10_000n);
          const taxed = halfUp((subTotal - discount) * tax, 10_000n);
          const model = [subTotal, discount, taxed, subTotal - discount + taxed];
          expect(told(contractTotals([billed], scale))).toEqual(
            model.map((count) => scaled(count, scale).toFixed()),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('M3: the cycles of a window', () => {
  it('follow on each other from the first day to the last, and only the last is cut short', () => {
    fc.assert(
      fc.property(frequency, window, (of, span) => {
        const cycles = cyclesOf(of, span);
        expect(cycles).toHaveLength(cycleCount(of, span));
        expect(cycles[0]?.start).toEqual(span.start);
        expect(cycles.at(-1)?.end).toEqual(span.end);
        cycles.slice(1).forEach(({ start }, index) => {
          expect(start).toEqual(addMs(cycles[index]?.end as Date, dayMs));
          expect(cycles[index]?.share).toBeNull();
        });
        for (const { start, end, share } of cycles) {
          if (share === null) continue;
          expect(share.part.toNumber()).toBe((end.getTime() - start.getTime()) / dayMs + 1);
          expect(share.part.lessThan(share.whole)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('P3: the cycle that a day finds begun, and the one after it', () => {
  it('are those of all cycles, whatever day it is and from whatever day on they are billed', () => {
    const around = fc.integer({ min: -40, max: 940 });
    fc.assert(
      fc.property(frequency, window, around, fc.option(around), (of, { start, end }, today, first) => {
        const at = (offset: number): Date => addMs(start, offset * dayMs);
        const span = { start, end, ...(first !== null && { from: at(first) }) };
        const cycles = cyclesOf(of, span);
        expect(lastBegunBy(of, span, at(today))).toEqual(cycles.findLast((each) => each.start <= at(today)));
        expect(firstAfter(of, span, at(today))).toEqual(cycles.find((each) => each.start > at(today)));
      }),
      { numRuns: 1_000 },
    );
  });
});
