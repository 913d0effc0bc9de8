import { Decimal } from '#libs/kernel/decimal';
import { earliestOf } from '#libs/kernel/period';
import type { ReadBalance } from '#modules/entitlements/credits';
import type { AccessDeniedReason } from './check-decision';

/** What is asked of a balance. */
export interface CreditRequest {
  /** Credits, not negative. */
  requestedUsage?: number;
  resource: boolean;
}

/** May the holder use credits, now? Domain: entitlements-usage Q2, Q9 */
export function creditRefusal(read: ReadBalance, asked: CreditRequest): AccessDeniedReason | null {
  if (read.customerUid === null) return 'CustomerNotFound';
  if (read.isArchived) return 'CustomerIsArchived';
  if (asked.resource && !read.hasResource) return 'CustomerResourceNotFound';
  if (!read.currency) return 'EntitlementNotFound';
  if (read.wallet?.isSoft) return null;
  const { granted = new Decimal(0), used = new Decimal(0) } = read.wallet ?? {};
  const left = granted.minus(used);
  const { requestedUsage } = asked;
  const isEnough =
    requestedUsage === undefined ? left.greaterThan(0) : left.greaterThanOrEqualTo(requestedUsage);
  return isEnough ? null : 'InsufficientCredits';
}

/**
 * The earliest instant at which an answer about a balance can change by itself: a grant begins or ends, a subscription changes that gives or may
 * give, another wallet pays, or a soft limit is over. Null when only a write can change it. Domain: entitlements-usage G10
 */
export const creditValidUntil = ({ wallet, until, dueAt }: ReadBalance): Date | null =>
  earliestOf([wallet?.nextDue, wallet?.sourceDue, until, dueAt]);
