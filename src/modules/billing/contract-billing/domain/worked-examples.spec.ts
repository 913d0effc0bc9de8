import { contractLine } from '#libs/business/pricing/contract-line';
import { contractModelOf } from '#libs/business/pricing/contract-model';
import type { Totals } from '#libs/business/pricing/totals';
import { day, days, lineOf, rowsOf, type RowTerms } from '../../../../../test/support/contract-lines';
import { dec } from '../../../../../test/support/price-builders';
import { billOf } from './billed-line';
import { cyclesOf, endedOn, type BillingFrequency } from './cycles';

// Domain: contracts-billing

/** Each is named by its id in the worked examples of the interface, with its own figures. */
const told = ({ subTotal, tax, total }: Totals): string[] =>
  [subTotal, tax, total].map((amount) => amount.toFixed(2));

const amountOf = (modelId: string, rows: RowTerms[], units: string): string => {
  const price = { model: contractModelOf(modelId, 'model'), rows: rowsOf(modelId, ...rows) };
  const free = { discountPercent: dec(0), taxPercent: dec(0) };
  const usage = dec(units);
  return contractLine({ ...price, ...free }, { share: null, usage }, 2, 'it').exactAmount.toString();
};

describe('worked examples of what contracts bill', () => {
  const graduated = [{ price: '0.10', to: 1_000 }, { price: '0.05', to: 10_000 }, { price: '0.01' }];
  const decimals = [{ price: 10, to: '0.1' }, { price: 5, to: 1 }, { price: 2 }];

  it.each<[string, string, RowTerms[], string, string]>([
    ['pricing.package/1', 'package_pay_as_you_go', [{ price: 100, packageSize: 10 }], '121', '1300'],
    ['pricing.package/3', 'package_pay_as_you_go', [{ price: 15, packageSize: 10 }], '10', '15'],
    ['pricing.graduated/5', 'tiered_pay_as_you_go', graduated, '15000', '600'],
    ['pricing.graduated.decimal/1', 'tiered_pay_as_you_go', decimals, '0.05', '0.5'],
  ])('I5: %s', (_id, modelId, rows, units, amount) => {
    expect(amountOf(modelId, rows, units)).toBe(amount);
  });

  it.each<[string, number, number, [number, number], string[]]>([
    ['proration.credit_note/1', 50, 20, [3, 28], ['5.36', '1.07', '6.43']],
    ['rounding.credit_note/1', 160, 25, [29, 30], ['154.67', '38.67', '193.34']],
  ])('M4, R2: %s', (_id, price, tax, [part, whole], amounts) => {
    const share = { part: dec(part), whole: dec(whole) };
    expect(told(billOf(lineOf({ rows: [{ price }], tax }), share, 2))).toEqual(amounts);
  });

  it('M3, P3, P8: proration.termination/1', () => {
    const quarterly: BillingFrequency = { unit: 'quarterly', count: 1 };
    // The price was changed on 20 May, and billing ended with 20 June, itself included.
    const window = { ...days('2024-01-15', '2025-01-14'), from: day('2024-05-20') };
    const lastDay = day('2024-06-20');
    const running = cyclesOf(quarterly, window).find(({ start, end }) => start <= lastDay && lastDay <= end);
    const { share } = endedOn(running as NonNullable<typeof running>, lastDay);
    expect([share?.part.toNumber(), share?.whole.toNumber()]).toEqual([32, 91]);
    expect(billOf(lineOf({ rows: [{ price: 910 }] }), share, 2).subTotal.toFixed(2)).toBe('320.00');
  });
});
