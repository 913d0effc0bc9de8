import type { CurrencyCode } from '#libs/business/values/currency';
import type { Decimal } from '#libs/kernel/decimal';

/** Of each kind, where nobody says how many. */
export const usualOfEach = 10;
export const mostOfEach = 50;

/** An open invoice whose latest payment came to nothing. Domain: access-and-events P5 */
export interface FailingPayment {
  customerId: string;
  invoiceId: string;
  invoiceNumber: string | null;
  amountDue: Decimal;
  currency: CurrencyCode;
  failedAt: Date;
  failureReason: string | null;
  /** Null: none follows by itself. */
  nextAttemptAt: Date | null;
}

/** Domain: access-and-events P5; credits N4 */
export interface WalletInOverdraft {
  customerUid: string;
  customerId: string;
  currencyId: string;
  resourceId: string | null;
  /** Below zero. */
  balance: Decimal;
  since: Date;
}

/** The newest of them. */
export interface Newest<T> {
  items: T[];
  hasMore: boolean;
}

/** @param found one more than is told, where there are more */
export const newestOf = <T>(found: readonly T[], limit: number): Newest<T> => ({
  items: found.slice(0, limit),
  hasMore: found.length > limit,
});
