import { type Decimal } from '#libs/kernel/decimal';
import { priceScale, zero } from './amount';
import { type BillLine } from './bill-line';
import { type ContractLine } from './contract-line';
import { type PeriodBill } from './period-bill';
import { type PriceStep } from './price-step';
import { type Share } from './share';
import { type TotaledLine } from './totaled-lines';
import { type Totals } from './totals';

/** A bill in words, a line for each amount: for previews, support and tests. Prices exact, amounts in minor units. */
export const explainBill = (bill: PeriodBill): string[] => {
  const { currency, digits, minimumSpend } = bill.parameters;
  const told = (amount: Decimal): string => amount.toFixed(digits);
  const floor = minimumSpend
    ? `, minimum spend ${minimumSpend.amount.toFixed()}${partTold(minimumSpend.share)}`
    : '';
  return [
    ...bill.lines.map((line) => explainLine(line, digits)),
    `base ${told(bill.base)}${floor}: ${told(bill.floored)}, overages ${told(bill.overages)}`,
    `subtotal ${told(bill.subTotal)} − discount ${told(bill.discount)} + tax ${told(bill.tax)} = ${told(bill.total)} ${currency}`,
  ];
};

/** Such as `storage (OverageCharge): 300 above 500 included: 3 × 2 = 6.00`. */
const explainLine = (line: TotaledLine, digits: number): string => {
  const name = line.charge?.ref ?? 'up to the minimum spend';
  return `${name} (${line.type}): ${reckoningOf(line)} ${explainTotals(line, digits)}`;
};

/** Such as `25 × 30 = 750.00 − discount 75.00 + tax 135.00`. */
export const explainContractLine = (line: ContractLine, digits: number): string =>
  `${reckoningOf({ ...line, included: zero })} ${explainTotals(line, digits)}`;

/**
 * How the amount of a line comes about, such as `50 × 10 + 10 × 9` or `(25 × 30) × 10/31`; null where quantity and unit price tell it.
 * Before discount and tax; it multiplies out to the amount, but for its rounding.
 */
export const explainAmount = (line: ContractLine): string | null =>
  line.steps.length === 0 || (line.unitPrice !== null && line.share === null)
    ? null
    : reckoningOf({ ...line, included: zero });

const explainTotals = ({ subTotal, discount, tax }: Totals, digits: number): string => {
  const parts = [`= ${subTotal.toFixed(digits)}`];
  if (!discount.isZero()) parts.push(`− discount ${discount.toFixed(digits)}`);
  if (!tax.isZero()) parts.push(`+ tax ${tax.toFixed(digits)}`);
  return parts.join(' ');
};

type Reckoned = Pick<BillLine, 'steps' | 'share' | 'quantity' | 'included'>;

/** How the price of a quantity comes about, such as `20 × 0.1 + 5`. */
export const reckoningOf = ({ steps, share, quantity, included }: Reckoned): string => {
  const above = included.isZero() ? '' : `${quantity.toFixed()} above ${included.toFixed()} included: `;
  const products = steps.length > 0 ? steps.map(explainStep).join(' + ') : '0';
  return share === null ? `${above}${products}` : `${above}(${products})${partTold(share)}`;
};

const partTold = (share: Share | null): string =>
  share === null ? '' : ` × ${share.part.toFixed()}/${share.whole.toFixed()}`;

const explainStep = ({ units, unitPrice, flatPrice }: PriceStep): string => {
  const byUnit = `${units.toFixed()} × ${priceTold(unitPrice)}`;
  if (flatPrice.isZero()) return byUnit;
  return unitPrice.isZero() ? priceTold(flatPrice) : `${byUnit} + ${priceTold(flatPrice)}`;
};

// Catalog prices end here; only the distance to a prorated minimum goes on.
const priceTold = (price: Decimal): string => price.toDecimalPlaces(priceScale).toFixed();
