import { Decimal } from '#libs/kernel/decimal';
import type { ScheduledLine } from '#modules/billing/invoices';

export const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);

const percent = new Decimal(100);

/** A line of 10 units at 10.00; amounts follow from what is said. */
export function line(
  more: Partial<Omit<ScheduledLine, 'taxPercent'>> & { discountPercent?: number; taxPercent?: number } = {},
): ScheduledLine {
  const { discountPercent = 0, taxPercent = 0, ...said } = more;
  const quantity = said.quantity ?? new Decimal(10);
  const unitPrice = said.unitPrice ?? new Decimal(10);
  const subTotal = said.subTotal ?? quantity.times(unitPrice);
  const discount = subTotal.times(discountPercent).div(percent);
  const tax = subTotal.minus(discount).times(taxPercent).div(percent);
  return {
    type: 'InAdvanceCommitmentCharge',
    itemId: 'seats',
    description: 'Seats',
    periodStart: day('2026-03-01'),
    periodEnd: day('2026-03-31'),
    productExternalId: null,
    explanation: null,
    taxPercent: new Decimal(taxPercent),
    usageTerms: null,
    discount,
    tax,
    total: subTotal.minus(discount).plus(tax),
    ...said,
    ...{ quantity, unitPrice, subTotal },
  };
}

/** Two that come to 109.25: 100 less 10 % with 20 % on top, and 1.25. */
export const seatsAndSupport = (): ScheduledLine[] => [
  line({ description: 'Seats of March', discountPercent: 10, taxPercent: 20 }),
  line({ description: 'Support', unitPrice: new Decimal('0.125'), subTotal: new Decimal('1.25') }),
];

const zero = new Decimal(0);

/** A line that nobody knows the price of before its period is over. */
export const usageLine = (more: Partial<ScheduledLine> = {}): ScheduledLine => ({
  ...line({
    type: 'PayAsYouGoCharge',
    itemId: 'calls',
    description: 'Calls',
    usageTerms: { meter: 'calls' },
  }),
  ...{ quantity: null, unitPrice: null, subTotal: zero, discount: zero, tax: zero, total: zero },
  ...more,
});
