import type { BillLine } from '#libs/business/pricing/bill-line';
import { zero } from '#libs/business/pricing/amount';
import { reckoningOf } from '#libs/business/pricing/explanation';
import type { ScheduledLine } from '#modules/billing/invoices';
import type { BillingPeriodRange } from './billing-cycle';
import { descriptionOf, type BillNames } from './line-description';

/** Lines of a bill as an invoice bears them: discount and tax are worked out as it is sent. Domain: contracts-billing V9 */
export const invoicedLines = (
  lines: readonly BillLine[],
  period: BillingPeriodRange,
  names: BillNames,
): ScheduledLine[] =>
  lines.map((line) => ({
    type: line.type,
    itemId: line.charge?.addonId ?? line.charge?.featureId ?? line.charge?.ref ?? line.type,
    description: descriptionOf(line, period, names),
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    ...{ periodStart: period.start, periodEnd: period.end },
    productExternalId: null,
    explanation: explanationOf(line),
    usageTerms: null,
    ...{ subTotal: line.amount, discount: zero, tax: zero, total: line.amount, taxPercent: zero },
  }));

/** Null where quantity and unit price tell it. */
const explanationOf = (line: BillLine): string | null =>
  line.steps.length === 0 || (line.unitPrice !== null && line.share === null) ? null : reckoningOf(line);
