import { DomainError } from '#libs/kernel/errors/domain-error';

/** What usage may not pass. */
export interface UsageLimit {
  /** In sold units. */
  most: number;
  /** Sold units of usage in reported ones (catalog F6). */
  sold(usage: number): number;
}

/**
 * Giving back is never refused, however much was used. Domain: entitlements-usage Q12
 * @param usage after the report, in reported units
 * @throws EntitlementLimitExceededError naming the reason that a check would give
 */
export function requireWithin(limit: UsageLimit, usage: number, delta: number): void {
  const sold = limit.sold(usage);
  if (delta < 0 || sold <= limit.most) return;
  throw new DomainError(
    'EntitlementLimitExceededError',
    `RequestedUsageExceedingLimit: usage would be ${sold} of ${limit.most}, and nothing of this request was counted`,
  );
}
