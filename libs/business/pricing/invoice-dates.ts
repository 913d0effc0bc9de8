import { addDays } from '#libs/kernel/period';
import { type PaymentTime } from './bill-line';

/** What an invoice bills, in days: instants of 00:00 UTC. Domain: contracts-billing R6 */
export interface InvoicePeriod {
  readonly paymentTime: PaymentTime;
  readonly periodStart: Date;
  /** Last day, itself included. */
  readonly periodEnd: Date;
}

/** The day of issue: the first of the period, or the one after its last. Domain: contracts-billing P7 */
export const issueDateOf = ({ paymentTime, periodStart, periodEnd }: InvoicePeriod): Date =>
  paymentTime === 'IN_ADVANCE' ? periodStart : addDays(periodEnd, 1);

/** The day until which it is to be paid. @param netTerms days from issue to due. Domain: contracts-billing P7 */
export const dueDateOf = (issueDate: Date, netTerms: number): Date => addDays(issueDate, netTerms);
