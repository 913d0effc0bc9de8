import type { CouponHolders } from '#libs/business/pricing/bill-discount';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { PostalAddress } from '#libs/business/values/postal-address';
import type { TaxId } from '#libs/business/values/tax-id';
import type { ScheduledLine } from './invoice-line';

/** What is billed as it is sold; contracts have a schedule instead. Domain: contracts-billing V1 */
export type InvoiceKind = 'FIRST' | 'RENEWAL' | 'PRORATION' | 'USAGE' | 'MANUAL' | 'FINAL' | 'CREDIT_GRANT';

/** Spec: BillingReason; those that there are. Domain: contracts-billing V1 */
export type InvoiceReason =
  | 'BILLING_CYCLE'
  | 'SUBSCRIPTION_CREATION'
  | 'SUBSCRIPTION_UPDATE'
  | 'MANUAL'
  | 'OTHER';

/** An object of another module: the key that rows refer by, and the id that it is told by. */
interface Reference {
  uid: string;
  id: string;
}

/** What becomes of the amounts of a document as it is sent. It lies in JSON. */
export interface BillTerms {
  /** Who may take something off; which of them does is a matter of the instant of issue. Domain: customers-subscriptions N4 */
  coupons: CouponHolders;
  /** 0–100, exact decimal text. Domain: contracts-billing R5 */
  taxPercent: string;
  /** It was paid in another way. Domain: customers-subscriptions V13 */
  isPaid: boolean;
  /** It is collected by a payment provider; absent otherwise. Domain: customers-subscriptions V9 */
  isCharged?: true;
  /** Of what is billed, each instead of the customer's. Domain: customers-subscriptions U12 */
  buyer: { address: PostalAddress | null; taxIds: TaxId[] | null };
  metadata: Record<string, string>;
}

/** One document of a subscription or of a credit grant, as it is handed over. Periods are half-open. Domain: contracts-billing V1, V10 */
export interface SoldDocument {
  kind: InvoiceKind;
  billingReason: InvoiceReason;
  paymentTime: PaymentTime;
  period: { start: Date; end: Date };
  /** Tells those of one period and payment time apart. Domain: contracts-billing V10 */
  sequence: number;
  currency: CurrencyCode;
  /** Days from issue to due. */
  netTerms: number;
  legalEntity: Reference;
  /** One of that entity; null where it has none that fits. */
  paymentAccount: Reference | null;
  terms: BillTerms;
  /** Their discount and tax are worked out when it is sent. */
  lines: readonly ScheduledLine[];
}
