import { type Decimal } from '#libs/kernel/decimal';
import { priceScale } from './amount';
import { type BillLine } from './bill-line';
import { type PeriodBill, type TotaledLine } from './period-bill';
import { type PriceStep } from './price-step';
import { type Share } from './share';

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
  const parts = [`= ${line.amount.toFixed(digits)}`];
  if (!line.discount.isZero()) parts.push(`− discount ${line.discount.toFixed(digits)}`);
  if (!line.tax.isZero()) parts.push(`+ tax ${line.tax.toFixed(digits)}`);
  return `${name} (${line.type}): ${reckoningOf(line)} ${parts.join(' ')}`;
};

const reckoningOf = ({ steps, share, quantity, included }: BillLine): string => {
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
