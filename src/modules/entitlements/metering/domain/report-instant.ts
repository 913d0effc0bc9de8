import { badInput } from '#libs/kernel/errors/domain-error';
import { dayMs } from '#libs/kernel/period';

const maxAheadMs = 5 * 60_000;
/** Bills look back as far. */
export const oldestReportDays = 90;
const maxAgeMs = oldestReportDays * dayMs;

/**
 * When what is reported happened. @param field the caller's name of the instant
 * @throws BadUserInput past 5 minutes ahead or 90 days ago. Domain: entitlements-usage A4
 */
export function instantOf(createdAt: Date | undefined, now: Date, field: string): Date {
  const at = createdAt ?? now;
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < -maxAheadMs) throw badInput(`${field} lies more than 5 minutes in the future`);
  if (ageMs > maxAgeMs) throw badInput(`${field} lies more than ${oldestReportDays} days in the past`);
  return at;
}
