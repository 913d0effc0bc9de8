import fc from 'fast-check';
import { contractLine, type ContractPrice } from '#libs/business/pricing/contract-line';
import { contractModels, type ContractModel } from '#libs/business/pricing/contract-model';
import { sumTotals, type Totals } from '#libs/business/pricing/totals';
import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { Invoice } from '../../src/modules/billing/invoices/domain/invoice';
import type { InvoiceLine, PricedUsage } from '../../src/modules/billing/invoices/domain/invoice-line';
import { bearLateUsage, UsageDifference } from '../../src/modules/billing/invoices/domain/late-usage';
import { rowsOf, type RowTerms } from '../support/contract-lines';
import { day, line, usageLine } from '../support/invoice-lines';
import {
  exactUsageOf,
  noTally,
  takenOf,
  withEvent,
} from '../../src/modules/entitlements/meters/domain/meter-tally';
import type { AggregationFunction } from '#libs/business/values/meter';

// Domain: entitlements-usage

const now = day('2027-01-01');
const periods = ['2026-08-01', '2026-09-01', '2026-10-01'].map(day);
const percent = fc.integer({ min: 0, max: 10_000 }).map((count) => new Decimal(count).div(100));
const price = fc.bigInt({ min: 0n, max: 10n ** 13n }).map((count) => new Decimal(`${count}e-12`));

const rowsFor = ({ id, formula }: ContractModel): fc.Arbitrary<ContractPrice['rows']> => {
  const edges = fc.uniqueArray(fc.integer({ min: 1, max: 4_000 }), { maxLength: 3 });
  const prices = fc.array(price, { minLength: 4, maxLength: 4 });
  return fc.record({ edges, prices, size: fc.integer({ min: 1, max: 90 }) }).map((given) => {
    const tiers = [...given.edges.sort((a, b) => a - b), null];
    const rows: RowTerms[] =
      formula === 'FLAT_RATE' || formula === 'PACKAGE'
        ? [{ price: given.prices[0], packageSize: given.size }]
        : tiers.map((to, index) => ({ price: given.prices[index], to }));
    return rowsOf(id, ...rows);
  });
};

const paidAsYouGo = contractModels.filter(({ isPayAsYouGo }) => isPayAsYouGo);
const terms: fc.Arbitrary<ContractPrice> = fc.constantFrom(...paidAsYouGo).chain((model) =>
  fc.record({
    model: fc.constant(model),
    rows: rowsFor(model),
    discountPercent: fc.oneof(fc.constant(new Decimal(100)), percent),
    taxPercent: percent,
  }),
);
/** What is reported before each document is finalized, of each of the periods. */
const reports = fc.array(fc.tuple(...periods.map(() => fc.integer({ min: -3_000, max: 3_000 }))), {
  minLength: 4,
  maxLength: 8,
});
const currency = fc.constantFrom<CurrencyCode>('usd', 'jpy');

const told = ({ subTotal, discount, tax, total }: Totals): string[] =>
  [subTotal, discount, tax, total].map((amount) => amount.toFixed());

/** The documents of a contract: the first three bill a period each, the others a fee alone. */
class Deal {
  readonly sent: { invoice: Invoice; lines: InvoiceLine[] }[] = [];
  readonly usage = periods.map(() => new Decimal(0));
  readonly digits: number;

  constructor(
    private readonly terms: ContractPrice,
    private readonly currency: CurrencyCode,
  ) {
    this.digits = minorUnitDigits(currency);
  }

  priced(period: number): PricedUsage {
    const usage = Decimal.max(0, this.usage[period] ?? 0);
    return contractLine(this.terms, { share: null, usage }, this.digits, 'line');
  }

  /** @param fee of the document beside its usage */
  finalize(fee: number): void {
    const periodStart = periods[this.sent.length];
    const amount = new Decimal(fee);
    const period = { periodStart: periodStart ?? now, periodEnd: periodStart ?? now };
    const fixed = line({ quantity: new Decimal(1), unitPrice: amount, ...period });
    const entity = { uid: 'entity', id: 'entity' };
    const [invoice, lines] = Invoice.schedule(
      { uid: 'deal', id: 'deal', externalId: 'deal', customer: entity },
      {
        ...{ ...period, paymentTime: 'IN_ARREARS', netTerms: 0, sequence: 0, note: null },
        ...{ currency: this.currency, legalEntity: entity, paymentAccount: entity },
        lines: periodStart ? [fixed, usageLine(period)] : [fixed],
      },
      now,
    );
    if (periodStart) lines[1]?.price(this.priced(this.sent.length));
    const differences = this.differences();
    const corrections = bearLateUsage(invoice, lines, differences, now);
    this.sent.push({ invoice, lines: [...lines, ...corrections] });
  }

