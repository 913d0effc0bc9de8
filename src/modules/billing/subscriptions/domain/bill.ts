import type { TotaledLine } from '#libs/business/pricing/totaled-lines';
import type { Totals } from '#libs/business/pricing/totals';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { Decimal } from '#libs/kernel/decimal';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { HeldLine } from '#modules/billing/invoices';
import type { BillingPeriodRange } from './billing-cycle';
import type { BillNames } from './line-description';

/** A bill as it is told. */
export interface Bill {
  currency: CurrencyCode;
  period: BillingPeriodRange;
  lines: readonly TotaledLine[];
  totals: Totals;
  names: BillNames;
  /** That applies to it. */
  coupon: HeldCoupon | null;
  /** Lines that waited for it, which come first. Domain: customers-subscriptions R3 */
  held?: readonly HeldLine[];
  /** What a change without proration leaves unbilled of the period that runs. Domain: customers-subscriptions R3 */
  unbilled?: Decimal;
  /** Of a change: what is billed of what runs from then on, before what comes back. Domain: catalog R8 */
  begun?: Decimal;
}
