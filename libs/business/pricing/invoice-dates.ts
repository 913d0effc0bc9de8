import { addDays, latest } from '#libs/kernel/period';
import { type PaymentTime } from './bill-line';

/** What an invoice bills, in days: instants of 00:00 UTC. Domain: contracts-billing R6 */
export interface InvoicePeriod {
  readonly paymentTime: PaymentTime;
  readonly periodStart: Date;
  /** Last day, itself included. */
  readonly periodEnd: Date;
}

/**
 * The day of issue: the first of the period, or the one after its last; nothing is dated before the day on which it is published.
 * @param publishedOn null where that is no matter. Domain: contracts-billing P7
 */
export const issueDateOf = (
  { paymentTime, periodStart, periodEnd }: InvoicePeriod,
  publishedOn: Date | null,
): Date => {
  const due = paymentTime === 'IN_ADVANCE' ? periodStart : addDays(periodEnd, 1);
  return publishedOn ? latest(due, publishedOn) : due;
};

/** The day until which it is to be paid. @param netTerms days from issue to due. Domain: contracts-billing P7 */
export const dueDateOf = (issueDate: Date, netTerms: number): Date => addDays(issueDate, netTerms);