  differences(): UsageDifference[] {
    const lines = this.sent.flatMap((each) => each.lines);
    return lines
      .filter(({ isUsage, corrects }) => isUsage && corrects === null)
      .map((first, period) => {
        const corrections = lines.filter(({ corrects }) => corrects === first.uid);
        return UsageDifference.of(first, corrections, this.priced(period));
      });
  }

  /** Of usage, in all documents. */
  billed(): Totals {
    const usage = this.sent.flatMap(({ lines }) => lines).filter(({ isUsage }) => isUsage);
    return sumTotals(usage.map(({ totals }) => totals));
  }
}

const played = (of: ContractPrice, money: CurrencyCode, late: number[][], fee: number): Deal => {
  const deal = new Deal(of, money);
  for (const added of late) {
    for (const [period, more] of added.entries())
      deal.usage[period] = (deal.usage[period] as Decimal).plus(more);
    deal.finalize(fee);
  }
  return deal;
};

describe('usage that is reported late', () => {
  it('A13: all documents of a contract come to the price of the usage at the end, each amount by itself', () => {
    fc.assert(
      fc.property(terms, currency, reports, (of, money, late) => {
        const deal = played(of, money, late, 0);
        // Room for all that is still to be given back.
        deal.finalize(900_000_000);
        const price = sumTotals(periods.map((_, period) => deal.priced(period)));
        expect(told(deal.billed())).toEqual(told(price));
        expect(deal.differences().every(({ isSettled }) => isSettled)).toBe(true);
      }),
    );
  });

  it('A13: no document falls below 0, its amounts go together, and it says from when something is left', () => {
    fc.assert(
      fc.property(terms, currency, reports, fc.integer({ min: 0, max: 500 }), (of, money, late, fee) => {
        const deal = played(of, money, late, fee);
        for (const { invoice, lines } of deal.sent) {
          expect(new Decimal(invoice.total).isNegative()).toBe(false);
          expect(told(sumTotals(lines.map(({ totals }) => totals)))[3]).toBe(
            new Decimal(invoice.total).toFixed(),
          );
          for (const { totals, corrects } of lines) {
            const { subTotal, discount, tax, total } = totals;
            expect(subTotal.minus(discount).plus(tax).toFixed()).toBe(total.toFixed());
            if (corrects === null) continue;
            for (const amount of [subTotal, discount, tax]) {
              expect(amount.decimalPlaces()).toBeLessThanOrEqual(deal.digits);
            }
          }
        }
        const left = deal.differences().filter(({ isSettled }) => !isSettled);
        const days = left.map(({ line: { periodStart } }) => periodStart.getTime());
        const owedFrom = days.length === 0 ? null : new Date(Math.min(...days));
        expect(deal.sent.at(-1)?.invoice.owedFrom).toEqual(owedFrom);
        expect(left.every(({ isGivenBack }) => isGivenBack)).toBe(true);
      }),
    );
  });

  it('A13, A17: events of any function that come late do so too, with 9 digits and below 0', () => {
    const names = fc.constantFrom<Exclude<AggregationFunction, 'UNIQUE'>>(
      'COUNT',
      'SUM',
      'MIN',
      'MAX',
      'AVG',
    );
    const number = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((count) => `${count}e-11`);
    /** What comes before each document is finalized, and of which period. */
    const events = fc.array(fc.array(fc.tuple(fc.nat({ max: 2 }), number), { maxLength: 4 }), {
      minLength: 4,
      maxLength: 7,
    });
    fc.assert(
      fc.property(terms, currency, names, events, (of, money, name, late) => {
        const deal = new Deal(of, money);
        const tallies = periods.map(() => noTally);
        for (const some of late) {
          for (const [period, size] of some) {
            const event = { eventName: 'upload', dimensions: { size } };
            const taken = takenOf({ function: name, field: 'size' }, event);
            tallies[period] = withEvent(tallies[period] ?? noTally, taken);
            deal.usage[period] = exactUsageOf(name, tallies[period]);
          }
          deal.finalize(0);
        }
        deal.finalize(900_000_000);
        const price = sumTotals(periods.map((_, period) => deal.priced(period)));
        expect(told(deal.billed())).toEqual(told(price));
        expect(deal.differences().every(({ isSettled }) => isSettled)).toBe(true);
      }),
    );
  });
});
