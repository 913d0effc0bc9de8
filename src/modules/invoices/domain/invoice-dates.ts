import { addMs, dayMs, hourMs } from '#libs/kernel/period';
import type { PaymentTime } from '#libs/pricing/bill-line';

/** From when to when an invoice bills and what it grants for paying. Days are instants of 00:00 UTC (contracts-billing R6). */
export interface InvoiceTerms {
  paymentTime: PaymentTime;
  /** First day. */
  periodStart: Date;
  /** Last day, itself included. */
  periodEnd: Date;
  /** Days from issue to due. */
  netTerms: number;
}

/** The day of issue: the first of the period, or the one after its last. Domain: contracts-billing P7 */
export const issueDateOf = ({ paymentTime, periodStart, periodEnd }: InvoiceTerms): Date =>
  paymentTime === 'IN_ADVANCE' ? periodStart : addMs(periodEnd, dayMs);

/** The day until which it is to be paid. Domain: contracts-billing P7 */
export const dueDateOf = (terms: InvoiceTerms): Date => addMs(issueDateOf(terms), terms.netTerms * dayMs);

/**
 * Invoices with usage that were to be issued by then are due: their usage has had its time to come in.
 * Domain: contracts-billing V4
 */
export const graceBefore = (now: Date, graceHours: number): Date => addMs(now, -graceHours * hourMs);
