import { type CurrencyCode, minorUnitDigits } from '#libs/business/values/currency';
import { type Decimal } from '#libs/kernel/decimal';
import { requireAmount, sum, zero } from './amount';
import { type BillLine } from './bill-line';
import { chargeLine, type ChargeUse, hasLine } from './charge-line';
import { requireBillCurrency } from './bill-currency';
import { type Discount } from './discount';
import { adjustmentLine, type MinimumSpend, minimumSpendOf } from './minimum-spend';
import { type TotaledLine, totaledLines } from './totaled-lines';
import { sumTotals, type Totals } from './totals';

export interface BillTerms {
  readonly currency: CurrencyCode;
  /** Decimals of the minor unit; those of the currency unless said otherwise. */
  readonly digits?: number;
  readonly uses: readonly ChargeUse[];
  /** Of the subscription; takes the place of the plan's MINIMUM_SPEND charges. Domain: customers-subscriptions O2. */
  readonly minimumSpend?: MinimumSpend | null;
  readonly discount?: Discount | null;
  /** 0–100, exclusive. Domain: contracts-billing R5. */
  readonly taxPercent?: Decimal;
}

/** A bill, why it is so, and from what it was computed. */
export interface PeriodBill extends Totals {
  /** Base charges, the adjustment up to the minimum spend, overages. */
  readonly lines: readonly TotaledLine[];
  /** All but overages. */
  readonly base: Decimal;
  /** `base`, or the minimum spend where that is more. */
  readonly floored: Decimal;
  readonly overages: Decimal;
  readonly parameters: Required<BillTerms>;
}

/**
 * Prices one period of one subscription. Domain: catalog R8.
 * @throws BadUserInput for charges of another currency (catalog R9), InvalidQuantity, AmountTooLarge
 */
export const periodBill = (terms: BillTerms): PeriodBill => {
  const parameters = completed(terms);
  const { digits, uses, minimumSpend } = parameters;
  requireBillCurrency(parameters);
  const shown = uses.filter(hasLine);
  const basic = shown.filter(({ charge }) => !charge.isOverage).map((use) => chargeLine(use, digits));
  const above = shown.filter(({ charge }) => charge.isOverage).map((use) => chargeLine(use, digits));
  const base = amountOf(basic);
  const adjustment = adjustmentLine(base, minimumSpend, digits);
  const overages = amountOf(above);
  const lines = totaledLines([...basic, ...(adjustment ? [adjustment] : []), ...above], parameters);
  const totals = sumTotals(lines);
  requireAmount(totals.subTotal, 'the bill');
  requireAmount(totals.total, 'the bill with tax');
  return { lines, base, floored: base.plus(adjustment?.amount ?? 0), overages, ...totals, parameters };
};

const completed = (terms: BillTerms): Required<BillTerms> => ({
  currency: terms.currency,
  digits: terms.digits ?? minorUnitDigits(terms.currency),
  uses: terms.uses,
  minimumSpend: terms.minimumSpend ?? minimumSpendOf(terms.uses),
  discount: terms.discount ?? null,
  taxPercent: terms.taxPercent ?? zero,
});

const amountOf = (lines: readonly BillLine[]): Decimal => sum(lines.map(({ amount }) => amount));
