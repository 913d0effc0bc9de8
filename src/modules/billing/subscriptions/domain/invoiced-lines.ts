import type { BillLine } from '#libs/business/pricing/bill-line';
import { zero } from '#libs/business/pricing/amount';
import { reckoningOf } from '#libs/business/pricing/explanation';
import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import type { ScheduledLine } from '#modules/billing/invoices';
import type { Bill } from './bill';
import type { BillingPeriodRange } from './billing-cycle';
import { descriptionOf, toldInstant } from './line-description';
import { missingTo, type FloorTerms } from './usage-terms';

/**
 * Lines of a bill as an invoice bears them: discount and tax are worked out as it is sent, but for what was taken off what comes back on
 * balance. Domain: contracts-billing V9; customers-subscriptions N5
 */
export const invoicedLines = ({ lines, totals, period, names }: Bill): ScheduledLine[] => {
  const isBack = totals.subTotal.isNegative();
  return lines.map((line) => ({
    type: line.type,
    itemId: itemOf(line),
    description: descriptionOf(line, period, names),
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    ...{ periodStart: period.start, periodEnd: period.end },
    productExternalId: null,
    explanation: explanationOf(line),
    usageTerms: null,
    keepsDiscount: isBack,
    ...{ subTotal: line.amount, discount: isBack ? line.discount : zero },
    ...{ tax: zero, total: line.amount, taxPercent: zero },
  }));
};

const itemOf = ({ charge, type }: BillLine): string =>
  charge?.addonId ?? charge?.featureId ?? charge?.customCurrencyId ?? charge?.ref ?? type;

/** What a served part of a period is to come to, and what of it was billed in advance. */
interface Floor {
  floor: Decimal;
  base: Decimal;
  period: BillingPeriodRange;
  currency: CurrencyCode;
  /** Then what is missing is known when that is priced. */
  hasUsage: boolean;
}

/** The line up to a minimum spend; null where nothing is missing. Domain: catalog R8 */
export function floorLine({ floor, base, period, currency, hasUsage }: Floor): ScheduledLine | null {
  const digits = minorUnitDigits(currency);
  const amount = hasUsage ? zero : missingTo(floor, base, digits);
  if (!hasUsage && amount.isZero()) return null;
  const span = { from: period.start.toISOString(), until: period.end.toISOString() };
  const terms: FloorTerms = { of: 'FLOOR', floor: floor.toString(), base: base.toString(), ...span };
  const told = `${toldInstant(period.start)} to ${toldInstant(period.end)}`;
  return {
    ...{ type: 'MinimumSpendAdjustmentCharge', itemId: 'minimumSpend', productExternalId: null },
    description: `Up to the minimum spend of ${roundMoney(floor, digits).toFixed()}, ${told}`,
    ...{ quantity: new Decimal(1), unitPrice: amount, explanation: null, taxPercent: zero },
    ...{ periodStart: period.start, periodEnd: period.end, usageTerms: hasUsage ? terms : null },
    ...{ subTotal: amount, discount: zero, tax: zero, total: amount },
  };
}

/** Null where quantity and unit price tell it. */
const explanationOf = (line: BillLine): string | null =>
  line.steps.length === 0 || (line.unitPrice !== null && line.share === null) ? null : reckoningOf(line);
